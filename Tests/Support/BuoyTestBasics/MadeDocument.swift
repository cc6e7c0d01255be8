import Foundation

/// A document with parts that are made from the program, each between the lines
/// `<!-- made: NAME -->` and `<!-- end -->`. With `RECORD_DOCS=1` in the environment, they are
/// written again.
package struct MadeDocument {
    private let file: URL
    /// The whole text.
    package private(set) var text: String

    /// Why a part cannot be compared.
    package struct MissingPart: Error {
        /// Its name.
        package let name: String
    }

    /// Reads a document.
    /// - Parameter path: the path from the root of the repository.
    package init(_ path: String) throws {
        self.file = SourceTree.root.appending(path: path)
        self.text = try String(contentsOf: self.file, encoding: .utf8)
    }

    /// The names of the parts that differ from what they should be; none after recording.
    package mutating func staleParts(_ parts: [(name: String, text: String)]) throws -> [String] {
        if ProcessInfo.processInfo.environment["RECORD_DOCS"] != nil {
            for part in parts {
                self.text.replaceSubrange(try self.range(of: part.name), with: part.text)
            }
            try Data(self.text.utf8).write(to: self.file)
        }
        return try parts.filter { self.text[try self.range(of: $0.name)] != $0.text }.map(\.name)
    }

    /// What stands between the lines of the two markers.
    private func range(of name: String) throws -> Range<String.Index> {
        guard let start = self.text.range(of: "<!-- made: \(name) -->\n"),
            let end = self.text.range(
                of: "\n<!-- end -->", range: start.upperBound..<self.text.endIndex)
        else { throw MissingPart(name: name) }
        return start.upperBound..<end.lowerBound
    }
}
