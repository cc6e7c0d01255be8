import ChannelsProtocol
import OrderedCollections
import TextScreen

// What Tab may write in a prompt.
extension DashboardState {
    func completion(of kind: Prompt.Kind, _ source: String, cursor: Int) -> PromptCompletion {
        switch kind {
        case .subscribe: self.completion(of: .subscribe, .channels, source, cursor: cursor)
        case .bind: self.completion(of: .bind, .event, source, cursor: cursor)
        case .bindEverywhere: self.completion(of: .bindEverywhere, .event, source, cursor: cursor)
        case .trigger: self.completion(of: .trigger, .clientEvent, source, cursor: cursor)
        case .search, .memberSearch, .confirm: PromptCompletion()
        case .filter: self.completion(of: .filter, .filter, source, cursor: cursor)
        case .command: self.commandCompletion(source, cursor: cursor)
        case .argument(let command):
            command.argument.map { self.completion(of: command, $0, source, cursor: cursor) }
                ?? PromptCompletion()
        }
    }

    /// The name of a command, or what may follow it.
    private func commandCompletion(_ source: String, cursor: Int) -> PromptCompletion {
        let input = CommandLineInput(source)
        guard cursor > input.nameRange.upperBound else {
            let start = min(input.nameRange.lowerBound, cursor)
            let typed = String(Array(source)[start..<cursor])
            return PromptCompletion(CommandLineNames.candidates(for: typed), range: start..<cursor)
        }
        guard let command = input.command, let argument = command.argument else {
            return PromptCompletion()
        }
        let start = min(input.argumentStart, cursor)
        let text = String(source.dropFirst(start))
        return self.completion(of: command, argument, text, cursor: cursor - start)
            .moved(by: start)
    }

    private func completion(
        of command: Command, _ argument: Command.Argument, _ source: String, cursor: Int
    ) -> PromptCompletion {
        guard argument != .filter else {
            return PromptCompletion(
                FilterCompletion(
                    source: source, cursor: cursor, vocabulary: self.filterVocabulary))
        }
        return PromptCompletion(source: source, cursor: cursor) {
            self.names(for: command, argument, after: $0)
        }
    }

    /// What a word may be, told the words before it.
    private func names(
        for command: Command, _ argument: Command.Argument, after words: [String]
    ) -> [String] {
        switch argument {
        case .channels: return self.channelNames(for: command).filter { !words.contains($0) }
        case .clientEvent:
            switch words.count {
            case 0: return self.triggerChannels.map(\.text)
            case 1: return self.eventNames.filter(\.isClientEvent).map(\.text)
            default: return []
            }
        case .event, .filterName, .theme, .layout, .policy, .word:
            return words.isEmpty ? self.choices(for: command, argument) : []
        case .text, .filter, .file: return []
        }
    }

    /// The names that an argument of one word may be; for those to save, the ones that are taken.
    func choices(for command: Command, _ argument: Command.Argument) -> [String] {
        switch argument {
        case .event: self.eventNames.map(\.text)
        case .filterName: Array(self.settings.savedFilters.keys)
        case .theme: self.options.themes
        case .layout where command == .saveLayout: Array(self.settings.savedLayouts.keys)
        case .layout: self.layoutNames
        case .policy: self.options.policies
        case .word where command == .sort: self.orders
        case .word(let words): words
        case .channels, .clientEvent, .text, .filter, .file: []
        }
    }

    /// The orders of the list that is looked at.
    private var orders: [String] {
        switch self.companion {
        case .members: MemberOrder.allCases.map(\.rawValue)
        case .bindings: BindingOrder.allCases.map(\.rawValue)
        default: ChannelOrder.allCases.map(\.rawValue)
        }
    }

    /// Channels that are not subscribed for one command, those that are for the others.
    private func channelNames(for command: Command) -> [String] {
        guard command == .subscribe else { return self.channels.rows.keys.map(\.text) }
        return self.channels.known.filter { self.channels.rows[$0] == nil }.map(\.text)
    }
}

// MARK: - Words of a filter

extension DashboardState {
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
