package import Foundation

/// The files of this repository, for tests that compare something with them.
package enum SourceTree {
    /// The root folder: the one with the manifest, above this file.
    package static let root: URL = {
        var folder = URL(filePath: #filePath).deletingLastPathComponent()
        while folder.path() != "/",
            !FileManager.default.fileExists(atPath: folder.appending(path: "Package.swift").path())
        {
            folder.deleteLastPathComponent()
        }
        return folder
    }()

    /// The text of a file, by its path from the root.
    package static func text(_ path: String) throws -> String {
        try String(contentsOf: self.root.appending(path: path), encoding: .utf8)
    }
}
