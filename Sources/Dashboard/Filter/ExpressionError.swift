/// Why a regular expression cannot be used, and where.
struct ExpressionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// In characters from the start of the pattern.
    var position: Int
    /// How many characters it is about.
    var length: Int
    var reason: Reason

    /// What can be wrong.
    enum Reason: Hashable, Sendable {
        case openGroup, closesNothing, openBrackets, emptyBrackets
        case reversedRange(String)
        case notOneCodePoint(String)
        case unknownEscape(String)
        case openEscape
        case backReference, lookAround, possessive
        case groupOption(String)
        case nothingToRepeat
        case reversedRepetition(Int, Int)
        case repetitionLimit
        case nestingLimit
        case stateLimit
    }

    var description: String { self.reason.description }
}

extension ExpressionError.Reason: CustomStringConvertible {
    var description: String {
        switch self {
        case .openGroup: #"this group is not closed: add ), or write \( for the character"#
        case .closesNothing: #"nothing is open here: write \) for the character"#
        case .openBrackets: #"these brackets are not closed: add ], or write \[ for the character"#
        case .emptyBrackets: "no character stands between these brackets"
        case .reversedRange(let range): "the range \(range) runs backwards"
        case .notOneCodePoint(let text):
            "\(text) is more than one code point: write it outside of the brackets"
        case .unknownEscape(let escape):
            #"\#(escape) is not known: there are \d \D \w \W \s \S \n \r \t"#
        case .openEscape: #"a character is missing: write \\ for a backslash"#
        case .backReference:
            "back-references are not supported: they cannot be matched in bounded time"
        case .lookAround: "look-around is not supported: join two terms with a space instead"
        case .possessive: "possessive repetition is not supported: leave the second + out"
        case .groupOption(let option):
            "(?\(option) is not supported: write (…), and flags behind the last slash"
        case .nothingToRepeat: #"nothing to repeat: write \ before it for the character"#
        case .reversedRepetition(let low, let high): "{\(low),\(high)} counts backwards"
        case .repetitionLimit: "at most \(ExpressionParser.repetitionLimit) repetitions are counted"
        case .nestingLimit:
            "groups are at most \(ExpressionParser.nestingLimit) deep inside each other"
        case .stateLimit:
            "the pattern is too large: spelled out it may have \(ExpressionProgram.sizeLimit) states"
        }
    }
}
