import ChannelsBasics

/// An error or a warning about a configuration, with its place.
package struct ConfigurationError: Error, Hashable, Sendable {
    /// The path of the file.
    let file: String
    /// The line, counted from 1; `nil` if there isn't one.
    let line: Int?
    /// The character in the line, counted from 1, if it is known.
    let column: Int?
    /// The problem at this place.
    let problem: Problem

    init(file: String, line: Int? = nil, column: Int? = nil, problem: Problem) {
        self.file = file
        self.line = line
        self.column = column
        self.problem = problem
    }

    /// The errors and warnings. They never contain the value of an unknown key, which may be a
    /// secret.
    enum Problem: Hashable, Sendable {
        /// The file is not TOML; the text comes from the parser.
        case syntax(String)
        case unreadable(String)
        /// An unknown key, and a known one with a similar spelling.
        case unknownKey(String, suggestion: String?)
        /// A key that seems to contain a secret.
        case secret(String)
        /// A value of another kind than the key needs.
        case wrongKind(key: String, expected: String)
        /// A word that is not a value of the key.
        case unknownWord(key: String, word: String, suggestion: String?, known: [String])
        /// The theme cannot be used; the text says why.
        case theme(String)
        /// A layout or filter with an invalid name.
        case badName(String, of: String)
        /// A secret in the table of a server.
        case secretOfServer(String)
        /// A server without an address, or with two.
        case incompleteServer(String)
        /// A saved filter cannot be read; the character is counted from 1.
        case filter(name: String, character: Int, reason: String)
        case unknownCommand(String, suggestion: String?)
        case unknownKeyName(String, command: String, suggestion: String?)
        /// A key that terminals send as another key.
        case indistinctKey(String, command: String, sameAs: String)
        /// Two commands with the same key, in these panes; in all of them if there aren't any.
        case conflict(key: String, command: String, other: String, isDefault: Bool, panes: [String])
        /// A key that cannot be given to another command.
        case reservedKey(String, command: String, owner: String)
        /// A key that a command keeps; a warning.
        case keptKey(String, command: String)
        /// A problem with the file itself; a warning.
        case careless(String)
    }
}

/// The errors of a configuration, in the order of the lines; never empty.
package struct ConfigurationErrors: Error, Hashable, Sendable, CustomStringConvertible {
    /// The errors in the order of the lines.
    let errors: [ConfigurationError]

    /// One line for each error.
    package var description: String {
        self.errors.map(\.description).joined(separator: "\n")
    }
}

extension ConfigurationError: CustomStringConvertible {
    /// One line with the place and the problem.
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
    /// The problem, and what to do about it.
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
