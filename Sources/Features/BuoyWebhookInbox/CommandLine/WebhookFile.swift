import ArgumentParser
import BuoyProgramSupport
import ChannelsBasics
import Glibc

/// Saved webhooks as lines of JSON, appended, so that one file can be used for many runs. Only
/// its owner can read a new one.
final class WebhookFile: Sendable {
    private let descriptor: Int32
    private let path: String
    private let limit: Int

    static let sizeLimit = 256 << 20

    init(appendingTo path: String, limit: Int = WebhookFile.sizeLimit) throws {
        self.path = path
        self.limit = limit
        // A pipe that nobody reads would not open otherwise.
        self.descriptor = open(
            path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NOCTTY | O_NONBLOCK,
            0o600)
        guard self.descriptor >= 0 else {
            throw ValidationError(FileProblem.cannot(.write, path, option: "--save"))
        }
        _ = fcntl(self.descriptor, F_SETFL, O_APPEND)
    }

    deinit { close(self.descriptor) }

    /// The line is in the file when this returns, so that a killed process loses nothing.
    ///
    /// - Returns: `false` if the file would become too large.
    func append(_ line: [UInt8]) throws(ProgramFailure) -> Bool {
        // Its size now, because it may have been emptied, or another program appends to it.
        var status = stat()
        let size = fstat(self.descriptor, &status) == 0 ? Int(status.st_size) : 0
        guard line.count <= self.limit - size else { return false }
        var rest = line[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(self.descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                throw ProgramFailure(
                    .failed, FileProblem.cannot(.write, self.path, option: "--save"))
            }
            rest = rest.dropFirst(count)
        }
        return true
    }

    var name: String { self.path }

    static func read(_ path: String) throws -> [ArraySlice<UInt8>] {
        do throws(UserFile.Failure) {
            return try UserFile.read(path, limit: Self.sizeLimit).bytes.split(separator: 0x0A)
        } catch {
            throw ValidationError(
                FileProblem.cannot(.read, path, option: "--replay", reason: error.description))
        }
    }
}
