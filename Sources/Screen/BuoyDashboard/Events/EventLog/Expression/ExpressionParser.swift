indirect enum ExpressionSyntax: Hashable, Sendable {
    case empty
    case one(ScalarSet)
    case start, end
    case sequence([ExpressionSyntax])
    case choice([ExpressionSyntax])
    case repetition(ExpressionSyntax, atLeast: Int, atMost: Int?)
}

/// Literals, `.`, `[a-z]`, `[^a]`, `\d \w \s` and their opposites, `^`, `$`, `* + ? {m,n}`, groups
/// and `|`.
///
/// Constructs that cannot be matched in linear time are refused with a reason. A brace that does
/// not start a repetition is a literal, because people search for JSON.
struct ExpressionParser {
    let characters: [Character]
    var position = 0
    private var depth = 0
    let ignoresCase: Bool

    static let repetitionLimit = 1000
    static let nestingLimit = 50

    static func parse(
        _ characters: [Character], ignoresCase: Bool
    ) throws(ExpressionError) -> ExpressionSyntax {
        var parser = ExpressionParser(characters: characters, ignoresCase: ignoresCase)
        let syntax = try parser.choice()
        if parser.current != nil { throw parser.error(.closesNothing) }
        return syntax
    }

    private init(characters: [Character], ignoresCase: Bool) {
        self.characters = characters
        self.ignoresCase = ignoresCase
    }

    var current: Character? { self.character(at: self.position) }

    func character(at position: Int) -> Character? {
        position < self.characters.count ? self.characters[position] : nil
    }

    mutating func take(_ character: Character) -> Bool {
        guard self.current == character else { return false }
        self.position += 1
        return true
    }

    func error(
        _ reason: ExpressionError.Reason, at position: Int? = nil, length: Int = 1
    ) -> ExpressionError {
        ExpressionError(position: position ?? self.position, length: length, reason: reason)
    }

    private mutating func choice() throws(ExpressionError) -> ExpressionSyntax {
        var options = [try self.sequence()]
        while self.take("|") { options.append(try self.sequence()) }
        return options.count == 1 ? options[0] : .choice(options)
    }

    private mutating func sequence() throws(ExpressionError) -> ExpressionSyntax {
        var parts: [ExpressionSyntax] = []
        while let character = self.current, character != "|", character != ")" {
            let start = self.position
            parts.append(try self.repeated(try self.atom(), from: start))
        }
        return parts.isEmpty ? .empty : parts.count == 1 ? parts[0] : .sequence(parts)
    }

    private mutating func atom() throws(ExpressionError) -> ExpressionSyntax {
        let start = self.position
        guard let character = self.current else { return .empty }
        self.position += 1
        switch character {
        case "(": return try self.group(from: start)
        case "[": return .one(try self.brackets(from: start))
        case "\\": return self.characterSyntax(try self.escape(from: start))
        case ".": return .one(.withinLine)
        case "^": return .start
        case "$": return .end
        case "*", "+", "?": throw self.error(.nothingToRepeat, at: start)
        default: return self.literal(character)
        }
    }

    private mutating func group(from start: Int) throws(ExpressionError) -> ExpressionSyntax {
        if self.current == "?" { try self.groupOption(from: start) }
        self.depth += 1
        guard self.depth <= Self.nestingLimit else { throw self.error(.nestingLimit, at: start) }
        let inside = try self.choice()
        guard self.take(")") else { throw self.error(.openGroup, at: start) }
        self.depth -= 1
        return inside
    }

    /// Skips `?:`, which makes no difference here, and refuses everything else.
    private mutating func groupOption(from start: Int) throws(ExpressionError) {
        let option = self.character(at: start + 2).map(String.init) ?? ""
        let next = self.character(at: start + 3)
        switch option {
        case ":": self.position = start + 3
        case "=", "!": throw self.error(.lookAround, at: start, length: 3)
        case "<" where next == "=" || next == "!":
            throw self.error(.lookAround, at: start, length: 4)
        default: throw self.error(.groupOption(option), at: start, length: 2 + option.count)
        }
    }

    private func literal(_ character: Character) -> ExpressionSyntax {
        let scalars = character.unicodeScalars.map { self.characterSyntax(ScalarSet($0)) }
        return scalars.count == 1 ? scalars[0] : .sequence(scalars)
    }

    private func characterSyntax(_ set: ScalarSet) -> ExpressionSyntax {
        .one(self.ignoresCase ? set.ignoringCase : set)
    }

    /// The position is after the backslash.
    mutating func escape(from start: Int) throws(ExpressionError) -> ScalarSet {
        guard let letter = self.current else { throw self.error(.openEscape, at: start) }
        self.position += 1
        switch letter {
        case "d": return .digits
        case "D": return ScalarSet.digits.inverted
        case "w": return .wordCharacters
        case "W": return ScalarSet.wordCharacters.inverted
        case "s": return .spaces
        case "S": return ScalarSet.spaces.inverted
        case "n": return ScalarSet("\n")
        case "r": return ScalarSet("\r")
        case "t": return ScalarSet("\t")
        case "1"..."9": throw self.error(.backReference, at: start, length: 2)
        default:
            guard let scalar = letter.unicodeScalars.first, letter.unicodeScalars.count == 1,
                !letter.isLetter, !letter.isNumber
            else { throw self.error(.unknownEscape(String(letter)), at: start, length: 2) }
            return ScalarSet(scalar)
        }
    }
}
