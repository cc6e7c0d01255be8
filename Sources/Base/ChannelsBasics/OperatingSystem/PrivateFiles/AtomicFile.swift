import ChannelsPOSIX

/// Replaces a file atomically: a reader finds the old or the new text, even after a crash.
package enum AtomicFile {
    package struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
        package let description: String
    }

    /// Mode 0600, through a temporary file in the same folder, which is created with mode 0700 if
    /// missing. A link's target is written, as settings may be kept in a repository.
    /// - Parameter isLocked: whether nobody else can be writing the file. The temporary file is
    ///   then always `….draft`, and replaces one that a killed program left behind.
    package static func write(
        _ text: String, to path: String, isLocked: Bool = false
    ) throws(Failure) {
        let path = Self.resolved(path)
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        try Self.makeFolder(folder)
        var template = Array((path + (isLocked ? ".draft" : ".XXXXXX")).utf8CString)
        let descriptor = isLocked ? Self.openDraft(template) : mkstemp(&template)
        guard descriptor >= 0 else { throw Self.failure() }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        do throws(Failure) {
            // Otherwise an empty file could remain after a disk failure.
            let isDone = Self.write(text, to: descriptor) && fsync(descriptor) == 0
            let failure = Self.failure()
            guard close(descriptor) == 0, isDone else { throw failure }
            guard rename(template, path) == 0 else { throw Self.failure() }
        } catch {
            unlink(template)
            throw error
        }
    }

    private static func openDraft(_ path: [CChar]) -> Int32 {
        unlink(path)
        return open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600)
    }

    /// Follows links even to a target that does not exist yet.
    package static func resolved(_ path: String) -> String {
        var path = path
        for _ in 0..<Self.mostLinks {
            var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
            let count = readlink(path, &buffer, buffer.count)
            guard count > 0 else { return path }
            let bytes = buffer.prefix(count).map { UInt8(bitPattern: $0) }
            let target = String(decoding: bytes, as: UTF8.self)
            let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
            path = target.hasPrefix("/") ? target : folder + target
        }
        return path
    }

    private static let mostLinks = 40

    /// Renames an unreadable file to `….broken`, or `….broken-2` and so on if taken; `nil` on
    /// failure.
    package static func putAside(_ path: String) -> String? {
        let path = Self.resolved(path)
        for number in 1...99 {
            let aside = path + (number == 1 ? ".broken" : ".broken-\(number)")
            guard access(aside, F_OK) != 0 else { continue }
            return rename(path, aside) == 0 ? aside : nil
        }
        return nil
    }

    package static func makeFolder(_ path: String) throws(Failure) {
        guard !path.isEmpty, mkdir(path, 0o700) != 0, errno != EEXIST else { return }
        guard errno == ENOENT, let slash = path.lastIndex(of: "/") else { throw Self.failure() }
        try Self.makeFolder(String(path[..<slash]))
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw Self.failure() }
    }

    private static func write(_ text: String, to descriptor: Int32) -> Bool {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let written = bytes.withUnsafeBytes {
                ChannelsPOSIX.write(descriptor, $0.baseAddress, $0.count)
            }
            if written > 0 {
                bytes = bytes.dropFirst(written)
            } else if written == 0 || errno != EINTR {
                return false
            }
        }
        return true
    }

    private static func failure() -> Failure {
        Failure(description: FileProblem.systemWords(errno))
    }
}
