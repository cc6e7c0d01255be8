import Foundation

/// A directory that is removed with the test.
final class TemporaryDirectory {
    let path: String

    init() throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        self.path = url.path
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    func write(_ text: String, to name: String) throws {
        let url = URL(fileURLWithPath: self.path).appendingPathComponent(name)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
    }

    /// The mode of a file or folder, without its kind.
    func mode(of name: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: self.path + "/" + name)
        return (attributes[.posixPermissions] as? NSNumber)?.intValue ?? -1
    }

    func text(of name: String) throws -> String {
        try String(contentsOfFile: self.path + "/" + name, encoding: .utf8)
    }

    var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: self.path)) ?? []).sorted()
    }

    deinit {
        try? FileManager.default.removeItem(atPath: self.path)
    }
}
