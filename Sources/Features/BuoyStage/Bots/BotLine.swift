import ChannelsBasics

package enum BotLine {
    package static func order(_ text: String) throws(StageRefusal) -> BotOrder {
        var words = text.split(separator: " ")[...]
        guard let first = words.popFirst() else {
            throw StageRefusal("type a bot command: \(Self.verbs.joined(separator: ", "))")
        }
        guard let verb = BotVerb(rawValue: String(first)) else {
            throw StageRefusal(
                Suggestion.unknown("bot command", String(first), among: Self.verbs))
        }
        let name = try words.popFirst().map { (word) throws(StageRefusal) in try Self.name(word) }
        guard verb != .say else { return try Self.say(name, words) }
        guard words.isEmpty, verb != .off || name == nil else {
            throw StageRefusal(
                verb == .off
                    ? "off takes no argument" : "\(verb.rawValue) takes one bot name")
        }
        switch verb {
        case .add: return .add(name)
        case .remove: return .remove(name)
        case .leave: return .leave(name)
        case .flap: return .flap(name)
        case .twin: return .twin(name)
        case .chatter: return .chatter(name)
        case .calm: return .calm(name)
        case .off, .say: return .off
        }
    }

    private static func name(_ word: Substring) throws(StageRefusal) -> String {
        let name = String(word)
        guard BotName.isValid(name) else {
            throw StageRefusal(
                "a bot name must have 1 to \(BotName.limit) letters, digits, hyphens or "
                    + "underscores")
        }
        return name
    }

    private static func say(
        _ name: String?, _ words: ArraySlice<Substring>
    ) throws(StageRefusal) -> BotOrder {
        guard let name, !words.isEmpty else {
            throw StageRefusal("say takes a bot name and a message")
        }
        return .say(name, try StageMessage.checked(words.joined(separator: " ")))
    }

    private static let verbs = BotVerb.allCases.map(\.rawValue)

    // MARK: Completion

    static func candidates(after words: [String], bots: [String]) -> [String] {
        guard let first = words.first else { return Self.verbs }
        guard words.count == 1, let verb = BotVerb(rawValue: first) else { return [] }
        switch verb {
        case .add: return BotName.all.filter { !bots.contains($0) }
        case .off: return []
        case .remove, .leave, .flap, .twin, .chatter, .say, .calm: return bots
        }
    }
}
