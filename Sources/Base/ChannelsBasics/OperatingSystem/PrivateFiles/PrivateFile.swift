import Glibc

/// Reads files that only their owner may access, as ssh requires for keys.
package enum PrivateFile {
    package enum Failure: Error, Hashable, Sendable {
        case missing
        case unreadable(String)
        case notRegular
        case sharedWithOthers
        case tooLarge
    }

    package static func read(_ path: String, limit: Int) throws(Failure) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw errno == ENOENT ? .missing : Self.failure() }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw .notRegular
        }
        guard status.st_mode & 0o077 == 0 else { throw .sharedWithOthers }
        guard status.st_size <= limit else { throw .tooLarge }
        return try Self.bytes(of: descriptor, limit: limit)
    }

    private static func bytes(of descriptor: Int32, limit: Int) throws(Failure) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = buffer.withUnsafeMutableBytes {
                Glibc.read(descriptor, $0.baseAddress, $0.count)
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw Self.failure() }
            guard count > 0 else { return bytes }
            bytes += buffer.prefix(count)
            // It may grow while it is read.
            guard bytes.count <= limit else { throw .tooLarge }
        }
    }

    /// Renames an unreadable file to `….broken`, or `….broken-2` and so on if taken; `nil` on
    /// failure.
    package static func putAside(_ path: String) -> String? {
        let path = AtomicFile.resolved(path)
        for number in 1...99 {
            let aside = path + (number == 1 ? ".broken" : ".broken-\(number)")
            guard access(aside, F_OK) != 0 else { continue }
            return rename(path, aside) == 0 ? aside : nil
        }
        return nil
    }

    private static func failure() -> Failure { .unreadable(String(cString: strerror(errno))) }
}
