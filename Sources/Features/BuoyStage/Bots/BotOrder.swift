/// An order for the bots on a presence channel.
///
/// Where a name may be missing, the bot that was added last is meant.
package enum BotOrder: Hashable, Sendable {
    /// A new bot joins; without a name, the next free one of `BotName.all`.
    case add(String?)
    case remove(String?)
    /// The latest connection of a bot ends without a close frame.
    case leave(String?)
    case flap(String?)
    /// One more connection as the same user.
    case twin(String?)
    case chatter(String?)
    case say(String, String)
    case calm(String?)
    case off

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

enum BotVerb: String, CaseIterable, Hashable, Sendable {
    case add, remove, leave, flap, twin, chatter, say, calm, off

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

enum BotName {
    /// The names in the order in which they are given. Among six in a row, each has a colour of its
    /// own (`Role.accent(for:)` of the user id).
    static let all = [
        "Ben", "Emil", "Gil", "Hana", "Kofi", "Vera", "Mira", "Jun", "Noor", "Ivo", "Uma", "Dana",
        "Quinn", "Omar", "Lena", "Pia", "Yara", "Bea", "Tom", "Ana",
    ]

    static let limit = 20

    /// Whether a bot can have this name: one word of letters, digits, hyphens and underscores.
    static func isValid(_ name: String) -> Bool {
        (1...Self.limit).contains(name.count)
            && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
    }
}
