import ChannelsBasics

/// In quotation marks the characters are literal; elsewhere `*` and `?` are wildcards.
package struct FilterText: Hashable, Sendable {
    private struct Element: Hashable {
        var character: Character
        var isQuoted: Bool
    }

    private var elements: [Element] = []
    var isQuoted = false
    var range: Range<Int>

    init(at position: Int) { self.range = position..<position }

    mutating func append(_ character: Character, isQuoted: Bool) {
        self.elements.append(Element(character: character, isQuoted: isQuoted))
    }

    var text: String { String(self.elements.map(\.character)) }
    var isEmpty: Bool { self.elements.isEmpty }

    private var hasWildcards: Bool {
        self.elements.contains { !$0.isQuoted && ($0.character == "*" || $0.character == "?") }
    }

    var wholePattern: FilterPattern { .wildcard(self.wildcard) }

    var pattern: FilterPattern {
        guard self.hasWildcards else { return .needle(Needle(self.text)) }
        var copy = self
        let run = Element(character: "*", isQuoted: false)
        copy.elements = [run] + self.elements + [run]
        return .wildcard(copy.wildcard)
    }

    var exactPattern: FilterPattern {
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
    package static func written(_ text: String) -> String {
        let special: Set<Character> = ["\"", "*", "?", "(", ")"]
        let isPlain = !text.isEmpty && !text.contains { special.contains($0) || $0.isWhitespace }
        return isPlain && text.first != "/" ? text : self.quoted(text)
    }

    static func quoted(_ text: String) -> String {
        var quoted = "\""
        for character in text {
            if character == "\"" || character == "\\" { quoted.append("\\") }
            quoted.append(character)
        }
        return quoted + "\""
    }
}
