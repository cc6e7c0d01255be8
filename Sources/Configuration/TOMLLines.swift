/// On which line of a TOML text a key stands.
///
/// The parser tells the line of a syntax error, and nothing about keys. This looks at the text
/// again: table headers and the start of `key = value` lines. A key written in some other way has
/// no line.
struct TOMLLines {
    private var lines: [String: Int] = [:]

    init(_ text: String) {
        var table = ""
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false)
            .enumerated()
        {
            let line = line.drop { $0 == " " || $0 == "\t" }
            if line.first == "[", let end = line.firstIndex(of: "]") {
                table = Self.path(of: line[line.index(after: line.startIndex)..<end])
                self.lines[table, default: index + 1] = index + 1
            } else if line.first != "#", let equals = line.firstIndex(of: "=") {
                let key = Self.path(of: line[..<equals])
                let path = table.isEmpty ? key : table + "." + key
                if self.lines[path] == nil {
                    self.lines[path] = index + 1
                }
            }
        }
    }

    /// The line of a key, by its path from the top (`roles.state.connected`), counted from 1. A key
    /// without a line of its own has the line of the table around it.
    func line(of path: String) -> Int? {
        var path = path[...]
        while !path.isEmpty {
            if let line = self.lines[String(path)] { return line }
            guard let dot = path.lastIndex(of: ".") else { return nil }
            path = path[..<dot]
        }
        return nil
    }

    private static func path(of key: Substring) -> String {
        key.split(separator: ".")
            .map { part in String(part.filter { !" \t\"'[".contains($0) }) }
            .joined(separator: ".")
    }
}
