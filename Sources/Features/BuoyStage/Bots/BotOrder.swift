/// What is asked of the bots on a presence channel.
///
/// Where a name may be missing, the bot that was added last is meant.
package enum BotOrder: Hashable, Sendable {
    /// A new bot joins; without a name, the next free one of `BotName.all`.
    case add(String?)
    /// A bot closes all of its connections.
    case remove(String?)
    /// The latest connection of a bot ends without a close frame.
    case leave(String?)
    /// A bot loses its connection again and again, and comes back each time.
    case flap(String?)
    /// A bot opens one more connection as the same user.
    case twin(String?)
    /// A bot sends messages from time to time.
    case chatter(String?)
    /// A bot sends this message.
    case say(String, String)
    /// A bot stops flapping and sending messages.
    case calm(String?)
    /// All bots close their connections.
    case off

    /// The order as it is typed: `add Ana`.
    var words: String {
        let name: String?
        switch self {
        case .add(let given), .remove(let given), .leave(let given), .flap(let given),
            .twin(let given), .chatter(let given), .calm(let given):
            name = given
        case .say(let given, let text): name = "\(given) \(text)"
        case .off: name = nil
        }
        return ([self.verb.rawValue] + [name].compactMap(\.self)).joined(separator: " ")
    }

    /// The first word of the order.
    var verb: BotVerb {
        switch self {
        case .add: .add
        case .remove: .remove
        case .leave: .leave
        case .flap: .flap
        case .twin: .twin
        case .chatter: .chatter
        case .say: .say
        case .calm: .calm
        case .off: .off
        }
    }
}

/// The first words of orders, in the order of the menu.
enum BotVerb: String, CaseIterable, Hashable, Sendable {
    case add, remove, leave, flap, twin, chatter, say, calm, off

    /// What it does, in a few words for a narrow list.
    var summary: String {
        switch self {
        case .add: "joins as another member"
        case .remove: "closes its connections"
        case .leave: "vanishes without a close frame"
        case .flap: "reconnects every 4s"
        case .twin: "opens another connection"
        case .chatter: "types and sends messages"
        case .say: "sends a message"
        case .calm: "stops flapping and chatter"
        case .off: "all bots leave"
        }
    }
}

/// The names of bots.
enum BotName {
    /// The names in the order in which they are given. Among six in a row, each has a colour of its
    /// own (`Role.accent(for:)` of the user id).
    static let all = [
        "Ben", "Emil", "Gil", "Hana", "Kofi", "Vera", "Mira", "Jun", "Noor", "Ivo", "Uma", "Dana",
        "Quinn", "Omar", "Lena", "Pia", "Yara", "Bea", "Tom", "Ana",
    ]

    /// The maximum length of a name, in characters.
    static let limit = 20

    /// Whether a bot can have this name: one word of letters, digits, hyphens and underscores.
    static func isValid(_ name: String) -> Bool {
        (1...Self.limit).contains(name.count)
            && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
    }
}
