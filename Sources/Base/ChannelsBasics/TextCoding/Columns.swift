// Text in columns, a cell for each character: for tables of plain text.

extension String {
    /// The text with spaces after it, up to a width.
    package func padded(to width: Int) -> String {
        self + String(repeating: " ", count: Swift.max(width - self.count, 0))
    }

    /// The text with spaces before it, up to a width.
    package func paddedAtStart(to width: Int) -> String {
        String(repeating: " ", count: Swift.max(width - self.count, 0)) + self
    }

    /// The text without spaces at its end.
    package var trimmedAtEnd: String { String(self.reversed().drop { $0 == " " }.reversed()) }
}

extension StringProtocol {
    /// The text without white space at its start and end.
    package var trimmed: String { String(self.trimmed { $0.isWhitespace }) }

    /// The text without some characters at its start and end.
    package func trimmed(of isBlank: (Character) -> Bool) -> SubSequence {
        let start = self.drop(while: isBlank)
        let end = start.lastIndex { !isBlank($0) }.map(start.index(after:))
        return start[..<(end ?? start.startIndex)]
    }
}
