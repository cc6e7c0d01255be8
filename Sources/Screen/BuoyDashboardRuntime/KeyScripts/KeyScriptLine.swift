import BuoyDashboard
import BuoyTextScreen
import ChannelsBasics

struct KeyScriptLine {
    private let word: Substring
    private let rest: Substring
    private let number: Int

    private static let words = ["wait", "gone", "key", "text", "pause"]

    init(_ line: Substring, number: Int) {
        let line = line.trimmed(of: Self.isSpace)
        self.word = line.prefix { $0 != " " && $0 != "\t" }
        self.rest = line.dropFirst(self.word.count).trimmed(of: Self.isSpace)
        self.number = number
    }

    /// What the line asks for; `nil` for an empty line and a comment.
    mutating func action() throws(KeyScriptError) -> KeyScript.Action? {
        if self.word.isEmpty || self.word.hasPrefix("#") { return nil }
        guard Self.words.contains(String(self.word)) else {
            throw self.error(Suggestion.unknown("step", String(self.word), among: Self.words))
        }
        guard !self.rest.isEmpty else { throw self.error("\(self.word) requires a value") }
        switch self.word {
        case "wait":
            let (text, limit) = try self.textAndLimit()
            return .wait(text, limit)
        case "gone":
            let (text, limit) = try self.textAndLimit()
            return .gone(text, limit)
        case "key": return .press(try self.keys())
        case "text":
            return .press(Self.unquoted(self.rest).unicodeScalars.map { .character($0) })
        default: return .pause(try self.duration(self.rest))
        }
    }

    private func keys() throws(KeyScriptError) -> [KeyPress] {
        var keys: [KeyPress] = []
        for name in self.rest.split(separator: " ") {
            switch KeyName.read(String(name)) {
            case .key(let key), .indistinct(let key): keys.append(key)
            case .unknown(let suggestion):
                throw self.error(
                    "unknown key \"\(name)\"; "
                        + (Suggestion.question(suggestion)
                            ?? "use a single character or a name such as Enter, Ctrl-X or F5"))
            }
        }
        return keys
    }

    /// `CONNECTED`, `"two words" within 30s`.
    private func textAndLimit() throws(KeyScriptError) -> (String, Duration) {
        guard let place = self.rest.ranges(of: " within ").last else {
            return (Self.unquoted(self.rest), KeyScript.usualLimit)
        }
        let text = self.rest[..<place.lowerBound].trimmed(of: Self.isSpace)
        return (Self.unquoted(text), try self.duration(self.rest[place.upperBound...]))
    }

    private func duration(_ text: Substring) throws(KeyScriptError) -> Duration {
        if let duration = Duration(typed: String(text.trimmed(of: Self.isSpace))) {
            return duration
        }
        throw self.error("\"\(text)\" must be a duration, such as 500ms, 2s or 1m")
    }

    private func error(_ reason: String) -> KeyScriptError {
        KeyScriptError(line: self.number, reason: reason)
    }

    private static func unquoted(_ text: Substring) -> String {
        let isQuoted = text.count > 1 && text.first == "\"" && text.last == "\""
        return String(isQuoted ? text.dropFirst().dropLast() : text)
    }

    private static func isSpace(_ character: Character) -> Bool {
        character == " " || character == "\t"
    }
}
