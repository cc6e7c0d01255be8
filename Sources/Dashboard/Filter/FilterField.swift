/// What a term can ask about.
enum FilterField: String, Hashable, Sendable, CaseIterable {
    case channel, event, data, text, user, kind, size, has

    /// What may stand behind it.
    var operators: [FilterOperator] {
        switch self {
        case .channel, .event, .user, .kind: [.pattern, .equal, .notEqual]
        case .data, .text, .has: [.pattern]
        case .size: [.greater, .greaterOrEqual, .less, .lessOrEqual, .equal, .notEqual]
        }
    }

    /// What it is, in a few words.
    var summary: String {
        switch self {
        case .channel: "the channel's name"
        case .event: "the event's name"
        case .data: "the text of the data, or a value in it"
        case .text: "name, channel and data"
        case .user: "the user who sent it, joined or left"
        case .kind: "what kind of line it is"
        case .size: "bytes of data"
        case .has: "whether a value is there"
        }
    }

    /// A term to show as an example.
    var example: String {
        switch self {
        case .channel: "channel:presence-*"
        case .event: "event:order.*"
        case .data: "data.amount>100"
        case .text: "text:\"two words\""
        case .user: "user:u17"
        case .kind: "kind:error"
        case .size: "size>2k"
        case .has: "has:data.amount"
        }
    }

    /// The field that a word was perhaps meant to be: another name, the beginning, or one slip of
    /// the finger away from it.
    static func meant(by word: String) -> FilterField? {
        let word = word.lowercased()
        if let field = self.otherNames[word] { return field }
        return self.allCases.first {
            NearName.isNear(word, $0.rawValue)
                || (word.utf8.count > 2 && $0.rawValue.utf8.starts(with: word.utf8))
        }
    }

    private static let otherNames: [String: FilterField] = [
        "chan": .channel, "name": .event, "evt": .event, "user_id": .user, "userid": .user,
        "type": .kind, "payload": .data,
    ]
}
