import ChannelsProtocol
import OrderedCollections
import TextScreen

extension DashboardState {
    mutating func open(_ kind: Prompt.Kind, text: String = "") {
        var prompt = Prompt(kind, text: text, killed: self.promptMemory.killed)
        prompt.findCandidates { self.completion(of: kind, $0, cursor: $1) }
        self.prompt = prompt
    }

    mutating func handleInPrompt(_ key: KeyPress) -> [Effect] {
        guard var prompt = self.prompt else { return [] }
        let kind = prompt.kind
        if case .confirm(let question) = kind { return self.answer(key, to: question) }
        let history = self.promptMemory.lines(of: kind)
        let answer = prompt.handle(key, history: history) {
            self.completion(of: kind, $0, cursor: $1)
        }
        self.prompt = prompt
        self.promptMemory.killed = prompt.field.killed
        switch answer {
        case .none: return []
        case .cancel:
            self.prompt = nil
            return []
        case .submit(let text):
            self.promptMemory.keep(text, of: kind)
            self.notice = nil
            do {
                let effects = try self.submit(text, kind)
                self.prompt = nil
                if kind == .memberSearch { self.searchMembers(text) }
                self.scan()
                return effects
            } catch {
                self.prompt?.refuse(error.text, at: error.range)
                return []
            }
        }
    }

    /// A question is answered by one key, and by a slip of the finger with no.
    private mutating func answer(_ key: KeyPress, to question: Confirmation) -> [Effect] {
        self.prompt = nil
        return key == .character("y") ? question.effects : []
    }

    /// Why a prompt's text cannot be used.
    private struct Refusal: Error {
        let text: String
        /// The characters it is about; none when it is about all of them.
        var range = 0..<0
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
        case .memberSearch, .confirm: break
        case .saveFilter:
            do {
                return try self.saveFilter(named: text.trimmingSpaces)
            } catch {
                throw Refusal(text: error.description)
            }
        case .filter:
            do {
                self.events.setFilter(try EventFilter(text, saved: self.savedFilters))
            } catch {
                let end = error.position + error.length
                throw Refusal(text: error.description, range: error.position..<end)
            }
        }
        return []
    }

    private static func subscriptions(_ text: String) throws(Refusal) -> [Effect] {
        var effects: [Effect] = []
        for word in text.split(separator: " ") {
            let effect = Effect.subscribe(try self.channelName(word))
            if !effects.contains(effect) { effects.append(effect) }
        }
        return effects
    }

    private static func channelName(_ word: Substring) throws(Refusal) -> ChannelName {
        do {
            return try ChannelName(String(word))
        } catch {
            throw Refusal(text: error.description, range: word.place)
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
        let words = text.split(separator: " ", maxSplits: 2)
        if words.isEmpty { return [] }
        guard words.count > 1 else {
            throw Refusal(text: "write a channel, the name of a client event, and its data")
        }
        let channel = try self.channelName(words[0])
        let name = EventName(String(words[1]))
        guard name.isClientEvent, name.text.utf8.count > "client-".utf8.count else {
            throw Refusal(
                text: "the name of a client event starts with client-", range: words[1].place)
        }
        try self.checkLength(name.text)
        guard channel.kind.takesClientEvents else {
            throw Refusal(
                text: "client events go on private and presence channels only",
                range: words[0].place)
        }
        let data = words.count > 2 ? String(words[2]).trimmingSpaces : "{}"
        let event = ChannelEvent(
            name: name, channel: channel,
            data: JSON.parse(data).map { EventData(json: $0) } ?? EventData(data))
        return [.trigger(event)]
    }
}

// MARK: - Completion

extension DashboardState {
    private func completion(
        of kind: Prompt.Kind, _ source: String, cursor: Int
    ) -> PromptCompletion {
        if kind == .filter {
            return PromptCompletion(
                FilterCompletion(
                    source: source, cursor: cursor, vocabulary: self.filterVocabulary))
        }
        return PromptCompletion(source: source, cursor: cursor) { self.names(for: kind, after: $0) }
    }

    /// What a word of a prompt may be, told the words before it.
    private func names(for kind: Prompt.Kind, after words: [String]) -> [String] {
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
        case .saveFilter:
            return words.isEmpty ? Array(self.settings.savedFilters.keys) : []
        case .search, .memberSearch, .filter, .confirm:
            return []
        }
    }

    /// The names that the dashboard has seen; those of what is selected come first.
    private var filterVocabulary: FilterVocabulary {
        var event: ChannelEvent?
        if case .received(let received)? = self.events.selectedEvent?.kind { event = received }
        let channels = self.channels.selected.map { [$0] } ?? []
        let events = event.map { [$0.name] } ?? []
        return FilterVocabulary(
            channels: OrderedSet(channels + self.channels.rows.keys + self.channels.known)
                .map(\.text),
            events: OrderedSet(events + self.eventNames).map(\.text),
            users: self.seenUsers.map(\.text),
            paths: event.map { Self.paths(in: $0.data) } ?? [],
            saved: Array(self.settings.savedFilters.keys))
    }

    private var seenUsers: [UserID] {
        let channels = (self.rosterChannel.map { [$0] } ?? []) + self.channels.rows.keys
        let users = channels.lazy.compactMap { self.members.rosters[$0]?.cursor.order }.joined()
        return Array(OrderedSet(users.prefix(Self.userLimit)))
    }

    private static func paths(in data: EventData) -> [DataPath] {
        guard data.byteCount <= self.completedDataLimit else { return [] }
        return data.json.map { DataPath.paths(in: $0) } ?? []
    }

    /// The most users to complete with.
    private static let userLimit = 1000
    /// The most bytes of data to look for paths in: they are looked for at each key.
    private static let completedDataLimit = 32 << 10
}

extension Substring {
    /// Where it stands in its text, in characters.
    fileprivate var place: Range<Int> {
        let start = self.base.distance(from: self.base.startIndex, to: self.startIndex)
        return start..<start + self.count
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
