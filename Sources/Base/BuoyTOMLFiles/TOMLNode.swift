package struct TOMLPlace: Hashable, Sendable {
    // Half the size, because a file may have 500,000 values.
    private let storedLine: UInt32
    private let storedColumn: UInt32

    init(line: Int, column: Int) {
        self.storedLine = UInt32(clamping: line)
        self.storedColumn = UInt32(clamping: column)
    }

    package var line: Int { Int(self.storedLine) }
    package var column: Int { Int(self.storedColumn) }
}

package struct TOMLNode: Sendable {
    package enum Content: Sendable {
        case text(String)
        case integer(Int)
        case number(Double)
        case flag(Bool)
        case time(String)
        case list([TOMLNode])
        case table(TOMLTable)
    }

    package let content: Content
    /// The start of the value; for a table with a header, its name there.
    package let place: TOMLPlace
    /// The length of the quotation marks before a string without escapes, on one line; 0 otherwise.
    private let markLength: UInt8

    init(_ content: Content, at place: TOMLPlace, markLength: UInt8 = 0) {
        self.content = content
        self.place = place
        self.markLength = markLength
    }

    package var text: String? { if case .text(let text) = self.content { text } else { nil } }
    /// `nil` if empty or with control characters, which no name, path or address has.
    package var plainText: String? {
        self.text.flatMap { !$0.isEmpty && TOMLText.isPlain($0) ? $0 : nil }
    }
    package var flag: Bool? { if case .flag(let flag) = self.content { flag } else { nil } }
    package var integer: Int? {
        if case .integer(let integer) = self.content { integer } else { nil }
    }
    package var number: Double? {
        if case .number(let number) = self.content { number } else { self.integer.map(Double.init) }
    }
    package var list: [TOMLNode]? { if case .list(let list) = self.content { list } else { nil } }
    package var table: TOMLTable? {
        if case .table(let table) = self.content { table } else { nil }
    }

    /// For errors inside a string; `nil` if it has escapes or several lines.
    /// - Parameter offset: in characters, from 0.
    package func column(ofCharacter offset: Int) -> Int? {
        self.markLength > 0 ? self.place.column + Int(self.markLength) + offset : nil
    }
}
