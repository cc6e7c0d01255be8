extension FilterParser {
    /// Up to a space, or to a parenthesis that was not opened in the word.
    mutating func word() throws(EventFilterError) -> FilterText {
        var word = FilterText(at: self.position)
        let start = self.position
        word.isQuoted = self.current == "\""
        var parentheses = 0
        while let character = self.current, !character.isWhitespace {
            switch character {
            case "\"":
                for character in try self.quotation() { word.append(character, isQuoted: true) }
                continue
            case "(": parentheses += 1
            case ")" where parentheses == 0:
                word.range = start..<self.position
                return word
            case ")": parentheses -= 1
            default: break
            }
            word.append(character, isQuoted: false)
            self.position += 1
        }
        word.range = start..<self.position
        return word
    }

    /// Parses a quoted text; `\"` is a quotation mark, `\\` a backslash.
    mutating func quotation() throws(EventFilterError) -> String {
        let start = self.position
        self.position += 1
        var text = ""
        while let character = self.current {
            self.position += 1
            if character == "\"" { return text }
            if character == "\\", let next = self.current, next == "\"" || next == "\\" {
                self.position += 1
                text.append(next)
            } else {
                text.append(character)
            }
        }
        throw self.error(.openQuotation, at: start..<self.position)
    }

    mutating func expression() throws(EventFilterError) -> Expression {
        let start = self.position
        self.position += 1
        let end = try self.endOfExpression(from: start)
        let flags = try self.flags(from: end + 1)
        do {
            return try Expression(
                String(self.characters[(start + 1)..<end]), ignoresCase: !flags.contains("c"))
        } catch {
            let position = start + 1 + error.position
            throw self.error(.expression(error.reason), at: position..<(position + error.length))
        }
    }

    /// The position of the closing slash: the first that is neither escaped nor in brackets.
    private func endOfExpression(from start: Int) throws(EventFilterError) -> Int {
        var position = start + 1
        var isInBrackets = false
        while let character = self.character(at: position) {
            switch character {
            case "\\": position += 1
            case "[": isInBrackets = true
            case "]": isInBrackets = false
            case "/" where !isInBrackets: return position
            default: break
            }
            position += 1
        }
        throw self.error(.openPattern, at: start..<self.characters.count)
    }

    private mutating func flags(from start: Int) throws(EventFilterError) -> String {
        self.position = start
        while let character = self.current, !character.isWhitespace, character != ")" {
            self.position += 1
        }
        let flags = self.text(from: start)
        guard ["", "i", "c"].contains(flags) else {
            throw self.error(.unknownFlags(flags), at: start..<self.position)
        }
        return flags
    }
}
