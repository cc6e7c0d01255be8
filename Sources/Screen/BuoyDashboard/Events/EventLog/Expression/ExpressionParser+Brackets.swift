extension ExpressionParser {
    /// The position is after the opening bracket.
    mutating func brackets(from start: Int) throws(ExpressionError) -> ScalarSet {
        let isInverted = self.take("^")
        var set = ScalarSet([])
        while let character = self.current, character != "]" {
            set = set.union(try self.member())
        }
        guard self.take("]") else { throw self.error(.openBrackets, at: start) }
        if set.ranges.isEmpty {
            throw self.error(.emptyBrackets, at: start, length: self.position - start)
        }
        if self.ignoresCase { set = set.ignoringCase }
        return isInverted ? set.inverted : set
    }

    /// One character, one range, or one class such as `\d`.
    private mutating func member() throws(ExpressionError) -> ScalarSet {
        let start = self.position
        let first = try self.single()
        guard self.current == "-", let next = self.character(at: self.position + 1), next != "]",
            let low = first.onlyScalar
        else { return first }
        self.position += 1
        guard let high = try self.single().onlyScalar, low <= high else {
            let range = String(self.characters[start..<self.position])
            throw self.error(.reversedRange(range), at: start, length: self.position - start)
        }
        return ScalarSet([low...high])
    }

    private mutating func single() throws(ExpressionError) -> ScalarSet {
        let start = self.position
        guard let character = self.current else { return ScalarSet([]) }
        self.position += 1
        if character == "\\" { return try self.escape(from: start) }
        guard let scalar = character.unicodeScalars.first, character.unicodeScalars.count == 1
        else { throw self.error(.notOneCodePoint(String(character)), at: start) }
        return ScalarSet(scalar)
    }
}

extension ScalarSet {
    fileprivate var onlyScalar: UInt32? {
        guard self.ranges.count == 1, let range = self.ranges.first, range.count == 1 else {
            return nil
        }
        return range.lowerBound
    }
}
