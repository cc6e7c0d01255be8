import ArgumentParser
import ChannelsBasics
import ChannelsProtocol
import Glibc
import Synchronization

/// Channels as arguments, and those of a file.
package struct ChannelArguments: ParsableArguments, Sendable {
    @Argument(help: ArgumentHelp("The channels.", valueName: "channel"), completion: .channels)
    var arguments: [String] = []

    @Option(.channelsFile) var file: String?

    package init() {}

    package var isEmpty: Bool { self.words.isEmpty && self.file == nil }

    /// Servers among the channels, such as `./.env` and `wss://KEY@HOST`.
    package var subjects: [ServerSubject] {
        self.arguments.filter(ServerSubject.isNoChannel).map { ServerSubject($0) }
    }

    package mutating func dropSubjects() { self.arguments = self.words }

    private var words: [String] { self.arguments.filter { !ServerSubject.isNoChannel($0) } }

    package func validate() throws { _ = try ServerArguments.channels(in: self.words) }

    package func names() throws -> [String] {
        try self.words + ChannelsFile.names(in: self.file)
    }
}

/// Channels that are too many for a command line: the parser takes time that grows with the square
/// of their number.
enum ChannelsFile {
    private static let sizeLimit = 32 << 20

    /// Files are read once, because standard input cannot be read twice.
    private static let known = Mutex<[String: [String]]>([:])

    static func names(in path: String?) throws -> [String] {
        guard let path else { return [] }
        if let names = self.known.withLock({ $0[path] }) { return names }
        let names = try self.parsed(self.bytes(path), path)
        self.known.withLock { $0[path] = names }
        return names
    }

    private static func bytes(_ path: String) throws -> [UInt8] {
        do throws(UserFile.Failure) {
            return path == "-"
                ? try UserFile.bytes(of: STDIN_FILENO, limit: self.sizeLimit)
                : try UserFile.read(path, limit: self.sizeLimit).bytes
        } catch {
            throw ValidationError(
                FileProblem.cannot(
                    .read, path == "-" ? "standard input" : path, option: "--channels-file",
                    reason: error.description))
        }
    }

    private static func parsed(_ bytes: [UInt8], _ path: String) throws -> [String] {
        var names: [String] = []
        for (index, line) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
            .enumerated()
        {
            let text = line.prefix { $0 != UInt8(ascii: "#") }
            let name = String(decoding: text, as: UTF8.self).trimmed
            guard !name.isEmpty else { continue }
            do { _ = try ChannelName(name) } catch {
                throw ValidationError(
                    "--channels-file \(path), line \(index + 1): \(error.description)")
            }
            names.append(name)
        }
        guard !names.isEmpty else {
            throw ValidationError("--channels-file \(path) names no channel.")
        }
        return names
    }
}
