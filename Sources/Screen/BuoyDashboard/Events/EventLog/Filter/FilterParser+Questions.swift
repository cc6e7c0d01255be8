import ChannelsBasics
import ChannelsProtocol

extension FilterParser {
    mutating func question() throws(EventFilterError) -> FilterNode {
        let start = self.position
        let name = self.fieldName()
        if let field = FilterField(rawValue: name.lowercased()) {
            if field == .data, self.current == "." || self.current == "[" {
                return .term(try self.valueQuestion(from: start))
            }
            if let comparison = self.takeOperator() {
                return try self.question(field, comparison, start).asked(with: comparison)
            }
        } else if self.current == ":", let meant = FilterField.meant(by: name) {
            throw self.error(.unknownField(name, meant: meant), at: start..<self.position)
        }
        self.position = start
        return .term(try self.textQuestion())
    }

    private mutating func fieldName() -> String {
        let start = self.position
        while let character = self.current,
            character == "_" || character.isASCII && character.isLetter
        {
            self.position += 1
        }
        return self.text(from: start)
    }

    /// Spaces are allowed around `<`, `<=`, `>` and `>=`.
    mutating func takeOperator() -> FilterOperator? {
        let start = self.position
        self.skipSpaces()
        let isSpaced = self.position > start
        for comparison in FilterOperator.allCases where comparison.isOrder || !isSpaced {
            let end = self.position + comparison.rawValue.count
            guard end <= self.characters.count,
                String(self.characters[self.position..<end]) == comparison.rawValue
            else { continue }
            self.position = end
            if comparison.isOrder { self.skipSpaces() }
            return comparison
        }
        self.position = start
        return nil
    }

    private mutating func textQuestion() throws(EventFilterError) -> FilterTerm {
        let word = try self.word()
        if word.isEmpty { throw self.error(.missingText, at: word.range) }
        if !word.isQuoted, let comparison = self.comparison(from: word.text) {
            var parser = FilterParser(comparison, saved: self.saved)
            _ = parser.fieldName()
            return try parser.valueQuestion(from: 0)
        }
        return .text(word.pattern)
    }

    private mutating func comparison(from word: String) -> String? {
        let end = self.position
        var text = word
        if let last = word.last, "<>=".contains(last) {
            self.skipSpaces()
            text += (try? self.word())?.text ?? ""
        } else if let order = self.takeOperator() {
            text += order.rawValue + ((try? self.word())?.text ?? "")
        }
        if let comparison = Self.comparison(meantBy: text) { return comparison }
        self.position = end
        return Self.comparison(meantBy: word)
    }

    /// `amount>100` means `data.amount>100`; `nil` for other words.
    private static func comparison(meantBy word: String) -> String? {
        guard let comparison = word.firstIndex(where: { $0 == "<" || $0 == ">" }) else {
            return nil
        }
        let name = word[..<comparison]
        let isName = name.first?.isLetter ?? false
        let value = word[comparison...].drop { "<>=".contains($0) }
        guard isName, !name.contains(where: { DataPath.endsName($0) && $0 != "." }),
            DataTest.Number(String(value)) != nil
        else { return nil }
        return "data." + word
    }

    mutating func pattern(
        _ field: FilterField, _ comparison: FilterOperator, _ start: Int
    ) throws(EventFilterError) -> FilterPattern {
        if comparison == .pattern, self.current == "/" { return .expression(try self.expression()) }
        let value = try self.value(of: field, start)
        switch field {
        case .text, .data: return value.pattern
        default: return comparison == .pattern ? value.wholePattern : value.exactPattern
        }
    }

    private mutating func value(
        of field: FilterField, _ start: Int
    ) throws(EventFilterError) -> FilterText {
        let value = try self.word()
        if value.isEmpty && !value.isQuoted {
            throw self.error(.emptyPattern(field), at: start..<self.position)
        }
        return value
    }

    mutating func kind(_ start: Int) throws(EventFilterError) -> FilterKind {
        let value = try self.value(of: .kind, start)
        if let kind = FilterKind(rawValue: value.text.lowercased()) { return kind }
        let names = FilterKind.allCases.map(\.rawValue)
        let meant = Suggestion.nearest(toTyped: value.text, among: names)
        throw self.error(.unknownKind(value.text, meant: meant), at: value.range)
    }

    mutating func size(_ start: Int) throws(EventFilterError) -> Int {
        let value = try self.value(of: .size, start)
        let text = value.text.lowercased()
        let units = ["kb": 1000.0, "mb": 1e6, "k": 1000, "m": 1e6, "b": 1]
        let unit = ["kb", "mb", "k", "m", "b"].first { text.hasSuffix($0) }
        let digits = String(text.dropLast(unit?.count ?? 0))
        let factor = unit.flatMap { units[$0] } ?? 1
        guard let number = JSONValue.number(digits).doubleValue, number >= 0,
            let size = Int(exactly: (number * factor).rounded())
        else { throw self.error(.notASize(value.text), at: value.range) }
        return size
    }

    mutating func presence(_ start: Int) throws(EventFilterError) -> FilterTerm {
        let begin = self.position
        switch self.fieldName().lowercased() {
        case "data" where self.current == "." || self.current == "[":
            return .value(try self.path(), .exists)
        case "data" where self.isAtWordEnd: return .hasData
        case "user" where self.isAtWordEnd: return .hasUser
        case "channel" where self.isAtWordEnd: return .hasChannel
        default:
            self.position = begin
            let value = try self.value(of: .has, start)
            throw self.error(.notAPresence(value.text), at: value.range)
        }
    }

    private var isAtWordEnd: Bool {
        guard let character = self.current else { return true }
        return character.isWhitespace || character == ")"
    }
}
