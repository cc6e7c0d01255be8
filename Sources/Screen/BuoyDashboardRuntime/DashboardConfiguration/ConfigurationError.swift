import ChannelsBasics

package struct ConfigurationError: Error, Hashable, Sendable {
    let file: String
    /// Counted from 1.
    let line: Int?
    /// The character in the line, counted from 1.
    let column: Int?
    let problem: Problem

    init(file: String, line: Int? = nil, column: Int? = nil, problem: Problem) {
        self.file = file
        self.line = line
        self.column = column
        self.problem = problem
    }

    /// Never contains the value of an unknown key, which may be a secret.
    enum Problem: Error, Hashable, Sendable {
        /// The text comes from the TOML parser.
        case syntax(String)
        case unreadable(String)
        case unknownKey(String, suggestion: String?)
        case secret(String)
        case wrongKind(key: String, expected: String)
        case unknownWord(key: String, word: String, suggestion: String?, known: [String])
        case theme(String)
        case badName(String, of: String)
        case secretOfServer(String)
        case incompleteServer(String)
        /// The character is counted from 1.
        case filter(name: String, character: Int, reason: String)
        case unknownCommand(String, suggestion: String?)
        case unknownKeyName(String, command: String, suggestion: String?)
        /// A key that terminals send as another key.
        case indistinctKey(String, command: String, sameAs: String)
        /// In these panes; in all of them if the list is empty.
        case conflict(key: String, command: String, other: String, isDefault: Bool, panes: [String])
        case reservedKey(String, command: String, owner: String)
        case keptKey(String, command: String)
        case careless(String)
    }
}

/// In the order of the lines; never empty.
package struct ConfigurationErrors: Error, Hashable, Sendable, CustomStringConvertible {
    let errors: [ConfigurationError]

    package var description: String {
        self.errors.map(\.description).joined(separator: "\n")
    }
}

extension ConfigurationError: CustomStringConvertible {
    package var description: String {
        if case .unreadable(let reason) = self.problem {
            return FileProblem.cannot(.read, self.file, reason: reason)
        }
        let numbers = [self.line, self.line == nil ? nil : self.column].compactMap { $0 }
        let place = numbers.reduce(self.file) { "\($0):\($1)" }
        return "\(place): \(self.problem)"
    }
}

extension ConfigurationError.Problem: CustomStringConvertible {
    var description: String {
        switch self {
        case .syntax(let text): "invalid TOML: \(text)"
        case .unreadable(let reason): reason
        case .unknownKey(let key, let suggestion):
            "unknown key \"\(key)\"" + Self.hint(suggestion)
        case .secret(let key):
            "unknown key \"\(key)\"; secrets do not belong in the configuration: use "
                + "--secret-file, or set BUOY_SECRET"
        case .wrongKind(let key, let expected): "\(Self.named(key)) must be \(expected)"
        case .unknownWord(let key, let word, let suggestion, let known):
            "unknown value \"\(word)\" for \(Self.named(key))"
                + (suggestion == nil
                    ? "; choose from " + known.joined(separator: ", ") : Self.hint(suggestion))
        case .theme(let reason): "the theme cannot be used: \(reason)"
        case .badName(let name, let thing):
            "\"\(name)\" is not a valid \(thing) name: use only letters, digits, _, - and ., "
                + "and no reserved name"
        case .filter(let name, let character, let reason):
            "error in filter \"\(name)\" at character \(character): \(reason)"
        case .secretOfServer(let key):
            "\"\(key)\" would put a secret in the configuration: use secret_file or \"@FILE\" for "
                + "a file that only you can read, or secret_command for a program"
        default: self.keyDescription
        }
    }

    private var keyDescription: String {
        switch self {
        case .incompleteServer(let table): "[\(table)] must set either host or cluster"
        case .unknownCommand(let name, let suggestion):
            "unknown command \"\(name)\"" + Self.hint(suggestion)
        case .unknownKeyName(let name, let command, let suggestion):
            "unknown key name \"\(name)\" for \"\(command)\""
                + (suggestion == nil
                    ? "; use a single character or a name such as Ctrl-X, Alt-X, F5, Space or PgUp"
                    : Self.hint(suggestion))
        case .indistinctKey(let name, let command, let same):
            "terminals send \(same) for \(name), so \"\(command)\" would never be triggered; "
                + "use \"\(same)\" or another key"
        case .conflict(let key, let command, let other, let isDefault, let panes):
            "key \"\(key)\" would run both \(command) (here) and \(other)"
                + (isDefault ? " (its default)" : "")
                + (panes.isEmpty ? "" : " in \(panes.joined(separator: ", "))")
                + (isDefault
                    ? ": choose another key, or set \(other) = []"
                    : ": choose another key for one of them")
        case .reservedKey(let key, let command, let owner):
            "\(key) is always \(owner): give \(command) another key"
        case .keptKey(let key, let command):
            "\(command) always keeps \(key) as a way out"
        case .careless(let sentence): sentence
        default: ""
        }
    }

    /// `"theme"`; for a key of an alert, whose path has a number from 0, `"state" of alert 4`.
    private static func named(_ key: String) -> String {
        let parts = key.split(separator: ".", maxSplits: 2)
        guard parts.count > 1, parts[0] == "alerts", let index = Int(parts[1]) else {
            return "\"\(key)\""
        }
        return (parts.count > 2 ? "\"\(parts[2])\" in " : "") + "alert \(index + 1)"
    }

    private static func hint(_ suggestion: String?) -> String {
        Suggestion.question(suggestion).map { "; \($0)" } ?? ""
    }
}
