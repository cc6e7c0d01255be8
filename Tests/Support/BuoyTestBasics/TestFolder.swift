import Foundation

/// A folder that is removed with its last reference.
package final class TestFolder: Sendable {
    package let path: String

    package init() throws {
        let url = FileManager.default.temporaryDirectory
            .appending(path: "buoy-test-\(UUID().uuidString)")
        self.path = url.path(percentEncoded: false)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: self.path) }

    /// The path of a file in it.
    package func file(_ name: String) -> String { "\(self.path)/\(name)" }

    /// Writes a file that only its owner can read, and the folders around it.
    package func write(_ text: String, to name: String) throws {
        let url = URL(filePath: self.file(name))
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
        try self.setMode(0o600, of: name)
    }

    package func text(of name: String) throws -> String {
        try String(contentsOfFile: self.file(name), encoding: .utf8)
    }

    /// What is in it, in order.
    package var names: [String] { self.names(in: "") }

    package func names(in folder: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: self.file(folder))) ?? []).sorted()
    }

    /// The mode of a file or folder, without its kind.
    package func mode(of name: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: self.file(name))
        return (attributes[.posixPermissions] as? NSNumber)?.intValue ?? -1
    }

    package func setMode(_ mode: Int, of name: String) throws {
        try FileManager.default.setAttributes(
            [.posixPermissions: mode], ofItemAtPath: self.file(name))
    }
}
