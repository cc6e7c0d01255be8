/// The variables of a `.env` file, read as Laravel reads it (phpdotenv 5): quotes, `export`,
/// comments, `${NAME}` and escapes.
///
/// The values may be secrets. They are never part of a description or of a problem.
struct DotenvFile: Hashable, Sendable {
    /// A variable with its value.
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

    /// The quotation marks around a value.
    enum Quoting: Hashable, Sendable {
        case none
        /// `'…'`: nothing in it is replaced.
        case single
        /// `"…"`: references and escapes are replaced.
        case double
    }

    /// A line that cannot be read. phpdotenv refuses the whole file because of one.
    struct Problem: Hashable, Sendable {
        /// The line, counted from 1.
        let line: Int
        /// The variable; `nil` if the line has no valid name.
        let name: String?
        let reason: Reason
    }

    /// Why a line cannot be read.
    enum Reason: Hashable, Sendable {
        /// The name is empty, or has characters other than letters, digits, `_` and `.`.
        case invalidName
        /// A quotation mark is opened and not closed.
        case missingClosingQuote
        /// There is a word after a space, or after the closing quotation mark.
        case unexpectedWord
        /// A backslash between `"…"` is followed by a character that needs none.
        case invalidEscape
    }

    /// The variables, in the order of the file.
    let entries: [Entry]
    /// The lines that cannot be read.
    let problems: [Problem]

    /// Reads the text of a file. A variable without `=` is skipped, as it has no value.
    init(_ text: String) {
        var reader = DotenvReader()
        reader.read(text)
        self.entries = reader.entries
        self.problems = reader.problems
    }

    /// The variable with this name: the last one, if there are several.
    func entry(_ name: String) -> Entry? { self.entries.last { $0.name == name } }

    /// The value of a variable; `nil` if it is missing or empty.
    func value(_ name: String) -> String? {
        guard let value = self.entry(name)?.value, !value.isEmpty else { return nil }
        return value
    }
}

// Values may be secrets.
extension DotenvFile: CustomStringConvertible, CustomReflectable {
    /// The number of variables.
    var description: String { "\(self.entries.count) variables" }
    /// Without children, so that `dump` shows no value.
    var customMirror: Mirror { Mirror(self, children: []) }
}

extension DotenvFile.Entry: CustomStringConvertible, CustomReflectable {
    /// The name and the line.
    var description: String { "\(self.name), line \(self.line)" }
    /// Without children, so that `dump` shows no value.
    var customMirror: Mirror { Mirror(self, children: []) }
}
