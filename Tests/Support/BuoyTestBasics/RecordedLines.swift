import Foundation

/// A file of lines that something once said, which it has to say again. With `RECORD_CORPORA=1` in
/// the environment, it is written again; that is for changes that are meant.
package struct RecordedLines {
    private let path: String

    /// - Parameter path: the path from the root of the repository.
    package init(_ path: String) { self.path = path }

    /// The first line that differs, with its number and what is recorded; `nil` if all are the
    /// same.
    package func difference(from lines: [String]) throws -> String? {
        if ProcessInfo.processInfo.environment["RECORD_CORPORA"] != nil {
            let file = SourceTree.root.appending(path: self.path)
            try Data(lines.map { $0 + "\n" }.joined().utf8).write(to: file)
        }
        // Lines may contain other separators, which are not line feeds.
        let recorded = try SourceTree.text(self.path).utf8.split(separator: UInt8(ascii: "\n"))
        for (number, line) in lines.enumerated() {
            guard number < recorded.count else { return "\(number + 1): \(line), not recorded" }
            guard line.utf8.elementsEqual(recorded[number]) else {
                return
                    "\(number + 1): \(line), not \(String(decoding: recorded[number], as: UTF8.self))"
            }
        }
        return lines.count < recorded.count ? "\(lines.count + 1) is missing" : nil
    }
}
