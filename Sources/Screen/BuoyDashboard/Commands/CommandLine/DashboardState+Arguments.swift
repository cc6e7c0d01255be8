import BuoyScripts
import BuoyTextScreen
import ChannelsBasics
package import ChannelsProtocol
import OrderedCollections

extension DashboardState {
    func subscribe(to text: String) throws(PromptRefusal) -> [Effect] {
        var effects: [Effect] = []
        // Spaces and commas separate names, as in `--subscribe`.
        for word in text.split(whereSeparator: { $0 == " " || $0 == "," }) {
            let effect = Effect.client(.subscribe(try Self.channelName(word)))
            if !effects.contains(effect) { effects.append(effect) }
        }
        return effects
    }

    /// Patterns may have `*` and `?`. Asks first if they match more channels than were typed.
    mutating func unsubscribe(from text: String) throws(PromptRefusal) -> [Effect] {
        // A name may contain a comma.
        let words = text.split(separator: " ").flatMap { word in
            self.subscribed(matching: word).isEmpty ? word.split(separator: ",") : [word]
        }
        var channels: [ChannelName] = []
        for word in words {
            let found = self.subscribed(matching: word)
            guard !found.isEmpty else {
                let isPattern = word.contains { $0 == "*" || $0 == "?" }
                throw PromptRefusal(
                    text: "no channel \(isPattern ? "matches" : "is called") \(word)",
                    range: word.place)
            }
            channels += found.filter { !channels.contains($0) }
        }
        guard channels.count > words.count else {
            return channels.map { .client(.unsubscribe($0)) }
        }
        self.confirmation = .unsubscribe(channels)
        return []
    }

    private func subscribed(matching word: Substring) -> [ChannelName] {
        let names = self.channels.rows.keys
        let exact = names.filter { $0.text == word }
        guard exact.isEmpty else { return Array(exact) }
        let pattern = Wildcard(String(word))
        return names.filter { pattern.matches($0.text) }
    }

    package static func channelNames(_ text: String) throws(PromptRefusal) -> [ChannelName] {
        var names: [ChannelName] = []
        for word in text.split(separator: " ") { names.append(try Self.channelName(word)) }
        return names
    }

    private static func channelName(_ word: Substring) throws(PromptRefusal) -> ChannelName {
        do {
            return try ChannelName(String(word))
        } catch {
            throw PromptRefusal(text: error.description, range: word.place)
        }
    }

    func bind(_ text: String, on channel: ChannelName?) throws(PromptRefusal) -> [Effect] {
        let name = text.trimmingSpaces
        if name.isEmpty { return [] }
        try Self.checkLength(name)
        return [.client(.bind(name == "*" ? nil : EventName(name), channel))]
    }

    private static func checkLength(_ name: String) throws(PromptRefusal) {
        guard name.utf8.count <= EventName.lengthLimit else {
            throw PromptRefusal(
                text:
                    "the event name is \(name.utf8.count) bytes long; the limit is \(EventName.lengthLimit)"
            )
        }
    }

    private static let nameLimit = 60

    func rename(_ text: String) throws(PromptRefusal) -> [Effect] {
        let name = text.trimmingSpaces
        guard !name.isEmpty else { return [] }
        guard name.count <= Self.nameLimit else {
            throw PromptRefusal(text: "a name can have at most \(Self.nameLimit) characters")
        }
        let channels = self.channels.rows.values.filter {
            $0.name.kind.hasMembers && $0.state != .unsubscribing
        }
        return [.rename(name, on: channels.map(\.name))]
    }

    func clientEvent(_ text: String) throws(PromptRefusal) -> [Effect] {
        let words = text.split(separator: " ", maxSplits: 2)
        if words.isEmpty { return [] }
        guard words.count > 1 else {
            throw PromptRefusal(text: "type a channel, a client event name and data")
        }
        let channel = try Self.channelName(words[0])
        // The prompt begins with the prefix, and the user can type a whole name after it.
        let typed = words[1]
        let isTwice = typed.hasPrefix("client-client-")
        let name = EventName(String(isTwice ? typed.dropFirst("client-".count) : typed))
        guard name.isClientEvent, name.text.utf8.count > "client-".utf8.count else {
            throw PromptRefusal(
                text: "client event names must start with client-", range: words[1].place)
        }
        try Self.checkLength(name.text)
        guard channel.kind.takesClientEvents else {
            throw PromptRefusal(
                text: "client events can only be sent on private and presence channels",
                range: words[0].place)
        }
        let data = words.count > 2 ? String(words[2]).trimmingSpaces : "{}"
        let event = ChannelsEvent(
            name: name, channel: channel,
            data: JSONValue.parse(data).map { EventData(json: $0) } ?? EventData(data))
        return [.client(.trigger(event))]
    }
}

extension Substring {
    fileprivate var place: Range<Int> {
        let start = self.base.distance(from: self.base.startIndex, to: self.startIndex)
        return start..<start + self.count
    }
}
