import Glibc

/// Reads files that only their owner may be able to read, as ssh requires for keys.
package enum PrivateFile {
    /// Why a file was not read.
    package enum Failure: Error, Hashable, Sendable {
        /// There is no such file.
        case missing
        /// The system's reason.
        case unreadable(String)
        case notRegular
        /// Others can read or write it.
        case sharedWithOthers
        /// It is larger than the limit.
        case tooLarge
    }

    /// The contents of a file.
    ///
    /// - Parameter limit: the maximum size, in bytes.
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

    /// Renames a file that cannot be parsed, so that its contents are not lost: to the same name
    /// with `.broken` appended, or with `.broken-2` and so on if that is taken.
    ///
    /// - Returns: the new path; `nil` if it could not be renamed.
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
