import ChannelsBasics

package struct ThemeError: Error, Hashable, Sendable {
    enum Problem: Hashable, Sendable {
        case syntax(String)

        case unknownKey(String, suggestion: String?)

        case wrongKind(key: String, expected: String)

        case badColor(key: String, value: String)

        case unknownColor(String, suggestion: String?)

        case notFound(String, suggestion: String?, searched: [String])

        case unreadable(String)

        /// A cycle; the first theme is also the last.
        case extendsInCircle([String])

        /// With the first theme beyond the limit.
        case extendsTooFar(String)

        case paletteCircle(String)

        case badSymbol(key: String, value: String)
    }

    let file: String

    /// Counted from 1.
    let line: Int?

    let problem: Problem

    /// More errors of the same file, in the order of the lines.
    private(set) var others: [ThemeError] = []

    /// All errors of a file as one, in the order of the lines; `nil` without errors.
    static func all(_ errors: [ThemeError]) -> ThemeError? {
        let sorted = errors.enumerated()
            .sorted { ($0.element.line ?? 0, $0.offset) < ($1.element.line ?? 0, $1.offset) }
            .map(\.element)
        guard var first = sorted.first else { return nil }
        first.others = Array(sorted.dropFirst())
        return first
    }

    init(file: String, line: Int? = nil, problem: Problem) {
        self.file = file
        self.line = line
        self.problem = problem
    }

    init(_ place: ThemeFile.Place, problem: Problem) {
        self.init(file: place.file, line: place.line, problem: problem)
    }
}

extension ThemeError: CustomStringConvertible {
    package var description: String {
        ([self] + self.others).map(\.words).joined(separator: "\n")
    }

    private var words: String {
        if case .unreadable(let reason) = self.problem {
            return FileProblem.cannot(.read, self.file, reason: reason)
        }
        if case .notFound(self.file, _, _) = self.problem, self.line == nil {
            return "\(self.problem)"
        }
        let place = self.line.map { "\(self.file):\($0)" } ?? self.file
        return "\(place): \(self.problem)"
    }
}

extension ThemeError.Problem: CustomStringConvertible {
    var description: String {
        switch self {
        case .syntax(let text):
            "invalid TOML: \(text)"
        case .unknownKey(let key, let suggestion):
            "unknown key \"\(key)\"" + Self.hint(suggestion)
        case .wrongKind(let key, let expected):
            "\"\(key)\" must be \(expected)"
        case .badColor(let key, let value):
            "\"\(key)\" must be a colour, not \"\(value)\": #rrggbb, a name such as bright-red, a "
                + "number from 0 to 255, default, or $name for a palette colour"
        case .unknownColor(let name, let suggestion):
            "unknown palette colour \"\(name)\"" + Self.hint(suggestion)
        case .notFound(let name, let suggestion, let searched):
            "unknown theme \"\(name)\""
                + (suggestion == nil
                    ? "; run buoy config themes for a list; searched "
                        + searched.joined(separator: ", ")
                    : Self.hint(suggestion))
        case .unreadable(let reason):
            reason
        case .extendsInCircle(let names):
            "themes extend each other in a cycle: " + names.joined(separator: ", ")
                + "; remove \"extends\" from one of them"
        case .extendsTooFar(let name):
            "too many themes extend each other; remove \"extends\" before \"\(name)\""
        case .paletteCircle(let name):
            "the colour \"\(name)\" refers to itself through other palette colours"
        case .badSymbol(let key, let value):
            "\"\(key)\" must be one character, one cell wide, not \"\(value)\"; in the "
                + "\"ascii\" set, an ASCII character"
        }
    }

    private static func hint(_ suggestion: String?) -> String {
        Suggestion.question(suggestion).map { "; \($0)" } ?? ""
    }
}
