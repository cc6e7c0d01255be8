import ChannelsBasics
import Glibc

/// A new file that only its owner can read, to which whole lines are appended. Each append is one
/// write(2) where possible, so a killed program leaves whole lines, and at most the start of
/// one more. It is locked (flock(2)) while it is open.
struct AppendedFile: ~Copyable {
    /// write(2); replaced in tests of a full disk.
    typealias Write = @Sendable (Int32, UnsafeRawBufferPointer) -> Int

    private let descriptor: Int32
    private let write: Write
    /// Only what was written completely.
    private(set) var size = 0

    static let systemWrite: Write = { Glibc.write($0, $1.baseAddress, $1.count) }

    init(_ path: String, write: @escaping Write) throws(RecordingFileError) {
        self.write = write
        self.descriptor = open(
            path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard self.descriptor >= 0 else { throw .system(.create, path) }
        // Some file systems have no locks.
        _ = FileLock.lock(self.descriptor)
    }

    deinit { close(self.descriptor) }

    /// Appends all bytes or none.
    ///
    /// - Returns: `nil` on success, otherwise the system's reason.
    mutating func append(_ bytes: [UInt8]) -> String? {
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes { bytes in
                self.write(
                    self.descriptor, UnsafeRawBufferPointer(rebasing: bytes[written...]))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                let reason = FileProblem.systemReason()
                // A partial line would corrupt the next one.
                if written > 0 { _ = ftruncate(self.descriptor, off_t(self.size)) }
                return reason
            }
            written += count
        }
        self.size += bytes.count
        return nil
    }

    /// Whether this is the file with that name, which somebody may have renamed or replaced.
    func isNamed(_ path: String) -> Bool {
        var (own, named) = (stat(), stat())
        return fstat(self.descriptor, &own) == 0 && lstat(path, &named) == 0
            && own.st_ino == named.st_ino && own.st_dev == named.st_dev
    }

    /// Makes sure that the file survives a system crash.
    func synchronize() { _ = fdatasync(self.descriptor) }
}
