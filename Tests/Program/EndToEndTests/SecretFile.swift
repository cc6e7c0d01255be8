import Foundation

/// A file of the kind that secrets are put into; it goes with its owner.
final class SecretFile {
    let path: String

    init(_ text: String) throws {
        let file = FileManager.default.temporaryDirectory
            .appending(path: "buoy-secret-\(UUID().uuidString)")
        self.path = file.path(percentEncoded: false)
        try Data(text.utf8).write(to: file)
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o600], ofItemAtPath: self.path)
    }

    deinit { try? FileManager.default.removeItem(atPath: self.path) }
}
