import BuoyTestBasics
import Foundation

/// The repository that the tests are part of, read as files.
enum Repository {
    /// Its root folder.
    static let root = SourceTree.root

    static func text(_ path: String) throws -> String {
        try String(contentsOf: self.root.appending(path: path), encoding: .utf8)
    }

    /// The Swift files below a folder, as paths from the root. Examples may have been built there.
    static func swiftFiles(below folder: String) throws -> [String] {
        let start = self.root.appending(path: folder)
        let files = FileManager.default.enumerator(atPath: start.path(percentEncoded: false))
        return (files?.allObjects as? [String] ?? [])
            .filter { $0.hasSuffix(".swift") && !$0.contains(".build/") }
            .map { "\(folder)/\($0)" }
            .sorted()
    }

    /// The names of the folders and files directly in a folder.
    static func entries(of folder: String) throws -> [String] {
        let path = self.root.appending(path: folder).path(percentEncoded: false)
        return try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    }

    /// The names of the folders directly in a folder.
    static func folders(of folder: String) throws -> [String] {
        try self.entries(of: folder).filter { name in
            let path = self.root.appending(path: "\(folder)/\(name)").path(percentEncoded: false)
            var isFolder: ObjCBool = false
            return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
                && isFolder.boolValue
        }
    }
}
