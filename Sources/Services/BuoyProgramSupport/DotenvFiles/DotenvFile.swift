/// The variables of a `.env` file, read as Laravel reads it (phpdotenv 5): quotes, `export`,
/// comments, `${NAME}` and escapes.
///
/// The values may be secrets. They are never part of a description or of a problem.
struct DotenvFile: Hashable, Sendable {
    struct Entry: Hashable, Sendable {
        let name: String
        /// The value, with references to earlier variables replaced.
        let value: String
        /// The line that it starts on, counted from 1.
        let line: Int
        let quoting: Quoting
        /// The names in `${NAME}` that no earlier line sets; these references are kept as text.
        let unresolvedReferences: [String]
        /// Whether a `#` directly after the value ends it: without quotation marks, the rest is a
        /// comment.
        let isCutByComment: Bool
    }

    enum Quoting: Hashable, Sendable {
        case none
        /// `'…'`: nothing in it is replaced.
        case single
        /// `"…"`: references and escapes are replaced.
        case double
    }

    /// A line that cannot be read. phpdotenv refuses the whole file because of one.
    struct Problem: Hashable, Sendable {
        let line: Int
        let name: String?
        let reason: Reason
    }

    enum Reason: Hashable, Sendable {
        /// The name is empty, or has characters other than letters, digits, `_` and `.`.
        case invalidName
        case missingClosingQuote
        /// There is a word after a space, or after the closing quotation mark.
        case unexpectedWord
        /// A backslash between `"…"` is followed by a character that needs none.
        case invalidEscape
    }

    let entries: [Entry]
    let problems: [Problem]

    /// Skips a variable without `=`, as it has no value.
    init(_ text: String) {
        var reader = DotenvReader()
        reader.read(text)
        self.entries = reader.entries
        self.problems = reader.problems
    }

    func entry(_ name: String) -> Entry? { self.entries.last { $0.name == name } }

    /// The value of a variable; `nil` if it is missing or empty.
    func value(_ name: String) -> String? {
        guard let value = self.entry(name)?.value, !value.isEmpty else { return nil }
        return value
    }
}

// Values may be secrets.
extension DotenvFile: CustomStringConvertible, CustomReflectable {
    var description: String { "\(self.entries.count) variables" }
    var customMirror: Mirror { Mirror(self, children: []) }
}

extension DotenvFile.Entry: CustomStringConvertible, CustomReflectable {
    var description: String { "\(self.name), line \(self.line)" }
    var customMirror: Mirror { Mirror(self, children: []) }
}
