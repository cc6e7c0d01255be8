import ArgumentParser
import ChannelsBasics

/// A file that contains a secret. Only its owner may be able to read it, as ssh requires for keys.
package enum SecretFile {
    /// In bytes.
    private static let sizeLimit = 4096

    /// The first line of the file.
    ///
    /// - Throws: `ValidationError`, with advice, if others can read the file, or if it is not a
    ///   regular file, is empty or is too large.
    package static func read(_ path: String, option: String? = nil) throws -> String {
        let bytes = try Self.bytes(of: path, limit: Self.sizeLimit, option)
        let line = bytes.prefix { $0 != 0x0A && $0 != 0x0D }
        guard !line.isEmpty else {
            throw ValidationError("\(path) is empty: it should contain the secret.")
        }
        return try Self.text(line, in: path)
    }

    /// The whole text, for files with several secrets, such as cookies. Throws as `read(_:)`.
    static func text(_ path: String, option: String? = nil) throws -> String {
        try Self.text(Self.bytes(of: path, limit: 1 << 20, option)[...], in: path)
    }

    private static func text(_ bytes: ArraySlice<UInt8>, in path: String) throws -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw ValidationError(
                "\(path) is not UTF-8 text: save the secret as plain text, in one line.")
        }
        return text
    }

    private static func bytes(
        of path: String, limit: Int, _ option: String?
    ) throws -> [UInt8] {
        do throws(UserFile.Failure) {
            return try UserFile.read(path, limit: limit, isPrivate: true).bytes
        } catch .sharedWithOthers {
            throw ValidationError(
                "\(path) is readable by other users, so its secret is not used. Run: "
                    + "chmod 600 \(path)")
        } catch {
            throw ValidationError(
                FileProblem.cannot(.read, path, option: option, reason: error.description))
        }
    }
}
