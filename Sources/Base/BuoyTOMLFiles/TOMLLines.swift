/// Finds the lines of keys in a TOML text.
///
/// The parser reports the line of a syntax error, but not those of keys. This looks for table
/// headers and the start of `key = value` lines. A key written in another way has no line. The
/// tables of an array (`[[cue]]`) are numbered from 0: `cue.0.name`.
package struct TOMLLines {
    /// A key, with the keys below it: a tree, because the paths of many keys below a long one would
    /// need much more memory than the text.
    private struct Key {
        /// The line, counted from 1; `nil` for the top level.
        var line: Int?
        /// The places in `keys` of those below it.
        var members: [Substring: Int] = [:]
        /// The number of tables, for an array of them.
        var count = 0
    }

    private var keys = [Key()]
    private let texts: [String]

    /// Reads a string.
    package init(_ text: String) {
        // As bytes, because Swift treats a carriage return and a line feed as one character.
        self.texts = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
            .map { String(decoding: $0.last == 0x0D ? $0.dropLast() : $0, as: UTF8.self) }
        var table = 0
        for (index, line) in self.texts.enumerated() {
            let line = line.drop { $0 == " " || $0 == "\t" }
            if line.first == "[", let end = line.firstIndex(of: "]") {
                let name = line[line.index(after: line.startIndex)..<end]
                table = self.note(name, below: 0, line: index + 1)
                if line.hasPrefix("[[") { table = self.numbered(table, line: index + 1) }
            } else if line.first != "#", let equals = line.firstIndex(of: "=") {
                _ = self.note(line[..<equals], below: table, line: index + 1)
            }
        }
    }

    /// Records a table of an array.
    /// - Returns: its place.
    private mutating func numbered(_ place: Int, line: Int) -> Int {
        let number = self.keys[place].count
        self.keys[place].count = number + 1
        return self.place(of: Substring(String(number)), below: place, line: line)
    }

    /// Records a key and, if it is a dotted path, the tables on the way.
    /// - Returns: its place.
    private mutating func note(_ path: Substring, below table: Int, line: Int) -> Int {
        Self.parts(of: path).reduce(table) { self.place(of: $1, below: $0, line: line) }
    }

    private mutating func place(of name: Substring, below parent: Int, line: Int) -> Int {
        if let known = self.keys[parent].members[name] { return known }
        // The parser rejects a file with this many.
        guard self.keys.count <= TOMLLimits.values else { return parent }
        self.keys.append(Key(line: line))
        self.keys[parent].members[name] = self.keys.count - 1
        return self.keys.count - 1
    }

    /// The line of a key, by its path from the top level (`roles.state.connected`,
    /// `alerts.0.when`), counted from 1. A key without a line has the line of the table around it.
    package func line(of path: String) -> Int? {
        var key = self.keys[0]
        for part in path.split(separator: ".") {
            guard let place = key.members[part] else { break }
            key = self.keys[place]
        }
        return key.line
    }

    /// The line of an element of an array of strings: the first line, starting at that of its key,
    /// that contains the element in its usual form. Otherwise the line of the key.
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

    /// The names of a path, without quotation marks and spaces.
    private static func parts(of path: Substring) -> [Substring] {
        path.split(separator: ".").compactMap { part in
            let bare = part.filter { !"\"'[".contains($0) }
            let start = bare.drop { " \t".contains($0) }
            let end = start.lastIndex { !" \t".contains($0) }.map(start.index(after:))
            return end.map { start[..<$0] }
        }
    }
}
