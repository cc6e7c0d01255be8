/// Finds the lines of keys in a TOML text.
///
/// The parser reports the line of a syntax error, but not those of keys. This looks for table
/// headers and the start of `key = value` lines. A key written in another way has no line.
struct TOMLLines {
    private var lines: [String: Int] = [:]
    private let texts: [String]

    init(_ text: String) {
        // As bytes, because Swift treats a carriage return and a line feed as one character.
        self.texts = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
            .map { String(decoding: $0.last == 0x0D ? $0.dropLast() : $0, as: UTF8.self) }
        var table = ""
        var counts: [String: Int] = [:]
        for (index, line) in self.texts.enumerated() {
            let line = line.drop { $0 == " " || $0 == "\t" }
            if line.first == "[", let end = line.firstIndex(of: "]") {
                table = Self.path(of: line[line.index(after: line.startIndex)..<end])
                self.note(table, inside: "", line: index + 1)
                guard line.hasPrefix("[[") else { continue }
                // The tables of an array have a number, from 0.
                let number = counts[table, default: 0]
                counts[table] = number + 1
                table += ".\(number)"
                self.note(table, inside: "", line: index + 1)
            } else if line.first != "#", let equals = line.firstIndex(of: "=") {
                self.note(Self.path(of: line[..<equals]), inside: table, line: index + 1)
            }
        }
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
    func line(of path: String) -> Int? {
        var path = path[...]
        while !path.isEmpty {
            if let line = self.lines[String(path)] { return line }
            guard let dot = path.lastIndex(of: ".") else { return nil }
            path = path[..<dot]
        }
        return nil
    }

    /// The text of a line, counted from 1.
    func text(of line: Int) -> String? {
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
