import ChannelsBasics

/// Reads the lines of a `.env` file one after the other, because a reference sees only what is
/// before it.
struct DotenvReader {
    private(set) var entries: [DotenvFile.Entry] = []
    private(set) var problems: [DotenvFile.Problem] = []
    private var values: [String: String] = [:]

    mutating func read(_ text: String) {
        let text = text.hasPrefix("\u{FEFF}") ? text.dropFirst() : text[...]
        var lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)[...]
        var number = 1
        while let line = lines.popFirst() {
            let start = number
            number += 1
            let trimmed = line.drop(while: \.isWhitespace)
            guard !trimmed.isEmpty, trimmed.first != "#", let equals = trimmed.firstIndex(of: "=")
            else { continue }
            guard let name = Self.name(trimmed[..<equals]) else {
                self.problems.append(.init(line: start, name: nil, reason: .invalidName))
                continue
            }
            var value = String(trimmed[trimmed.index(after: equals)...].drop(while: \.isWhitespace))
            // A value between "…" may have several lines.
            let (rest, first) = (lines, value)
            var isOpen = value.first == "\"" && !DotenvValue.isClosed(value)
            while isOpen, let next = lines.popFirst() {
                value += "\n" + next
                isOpen = !DotenvValue.isClosed("\"" + next)
                number += 1
            }
            if !self.add(name, value, line: start), number > start + 1 {
                // The quotation mark that closed it is that of another line.
                (lines, number) = (rest, start + 1)
                self.problems.removeLast()
                self.add(name, first, line: start)
            }
        }
    }

    @discardableResult
    private mutating func add(_ name: String, _ text: String, line: Int) -> Bool {
        var value = DotenvValue(values: self.values)
        do throws(DotenvFailure) {
            try value.read(text)
        } catch {
            self.problems.append(.init(line: line, name: name, reason: error.reason))
            return false
        }
        self.values[name] = value.result
        self.entries.append(
            DotenvFile.Entry(
                name: name, value: value.result, line: line, quoting: value.quoting,
                unresolvedReferences: value.unresolved, isCutByComment: value.isCutByComment))
        return true
    }

    /// The name before `=`, without `export` and quotation marks; `nil` if it is not a name.
    static func name(_ text: Substring) -> String? {
        var words = text.split(whereSeparator: \.isWhitespace)
        if words.count == 2, words[0] == "export" { words.removeFirst() }
        guard words.count == 1, var name = words.first else { return nil }
        for quote in ["'", "\""] where name.count > 2 && name.hasPrefix(quote) {
            if name.hasSuffix(quote) { name = name.dropFirst().dropLast() }
        }
        let isName = name.unicodeScalars.allSatisfy {
            $0.properties.isAlphabetic || $0.properties.numericType != nil || $0 == "_" || $0 == "."
        }
        return isName && !name.isEmpty ? String(name) : nil
    }
}

struct DotenvFailure: Error {
    let reason: DotenvFile.Reason

    init(_ reason: DotenvFile.Reason) { self.reason = reason }
}

/// Reads one value, with the states of phpdotenv's `EntryParser`.
struct DotenvValue {
    private enum State {
        case start, unquoted, single, double, escape, space, comment
    }

    let values: [String: String]
    private(set) var result = ""
    private(set) var quoting = DotenvFile.Quoting.none
    private(set) var unresolved: [String] = []
    private(set) var isCutByComment = false
    private var state = State.start

    init(values: [String: String]) { self.values = values }

    mutating func read(_ text: String) throws(DotenvFailure) {
        var rest = text[...]
        while let character = rest.first {
            if character == "$", [.start, .unquoted, .double].contains(self.state),
                let (name, end) = Self.reference(in: rest)
            {
                if self.state == .start { self.state = .unquoted }
                self.refer(to: name, rest[..<end])
                rest = rest[end...]
            } else {
                try self.take(character)
                rest = rest.dropFirst()
            }
        }
        if [.single, .double, .escape].contains(self.state) {
            throw DotenvFailure(.missingClosingQuote)
        }
    }

    private mutating func take(_ character: Character) throws(DotenvFailure) {
        switch self.state {
        case .start: self.begin(character)
        case .unquoted:
            if character == "#" {
                self.isCutByComment = true
                self.state = .comment
            } else if character.isWhitespace {
                self.state = .space
            } else {
                self.result.append(character)
            }
        case .single:
            if character == "'" { self.state = .space } else { self.result.append(character) }
        case .double:
            switch character {
            case "\"": self.state = .space
            case "\\": self.state = .escape
            default: self.result.append(character)
            }
        case .escape:
            guard let meant = Self.escapes[character] else { throw DotenvFailure(.invalidEscape) }
            self.result.append(meant)
            self.state = .double
        case .space:
            if character == "#" {
                self.state = .comment
            } else if !character.isWhitespace {
                throw DotenvFailure(.unexpectedWord)
            }
        case .comment: break
        }
    }

    private mutating func begin(_ character: Character) {
        switch character {
        case "'": (self.state, self.quoting) = (.single, .single)
        case "\"": (self.state, self.quoting) = (.double, .double)
        case "#": self.state = .comment
        default:
            self.state = .unquoted
            self.result.append(character)
        }
    }

    private mutating func refer(to name: String, _ text: Substring) {
        if let value = self.values[name] {
            self.result += value
        } else {
            self.result += text
            self.unresolved.append(name)
        }
    }

    private static func reference(in text: Substring) -> (name: String, end: Substring.Index)? {
        guard text.hasPrefix("${"), let close = text.firstIndex(of: "}") else { return nil }
        let name = text[..<close].dropFirst(2)
        return !name.isEmpty && name.hasOnlyLettersAndDigits(or: "_.")
            ? (String(name), text.index(after: close)) : nil
    }

    static func isClosed(_ text: String) -> Bool {
        var isEscaped = false
        for character in text.dropFirst() {
            if isEscaped {
                isEscaped = false
            } else if character == "\"" {
                return true
            } else {
                isEscaped = character == "\\"
            }
        }
        return false
    }

    private static let escapes: [Character: Character] = [
        "\"": "\"", "\\": "\\", "$": "$", "n": "\n", "r": "\r", "t": "\t", "f": "\u{0C}",
        "v": "\u{0B}",
    ]
}
