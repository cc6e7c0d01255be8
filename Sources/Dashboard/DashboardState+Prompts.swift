import ChannelsProtocol
import OrderedCollections
import TextScreen

extension DashboardState {
    mutating func open(_ kind: Prompt.Kind, text: String = "") {
        var prompt = Prompt(kind, text: text)
        prompt.findMatches { self.candidates(for: kind, after: $0) }
        self.prompt = prompt
    }

    mutating func handleInPrompt(_ key: KeyPress) -> [Effect] {
        guard var prompt = self.prompt else { return [] }
        let kind = prompt.kind
        let history = self.promptHistory[kind.historyName] ?? []
        let answer = prompt.handle(key, history: history) { self.candidates(for: kind, after: $0) }
        self.prompt = prompt
        switch answer {
        case .none: return []
        case .cancel:
            self.prompt = nil
            return []
        case .submit(let text):
            do {
                let effects = try self.submit(text, kind)
                self.prompt = nil
                self.notice = nil
                self.remember(text, kind)
                self.scan()
                return effects
            } catch {
                self.prompt?.error = error.text
                return []
            }
        }
    }

    private mutating func remember(_ text: String, _ kind: Prompt.Kind) {
        guard !text.isEmpty else { return }
        var history = self.promptHistory[kind.historyName] ?? []
        history.removeAll { $0 == text }
        history.append(text)
        self.promptHistory[kind.historyName] = Array(history.suffix(Self.historyLimit))
    }

    /// Why a prompt's text cannot be used.
    private struct Refusal: Error {
        let text: String
    }

    /// Does what a prompt's text says; nothing for an empty one.
    private mutating func submit(
        _ text: String, _ kind: Prompt.Kind
    ) throws(Refusal) -> [Effect] {
        switch kind {
        case .subscribe: return try Self.subscriptions(text)
        case .bind(let channel): return try Self.binding(text, on: channel)
        case .bindEverywhere: return try Self.binding(text, on: nil)
        case .trigger: return try Self.clientEvent(text)
        case .search:
            self.events.setSearch(text)
        case .filter:
            do {
                self.events.setFilter(try EventFilter(text))
            } catch {
                throw Refusal(text: error.description)
            }
        }
        return []
    }

    private static func subscriptions(_ text: String) throws(Refusal) -> [Effect] {
        var effects: [Effect] = []
        for word in text.split(separator: " ") {
            let effect = Effect.subscribe(try self.channelName(String(word)))
            if !effects.contains(effect) { effects.append(effect) }
        }
        return effects
    }

    private static func channelName(_ text: String) throws(Refusal) -> ChannelName {
        do {
            return try ChannelName(text)
        } catch {
            throw Refusal(text: error.description)
        }
    }

    private static func binding(
        _ text: String, on channel: ChannelName?
    ) throws(Refusal) -> [Effect] {
        let name = text.trimmingSpaces
        if name.isEmpty { return [] }
        try self.checkLength(name)
        return [.bind(name == "*" ? nil : EventName(name), channel)]
    }

    private static func checkLength(_ name: String) throws(Refusal) {
        guard name.utf8.count <= EventName.lengthLimit else {
            throw Refusal(
                text:
                    "the event name has \(name.utf8.count) bytes; \(EventName.lengthLimit) are allowed"
            )
        }
    }

    private static func clientEvent(_ text: String) throws(Refusal) -> [Effect] {
        let text = text.trimmingSpaces
        if text.isEmpty { return [] }
        let words = text.split(separator: " ", maxSplits: 2).map(String.init)
        guard words.count > 1 else {
            throw Refusal(text: "write a channel, the name of a client event, and its data")
        }
        let channel = try self.channelName(words[0])
        let name = EventName(words[1])
        guard name.isClientEvent, name.text.utf8.count > "client-".utf8.count else {
            throw Refusal(text: "the name of a client event starts with client-")
        }
        try self.checkLength(name.text)
        guard channel.kind.takesClientEvents else {
            throw Refusal(text: "client events go on private and presence channels only")
        }
        let data = words.count > 2 ? words[2].trimmingSpaces : "{}"
        let event = ChannelEvent(
            name: name, channel: channel,
            data: JSON.parse(data).map { EventData(json: $0) } ?? EventData(data))
        return [.trigger(event)]
    }

    /// What the last word of a prompt may be completed to, told the words before it.
    private func candidates(for kind: Prompt.Kind, after words: [String]) -> [String] {
        switch kind {
        case .subscribe:
            return self.channels.known.map(\.text).filter { name in
                !words.contains(name) && self.channels.rows[ChannelName(wire: name)] == nil
            }
        case .bind, .bindEverywhere:
            return words.isEmpty ? self.eventNames.map(\.text) : []
        case .trigger:
            switch words.count {
            case 0: return self.triggerChannels.map(\.text)
            case 1: return self.eventNames.filter(\.isClientEvent).map(\.text)
            default: return []
            }
        case .filter:
            return self.channels.rows.keys.map { "channel:\($0.text)" }
                + self.eventNames.map { "event:\($0.text)" }
        case .search:
            return []
        }
    }
}

extension String {
    /// The text without spaces at its ends.
    fileprivate var trimmingSpaces: String {
        let start = self.drop { $0 == " " }
        let end = start.reversed().drop { $0 == " " }
        return String(end.reversed())
    }
}
