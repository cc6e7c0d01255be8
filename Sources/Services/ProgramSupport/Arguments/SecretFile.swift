import ArgumentParser
import Glibc
import OperatingSystem

/// A file that contains a secret. Only its owner may be able to read it, as ssh requires for keys.
package enum SecretFile {
    /// The maximum size of a secret, in bytes.
    private static let sizeLimit = 4096

    /// The first line of the file.
    ///
    /// - Throws: `ValidationError`, with advice, if others can read the file, or if it is not a
    ///   regular file, is empty or is too large.
    package static func read(_ path: String) throws -> String {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            throw ValidationError("\(path) cannot be read: \(String(cString: strerror(errno))).")
        }
        defer { close(descriptor) }
        try Self.check(descriptor, path)
        var bytes = [UInt8](repeating: 0, count: Self.sizeLimit)
        let count = bytes.withUnsafeMutableBytes {
            Glibc.read(descriptor, $0.baseAddress, $0.count)
        }
        let line = bytes.prefix(max(count, 0)).prefix { $0 != 0x0A && $0 != 0x0D }
        guard !line.isEmpty else {
            throw ValidationError("\(path) is empty: it should contain the secret.")
        }
        guard let text = String(validating: line, as: UTF8.self) else {
            throw ValidationError(
                "\(path) is not text in UTF-8, so it is not used: a secret is copied as it is.")
        }
        return text
    }

    /// Disables core files, which would contain the secret.
    package static func forbidCoreFiles() { ProcessLimits.forbidCoreFiles() }

    private static func check(_ descriptor: Int32, _ path: String) throws {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw ValidationError("\(path) is not a regular file.")
        }
        guard status.st_mode & 0o077 == 0 else {
            throw ValidationError(
                "\(path) is readable by other users, so its secret is not used. Run: "
                    + "chmod 600 \(path)")
        }
        guard status.st_size < Self.sizeLimit else {
            throw ValidationError("\(path) is too large for a secret.")
        }
    }
}
