import ChannelsProtocol

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
        /// The earlier variable that is all of the value, as in `NAME="${OTHER}"`.
        let reference: String?
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
        case tooLargeValue
        /// The values up to this line, and the text of those that could not be read, are too large.
        /// The rest of the file is not read.
        case tooLargeFile

        /// Whether buoy refuses it, and Laravel would not.
        var isLimit: Bool { self == .tooLargeValue || self == .tooLargeFile }
    }

    /// In bytes, with references replaced, which may make a large value of a small file.
    static let largestValue = 64 << 10
    /// In bytes: all values together.
    static let largest = 1 << 20

    let entries: [Entry]
    let problems: [Problem]
    private let indices: [String: Int]
    private let defaults: [String: String]

    /// Skips a variable without `=`, as it has no value.
    ///
    /// - Parameter defaults: the app's own values for variables that the file does not have.
    init(_ text: String, defaults: [String: String] = [:]) {
        self.defaults = defaults
        var reader = DotenvReader()
        reader.read(text)
        self.entries = reader.entries
        self.problems = reader.problems
        self.indices = Dictionary(
            zip(reader.entries.map(\.name), reader.entries.indices)
        ) { $1 }
    }

    /// The last one of a name, which wins.
    func entry(_ name: String) -> Entry? { self.indices[name].map { self.entries[$0] } }

    /// The entry where the value of a variable is written, if others only refer to it.
    func source(_ name: String) -> Entry? {
        var entry = self.entry(name)
        // References lead to earlier lines, unless a later one has the same name.
        for _ in 0..<10 {
            guard let next = entry?.reference.flatMap(self.entry), next.value == entry?.value else {
                break
            }
            entry = next
        }
        return entry
    }

    /// The value of a variable; `nil` if it is missing or empty.
    func value(_ name: String) -> String? {
        let value = self.entry(name)?.value ?? self.defaults[name]
        return value?.isEmpty == false ? value : nil
    }
}

// Values may be secrets.
extension DotenvFile: CustomStringConvertible, Unreflected {
    var description: String { "\(self.entries.count) variables" }
}

extension DotenvFile.Entry: CustomStringConvertible, Unreflected {
    var description: String { "\(self.name), line \(self.line)" }
}
