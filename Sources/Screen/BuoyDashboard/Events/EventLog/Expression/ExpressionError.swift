struct ExpressionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// In characters of the pattern, as is `length`.
    var position: Int
    var length: Int
    var reason: Reason

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
        case .openGroup: #"unclosed group: add ), or write \( for a parenthesis"#
        case .closesNothing: #"unmatched parenthesis: write \) for a parenthesis"#
        case .openBrackets: #"unclosed bracket: add ], or write \[ for a bracket"#
        case .emptyBrackets: "empty brackets"
        case .reversedRange(let range): "the range \(range) is reversed"
        case .notOneCodePoint(let text):
            "\(text) is more than one code point: write it outside the brackets"
        case .unknownEscape(let escape):
            #"\#(escape) is not supported; use one of \d \D \w \W \s \S \n \r \t"#
        case .openEscape: #"unfinished escape: write \\ for a backslash"#
        case .backReference:
            "back-references are not supported: they cannot be matched in bounded time"
        case .lookAround: "look-around is not supported: join two terms with a space instead"
        case .possessive: "possessive repetition is not supported: remove the last +"
        case .groupOption(let option):
            "(?\(option) is not supported: write (…), and put flags after the last slash"
        case .nothingToRepeat: #"nothing to repeat: put \ before it to match the character itself"#
        case .reversedRepetition(let low, let high): "the range {\(low),\(high)} is reversed"
        case .repetitionLimit: "at most \(ExpressionParser.repetitionLimit) repetitions are allowed"
        case .nestingLimit:
            "groups may be nested at most \(ExpressionParser.nestingLimit) deep"
        case .stateLimit:
            "the pattern expands to more than \(ExpressionProgram.sizeLimit) states: simplify it"
        }
    }
}
