import Foundation

/// A file that goes with its owner. Only this user can read it, unless a test wants otherwise.
final class TemporaryFile {
    let path: String

    init(_ text: String, permissions: Int = 0o600) throws {
        let file = FileManager.default.temporaryDirectory
            .appending(path: "buoy-test-\(UUID().uuidString)")
        self.path = file.path(percentEncoded: false)
        try Data(text.utf8).write(to: file)
        try FileManager.default.setAttributes(
            [.posixPermissions: permissions], ofItemAtPath: self.path)
    }

    deinit { try? FileManager.default.removeItem(atPath: self.path) }
}
