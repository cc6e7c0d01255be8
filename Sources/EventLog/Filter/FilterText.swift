/// A word of a filter. Between quotation marks its characters stand for themselves; outside of them
/// `*` and `?` are wildcards.
package struct FilterText: Hashable, Sendable {
    private struct Element: Hashable {
        var character: Character
        var isQuoted: Bool
    }

    private var elements: [Element] = []
    /// Whether it began with a quotation mark.
    package var isQuoted = false
    /// Its position in the filter, in characters.
    package var range: Range<Int>

    package init(at position: Int) { self.range = position..<position }

    package mutating func append(_ character: Character, isQuoted: Bool) {
        self.elements.append(Element(character: character, isQuoted: isQuoted))
    }

    /// What it says, without quotation marks.
    package var text: String { String(self.elements.map(\.character)) }
    package var isEmpty: Bool { self.elements.isEmpty }

    private var hasWildcards: Bool {
        self.elements.contains { !$0.isQuoted && ($0.character == "*" || $0.character == "?") }
    }

    /// A pattern for whole texts.
    package var wholePattern: FilterPattern { .wildcard(self.wildcard) }

    /// A pattern that may occur anywhere in a text.
    package var pattern: FilterPattern {
        guard self.hasWildcards else { return .needle(Needle(self.text)) }
        var copy = self
        let run = Element(character: "*", isQuoted: false)
        copy.elements = [run] + self.elements + [run]
        return .wildcard(copy.wildcard)
    }

    /// A pattern for this text and no other, wildcards or not.
    package var exactPattern: FilterPattern {
        var copy = self
        for index in copy.elements.indices { copy.elements[index].isQuoted = true }
        return .wildcard(copy.wildcard)
    }

    private var wildcard: Wildcard {
        var wildcard = Wildcard("")
        for element in self.elements {
            wildcard.append(element.character, isLiteral: element.isQuoted)
        }
        return wildcard
    }
}

extension FilterText {
    /// Writes a text so that a filter reads it as it is, with quotation marks when it needs them.
    package static func written(_ text: String) -> String {
        let special: Set<Character> = ["\"", "*", "?", "(", ")"]
        let isPlain = !text.isEmpty && !text.contains { special.contains($0) || $0.isWhitespace }
        return isPlain && text.first != "/" ? text : self.quoted(text)
    }

    /// Writes a text with quotation marks.
    package static func quoted(_ text: String) -> String {
        var quoted = "\""
        for character in text {
            if character == "\"" || character == "\\" { quoted.append("\\") }
            quoted.append(character)
        }
        return quoted + "\""
    }
}
