/// The position of a key or a value in a TOML file.
package struct TOMLPlace: Hashable, Sendable {
    // Half the size, because a file may have 500,000 values.
    private let storedLine: UInt32
    private let storedColumn: UInt32

    init(line: Int, column: Int) {
        self.storedLine = UInt32(clamping: line)
        self.storedColumn = UInt32(clamping: column)
    }

    /// The line, counted from 1.
    package var line: Int { Int(self.storedLine) }
    /// The character of the line, counted from 1.
    package var column: Int { Int(self.storedColumn) }
}

/// A TOML value, with its position.
package struct TOMLNode: Sendable {
    /// The kinds of values.
    package enum Content: Sendable {
        case text(String)
        case integer(Int)
        case number(Double)
        case flag(Bool)
        /// A date, a time or both, as written.
        case time(String)
        case list([TOMLNode])
        case table(TOMLTable)
    }

    /// The value itself.
    package let content: Content
    /// The start of the value. For a table with a header, its name there.
    package let place: TOMLPlace
    /// The length of the quotation marks before a string whose characters are its value; 0 for a
    /// string with escapes or several lines, and for all other values.
    private let markLength: UInt8

    init(_ content: Content, at place: TOMLPlace, markLength: UInt8 = 0) {
        self.content = content
        self.place = place
        self.markLength = markLength
    }

    /// The string; `nil` if it is something else.
    package var text: String? { if case .text(let text) = self.content { text } else { nil } }
    /// The string, if it is not empty and has no control characters, which no name, path or address
    /// has; `nil` otherwise.
    package var plainText: String? {
        self.text.flatMap { !$0.isEmpty && TOMLText.isPlain($0) ? $0 : nil }
    }
    /// The Boolean; `nil` if it is something else.
    package var flag: Bool? { if case .flag(let flag) = self.content { flag } else { nil } }
    /// The whole number; `nil` if it is something else.
    package var integer: Int? {
        if case .integer(let integer) = self.content { integer } else { nil }
    }
    /// The number, whole or not; `nil` if it is something else.
    package var number: Double? {
        if case .number(let number) = self.content { number } else { self.integer.map(Double.init) }
    }
    /// The elements; `nil` if it is not an array.
    package var list: [TOMLNode]? { if case .list(let list) = self.content { list } else { nil } }
    /// The members; `nil` if it is not a table.
    package var table: TOMLTable? {
        if case .table(let table) = self.content { table } else { nil }
    }

    /// The column of a character of a string, for errors inside it.
    ///
    /// - Parameter offset: the position of the character in the string, counted from 0.
    /// - Returns: `nil` if the string has escapes or several lines.
    package func column(ofCharacter offset: Int) -> Int? {
        self.markLength > 0 ? self.place.column + Int(self.markLength) + offset : nil
    }
}
