import ChannelsProtocol
import DashboardSetup
import Dialogs
import EventLog
import OrderedCollections
import ScreenParts
import TextScreen

// What Tab may write in a prompt.
extension DashboardState {
    /// The name of a command, or what may follow it.
    func commandCompletion(_ source: String, cursor: Int) -> PromptCompletion {
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
        return argument.complete(self, text, cursor - start).moved(by: start)
    }
}

// MARK: - Words of a filter

extension DashboardState {
    /// The names that the dashboard has seen; those of what is selected come first.
    var filterVocabulary: FilterVocabulary {
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
