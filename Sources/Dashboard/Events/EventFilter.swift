import ChannelsProtocol
import TextScreen

/// Which events the log shows. Terms stand between spaces, and all must hold:
///
/// - `order` — the text occurs in the event's name, its channel or its data;
/// - `channel:presence-*`, `event:order.?aid` — the name has this form (`*` any text, `?` one character);
/// - `-typing`, `-channel:chat` — what must not be;
/// - `"two words"` — quotation marks keep spaces.
///
/// Upper and lower case are alike.
struct EventFilter: Hashable, Sendable {
    private enum Term: Hashable, Sendable {
        case text(Needle)
        case channel(Wildcard)
        case event(Wildcard)
    }

    private struct Condition: Hashable, Sendable {
        var term: Term
        var isExcluded: Bool
    }

    /// As it was typed.
    let source: String
    private let conditions: [Condition]

    /// Reads a filter.
    init(_ source: String) throws(EventFilterError) {
        self.source = source
        var conditions: [Condition] = []
        for word in try Self.words(of: source) {
            conditions.append(try Self.condition(word))
        }
        self.conditions = conditions
    }

    /// Whether it lets everything through.
    var isEmpty: Bool { self.conditions.isEmpty }

    /// Whether an event is shown. Of its data, at most `dataLimit` bytes are read.
    func matches(_ event: ClientEvent, dataLimit: Int = EventFilter.dataLimit) -> Bool {
        let names = EventText(event, dataLimit: 0)
        var whole: EventText?
        return self.conditions.allSatisfy { condition in
            let holds: Bool
            switch condition.term {
            case .channel(let wildcard): holds = wildcard.matches(names.channel)
            case .event(let wildcard): holds = wildcard.matches(names.name)
            case .text(let needle):
                let text = whole ?? EventText(event, dataLimit: dataLimit)
                whole = text
                holds = text.contains(needle)
            }
            return holds != condition.isExcluded
        }
    }

    /// How much of an event's data is looked at.
    static let dataLimit = 256 << 10
}

extension EventText {
    /// Whether the text occurs in the name, the channel or the data.
    func contains(_ needle: Needle) -> Bool {
        needle.occurs(in: self.name) || needle.occurs(in: self.channel)
            || needle.occurs(in: self.detail)
    }
}

extension EventFilter {
    /// A word between spaces: its text, and whether it began with a quotation mark.
    private struct Word {
        var text = ""
        var isQuoted = false
        var isExcluded = false
    }

    private static func words(of source: String) throws(EventFilterError) -> [Word] {
        var words: [Word] = []
        var word: Word?
        var isInside = false
        for character in source {
            switch character {
            case "\"":
                var quoted = word ?? Word()
                if quoted.text.isEmpty { quoted.isQuoted = true }
                word = quoted
                isInside.toggle()
            case " " where !isInside:
                if let finished = word { words.append(finished) }
                word = nil
            case "-" where word == nil:
                word = Word(isExcluded: true)
            default:
                word = word ?? Word()
                word?.text.append(character)
            }
        }
        if isInside { throw .openQuotation }
        return words + (word.map { [$0] } ?? [])
    }

    private static func condition(_ word: Word) throws(EventFilterError) -> Condition {
        if word.text.isEmpty { throw .nothingExcluded }
        let term = try word.isQuoted ? .text(Needle(word.text)) : self.term(word.text)
        return Condition(term: term, isExcluded: word.isExcluded)
    }

    private static func term(_ text: String) throws(EventFilterError) -> Term {
        guard let colon = text.firstIndex(of: ":") else { return .text(Needle(text)) }
        let field = text[..<colon].lowercased()
        let value = String(text[text.index(after: colon)...])
        switch field {
        case "channel", "event":
            if value.isEmpty { throw .emptyPattern(field) }
            return field == "channel" ? .channel(Wildcard(value)) : .event(Wildcard(value))
        case "channels", "chan", "chanel":
            throw .unknownField(field, meant: "channel")
        case "events", "evt", "name":
            throw .unknownField(field, meant: "event")
        default:
            // Names of events have colons of their own: `pusher:error` is a text to look for.
            return .text(Needle(text))
        }
    }
}

/// Why a filter cannot be read.
enum EventFilterError: Error, Hashable, Sendable, CustomStringConvertible {
    case openQuotation
    case nothingExcluded
    case emptyPattern(String)
    case unknownField(String, meant: String)

    var description: String {
        switch self {
        case .openQuotation: "a quotation mark is not closed"
        case .nothingExcluded: "a text is missing: write -text, or \"-\" for a minus sign"
        case .emptyPattern(let field): "\(field): needs a name, such as \(field):order*"
        case .unknownField(let field, let meant):
            "\(field): is not known; write \(meant): or put the text in quotation marks"
        }
    }
}
