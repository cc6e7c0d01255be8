extension ExpressionParser {
    mutating func repeated(
        _ syntax: ExpressionSyntax, from start: Int
    ) throws(ExpressionError) -> ExpressionSyntax {
        let sign = self.position
        let counts: (low: Int, high: Int?)
        switch self.current {
        case "*": counts = (0, nil)
        case "+": counts = (1, nil)
        case "?": counts = (0, 1)
        case "{":
            guard let braces = try self.braces() else { return syntax }
            counts = braces
        default: return syntax
        }
        if self.position == sign { self.position += 1 }
        // Greedy or lazy makes no difference to whether the expression occurs.
        _ = self.take("?")
        switch self.current {
        case "+": throw self.error(.possessive)
        case "*", "?": throw self.error(.nothingToRepeat)
        case "{":
            let brace = self.position
            if try self.braces() != nil { throw self.error(.nothingToRepeat, at: brace) }
            return .repetition(syntax, atLeast: counts.low, atMost: counts.high)
        default: return .repetition(syntax, atLeast: counts.low, atMost: counts.high)
        }
    }

    /// Parses `{m}`, `{m,}` or `{m,n}`; `nil` if the brace is a literal character.
    private mutating func braces() throws(ExpressionError) -> (low: Int, high: Int?)? {
        let start = self.position
        var end = start + 1
        guard let low = self.digits(&end) else { return nil }
        var high: String? = low
        if self.character(at: end) == "," {
            end += 1
            high = self.digits(&end)
        }
        guard self.character(at: end) == "}" else { return nil }
        let length = end + 1 - start
        let (atLeast, atMost) = (Self.count(low), high.map(Self.count))
        guard let atLeast, atMost != .some(nil) else {
            throw self.error(.repetitionLimit, at: start, length: length)
        }
        if let atMost = atMost ?? nil, atMost < atLeast {
            throw self.error(.reversedRepetition(atLeast, atMost), at: start, length: length)
        }
        self.position = end + 1
        return (atLeast, atMost ?? nil)
    }

    private func digits(_ position: inout Int) -> String? {
        var digits = ""
        while let character = self.character(at: position), ("0"..."9").contains(character) {
            digits.append(character)
            position += 1
        }
        return digits.isEmpty ? nil : digits
    }

    private static func count(_ digits: String) -> Int? {
        Int(digits).flatMap { $0 <= self.repetitionLimit ? $0 : nil }
    }
}
