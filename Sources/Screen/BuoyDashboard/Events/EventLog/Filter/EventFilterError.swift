package struct EventFilterError: Error, Hashable, Sendable, CustomStringConvertible {
    /// In characters of the source, as is `length`.
    package var position: Int
    var length: Int
    var reason: Reason

    package var description: String { self.reason.description }

    indirect enum Reason: Hashable, Sendable {
        case openQuotation, openPattern
        case missingText
        case missingTerm(joint: String)
        case openGroup, closesNothing, emptyGroup
        case emptyPattern(FilterField)
        case emptyValue(String)
        case unknownField(String, meant: FilterField)
        case operatorOfField(FilterField, FilterOperator)
        case unknownKind(String, meant: String?)
        case notANumber(String)
        case notASize(String)
        case pathStep
        case pathWithoutComparison(String)
        case notAPresence(String)
        case unknownFlags(String)
        case expression(ExpressionError.Reason)
        case unknownSaved(String, meant: String?)
        case savedCycle([String])
        case emptySaved(String)
        case inSaved(String, Reason)
        case tooLong, tooDeep, tooManyTerms
    }
}

extension EventFilterError.Reason: CustomStringConvertible {
    var description: String {
        switch self {
        case .openQuotation: "unclosed quotation mark"
        case .openPattern:
            "unclosed pattern: add /, or quote the text"
        case .missingText: "missing text: write -text, or \"-\" for a minus sign"
        case .missingTerm(let joint):
            "\(joint) must be between two terms: write \"\(joint)\" to look for the word"
        case .openGroup: "unclosed parenthesis: add ), or write \"(\" to look for it"
        case .closesNothing: "unmatched parenthesis: write \")\" to look for it"
        case .emptyGroup: "empty parentheses"
        case .emptyPattern(let field):
            "\(field.rawValue): requires a value, such as \(field.example)"
        case .emptyValue(let name): "missing value, such as \(name)100 or \(name)\"text\""
        case .unknownField(let word, let meant):
            "unknown field \"\(word)\": write \(meant.example), or quote the text"
        case .operatorOfField(let field, let comparison):
            "\(field.rawValue) does not work with \(comparison.rawValue): write \(field.example)"
        case .unknownKind(let word, let meant): Self.unknownKind(word, meant)
        case .notANumber(let text):
            "\"\(text)\" is not a number: quote strings to compare them"
        case .notASize(let text): "\"\(text)\" is not a size: write 200, 2k or 1.5M"
        case .pathStep:
            "a path must continue with .name or [0], as in data.items[0].name; quote unusual "
                + "names"
        case .pathWithoutComparison(let path):
            "\(path) requires a comparison: \(path)>100, \(path):text* or has:\(path)"
        case .notAPresence(let text):
            "\"\(text)\" does not work here: write has:data.amount, has:data, has:user or has:channel"
        case .unknownFlags(let flags):
            "unknown flags /\(flags): a pattern may end with i (any case, the default) or c (exact "
                + "case); quote text that contains slashes"
        case .expression(let reason): reason.description
        case .unknownSaved(let name, let meant):
            "unknown saved filter @\(name)" + (meant.map { ": write @\($0), or" } ?? ": write")
                + " \"@\(name)\" to look for the text"
        case .savedCycle(let names):
            "saved filters refer to each other in a cycle: "
                + names.map { "@\($0)" }.joined(separator: " → ")
        case .emptySaved(let name): "the saved filter @\(name) is empty: leave it out"
        case .inSaved(let name, let reason): "in @\(name): \(reason.description)"
        case .tooLong: "the filter is longer than \(EventFilter.sourceLimit) characters"
        case .tooDeep: "parentheses may be nested at most \(FilterParser.nestingLimit) deep"
        case .tooManyTerms: "too many terms: at most \(FilterParser.termLimit) are allowed"
        }
    }

    private static func unknownKind(_ word: String, _ meant: String?) -> String {
        let names = FilterKind.allCases.map(\.rawValue).joined(separator: ", ")
        return "unknown kind \"\(word)\""
            + (meant.map { ": write kind:\($0)" } ?? "; choose from \(names)")
    }
}
