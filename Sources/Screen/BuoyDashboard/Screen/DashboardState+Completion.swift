import BuoyTextScreen
package import ChannelsProtocol
package import OrderedCollections

extension DashboardState {
    func commandCompletion(_ source: String, cursor: Int) -> PromptCompletion {
        let input = CommandLineInput(source)
        guard cursor > input.nameRange.upperBound else {
            let start = min(input.nameRange.lowerBound, cursor)
            let typed = String(Array(source)[start..<cursor])
            return PromptCompletion(
                CommandLineNames.candidates(for: typed, self.catalog), range: start..<cursor)
        }
        guard let command = input.command(self.catalog), let argument = command.argument else {
            return PromptCompletion()
        }
        let start = min(input.argumentStart, cursor)
        let text = String(source.dropFirst(start))
        return argument.complete(self, text, cursor - start).moved(by: start)
    }
}

extension DashboardState {
    package var knownNames: OrderedSet<ChannelName> {
        self.channels.known.union(self.panes.knownChannels)
    }
}

extension DashboardState {
    var filterVocabulary: FilterVocabulary {
        var event: ChannelsEvent?
        if case .received(let received)? = self.events.selectedEvent?.kind { event = received }
        let channels = self.channels.selected.map { [$0] } ?? []
        let events = event.map { [$0.name] } ?? []
        return FilterVocabulary(
            channels: OrderedSet(channels + self.channels.rows.keys).union(self.knownNames)
                .map(\.text),
            events: OrderedSet(events + self.eventNames).map(\.text),
            users: self.seenUsers.map(\.text),
            servers: self.options.isMerged ? self.options.opened.map(\.name) : [],
            paths: event.map { Self.paths(in: $0.data) } ?? [],
            saved: Array(self.settings.savedFilters.keys))
    }

    private var seenUsers: [UserID] {
        let channels = (self.rosterChannel.map { [$0] } ?? []) + self.channels.rows.keys
        let users = channels.lazy.compactMap { self.members.rosters[$0]?.cursor.order }.joined()
        return Array(OrderedSet(users.prefix(Self.userLimit)))
    }

    static func paths(in data: EventData) -> [DataPath] {
        guard data.byteCount <= self.completedDataLimit else { return [] }
        return data.json.map { DataPath.paths(in: $0) } ?? []
    }

    private static let userLimit = 1000
    private static let completedDataLimit = 32 << 10
}
