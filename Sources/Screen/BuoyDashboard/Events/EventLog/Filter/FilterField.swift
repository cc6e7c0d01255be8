import ChannelsBasics

enum FilterField: String, Hashable, Sendable, CaseIterable {
    case channel, event, data, text, user, server, kind, size, has

    var operators: [FilterOperator] {
        switch self {
        case .channel, .event, .user, .server, .kind: [.pattern, .equal, .notEqual]
        case .data, .text, .has: [.pattern]
        case .size: [.greater, .greaterOrEqual, .less, .lessOrEqual, .equal, .notEqual]
        }
    }

    var summary: String {
        switch self {
        case .channel: "channel name"
        case .event: "event name"
        case .data: "the data text, or a value in it"
        case .text: "name, channel and data"
        case .user: "the user who sent, joined or left"
        case .server: "the server, in the combined log"
        case .kind: "the kind of row"
        case .size: "bytes of data"
        case .has: "whether a value exists"
        }
    }

    var example: String {
        switch self {
        case .channel: "channel:presence-*"
        case .event: "event:order.*"
        case .data: "data.amount>100"
        case .text: "text:\"two words\""
        case .user: "user:u17"
        case .server: "server:staging"
        case .kind: "kind:error"
        case .size: "size>2k"
        case .has: "has:data.amount"
        }
    }

    /// Accepts another name for a field, a prefix, or one typing error.
    static func meant(by word: String) -> FilterField? {
        let word = word.lowercased()
        if let field = self.otherNames[word] { return field }
        return Suggestion.nearest(toTyped: word, among: self.allCases.map(\.rawValue))
            .flatMap(FilterField.init(rawValue:))
    }

    private static let otherNames: [String: FilterField] = [
        "chan": .channel, "name": .event, "evt": .event, "user_id": .user, "userid": .user,
        "type": .kind, "payload": .data,
    ]
}

extension FilterParser {
    mutating func question(
        _ field: FilterField, _ comparison: FilterOperator, _ start: Int
    ) throws(EventFilterError) -> FilterTerm {
        guard field.operators.contains(comparison) else {
            throw self.error(.operatorOfField(field, comparison), at: start..<self.position)
        }
        switch field {
        case .channel: return .channel(try self.pattern(field, comparison, start))
        case .event: return .event(try self.pattern(field, comparison, start))
        case .user: return .user(try self.pattern(field, comparison, start))
        case .server: return .server(try self.pattern(field, comparison, start))
        case .text: return .text(try self.pattern(field, comparison, start))
        case .data: return .data(try self.pattern(field, comparison, start))
        case .kind: return .kind(try self.kind(start))
        case .size: return .size(comparison, try self.size(start))
        case .has: return try self.presence(start)
        }
    }
}

extension FilterField {
    enum Values {
        case names([String])
        case words([String])
    }

    func values(_ vocabulary: FilterVocabulary) -> Values {
        switch self {
        case .channel: .names(vocabulary.channels)
        case .event: .names(vocabulary.events)
        case .user: .names(vocabulary.users)
        case .server: .names(vocabulary.servers)
        case .kind: .words(FilterKind.allCases.map(\.rawValue))
        case .has: .words(["data", "user", "channel"] + vocabulary.paths.map(\.text))
        case .data, .text, .size: .words([])
        }
    }
}
