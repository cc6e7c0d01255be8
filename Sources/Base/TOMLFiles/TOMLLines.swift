/// Finds the lines of keys in a TOML text.
///
/// The parser reports the line of a syntax error, but not those of keys. This looks for table
/// headers and the start of `key = value` lines. A key written in another way has no line. The tables
/// of an array (`[[cue]]`) are numbered from 0: `cue.0.name`.
package struct TOMLLines {
    private var lines: [String: Int] = [:]
    private var counts: [String: Int] = [:]
    private let texts: [String]

    /// Reads a text.
    package init(_ text: String) {
        // As bytes, because Swift treats a carriage return and a line feed as one character.
        self.texts = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
            .map { String(decoding: $0.last == 0x0D ? $0.dropLast() : $0, as: UTF8.self) }
        var table = ""
        for (index, line) in self.texts.enumerated() {
            let line = line.drop { $0 == " " || $0 == "\t" }
            if line.first == "[", let end = line.firstIndex(of: "]") {
                table = Self.path(of: line[line.index(after: line.startIndex)..<end])
                self.note(table, inside: "", line: index + 1)
                if line.hasPrefix("[[") { table = self.numbered(table, line: index + 1) }
            } else if line.first != "#", let equals = line.firstIndex(of: "=") {
                self.note(Self.path(of: line[..<equals]), inside: table, line: index + 1)
            }
        }
    }

    /// Records a table of an array.
    /// - Returns: its path, which ends with its number.
    private mutating func numbered(_ name: String, line: Int) -> String {
        let number = self.counts[name, default: 0]
        self.counts[name] = number + 1
        let path = "\(name).\(number)"
        self.lines[path] = line
        return path
    }

    /// Records a key and, if it is a dotted path, the tables on the way.
    private mutating func note(_ key: String, inside table: String, line: Int) {
        var path = table
        for part in key.split(separator: ".") {
            path += path.isEmpty ? String(part) : "." + part
            if self.lines[path] == nil { self.lines[path] = line }
        }
    }

    /// The line of a key, by its path from the top level (`roles.state.connected`, `alerts.0.when`),
    /// counted from 1.
    /// A key without a line has the line of the table around it.
    package func line(of path: String) -> Int? {
        var path = path[...]
        while !path.isEmpty {
            if let line = self.lines[String(path)] { return line }
            guard let dot = path.lastIndex(of: ".") else { return nil }
            path = path[..<dot]
        }
        return nil
    }

    /// The line of an element of an array of strings: the first one from the line of its key on that
    /// contains the element as it is written in most files. Otherwise the line of the key.
    package func line(of path: String, element: String) -> Int? {
        guard let start = self.line(of: path) else { return nil }
        let forms = [TOMLText.quoted(element), "'\(element)'"]
        for (index, text) in self.texts.enumerated().dropFirst(start - 1)
        where forms.contains(where: text.contains) {
            return index + 1
        }
        return start
    }

    /// The text of a line, counted from 1.
    package func text(of line: Int) -> String? {
        self.texts.indices.contains(line - 1) ? self.texts[line - 1] : nil
    }

    private static func path(of key: Substring) -> String {
        key.split(separator: ".").map { part in
            let bare = part.filter { !"\"'[".contains($0) }
            let start = bare.drop { " \t".contains($0) }
            return String(start.reversed().drop { " \t".contains($0) }.reversed())
        }
        .joined(separator: ".")
    }
}
