struct FilterWordStart {
    private enum Place {
        case open, quotation, expression
    }

    private(set) var start = 0
    private var place = Place.open
    private var isEscaped = false
    private var previous: Character?

    var isInExpression: Bool { self.place == .expression }

    init(_ characters: ArraySlice<Character>) {
        self.start = characters.startIndex
        for (index, character) in zip(characters.indices, characters) {
            self.pass(character, at: index)
            self.previous = character
        }
    }

    private mutating func pass(_ character: Character, at index: Int) {
        if self.isEscaped {
            self.isEscaped = false
            return
        }
        switch self.place {
        case .quotation, .expression:
            self.isEscaped = character == "\\"
            let end: Character = self.place == .quotation ? "\"" : "/"
            if character == end { self.place = .open }
        case .open: self.passOpen(character, at: index)
        }
    }

    private mutating func passOpen(_ character: Character, at index: Int) {
        let isFirst = index == self.start
        switch character {
        case "\"": self.place = .quotation
        case "/" where isFirst || self.previous == ":": self.place = .expression
        case "(", "-", "!":
            if isFirst { self.start = index + 1 }
        case ")": self.start = index + 1
        default:
            if character.isWhitespace { self.start = index + 1 }
        }
    }
}
