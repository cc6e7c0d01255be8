import BuoyTextScreen
import ChannelsProtocol
import OrderedCollections

extension DashboardState {
    mutating func inspect(_ subject: InspectorPane.Subject) {
        let offset = self.options.utcOffsetSeconds
        // Finding the previous event takes time, and an event does not change.
        if case .event = subject, subject == self.inspector?.subject { return }
        defer { self.searchInspected(subject) }
        let context = self.context(of: subject)
        if self.inspector == nil {
            var inspector = InspectorPane(subject, context, utcOffsetSeconds: offset)
            inspector.wraps = self.settings.wrapsInspector
            self.inspector = inspector
        } else {
            self.inspector?.show(subject, context, utcOffsetSeconds: offset)
        }
    }

    private mutating func searchInspected(_ subject: InspectorPane.Subject) {
        guard case .event = subject, let needle = self.events.search?.needle,
            self.inspector?.search?.needle != needle
        else { return }
        let (size, glyphs) = (self.place(of: .inspector).size, self.options.glyphs)
        let isFound = self.inspector?.setSearch(needle.text, size: size, glyphs: glyphs)
        if isFound == false { self.inspector?.search = nil }
    }

    private func context(of subject: InspectorPane.Subject) -> InspectorContext {
        var context = InspectorContext()
        switch subject {
        case .event(let event):
            context = InspectorContext(event, in: self.events.ring, self.bindings)
            context.again = self.events.again(event)
            context.server = self.events.origins?.server(of: event.number)
            context.comparison = self.events.origins?.mark(of: event.number)
        case .member(let channel, let member):
            let roster = self.members.rosters[channel]
            context.member = roster?.rows[member.id]
            context.isMe = roster?.me == member.id
        case .channel, .note: break
        }
        context.colors = self.channels.colors
        return context
    }

    /// An inspector that the user did not open follows the selection.
    private mutating func followSelection() -> Bool {
        guard !self.isInspectorOpen, self.inspectorStays, let subject = self.followedSubject else {
            return false
        }
        self.inspect(subject)
        return true
    }

    mutating func refreshInspected() {
        if self.followSelection() { return }
        switch self.inspector?.subject {
        case .channel(let row):
            // The current selection, or the current state of the same subject.
            let followed = self.followedSubject
            if case .channel? = followed, let followed {
                self.inspect(followed)
            } else if let row = self.panes.channels.rows[row.name] {
                self.inspect(.channel(row))
            }
        case .member(let channel, let member):
            guard let row = self.members.rosters[channel]?.rows[member.id] else { return }
            self.inspect(.member(channel, row.member))
        case .event, .note, nil: break
        }
    }

    mutating func refreshInspector() {
        if self.followSelection() { return }
        switch (self.inspector?.subject, self.followedSubject) {
        case (.channel, _): self.refreshInspected()
        case (.event, .event(let event)), (.note, .event(let event)): self.inspect(.event(event))
        case (.event, .note(let note)), (.note, .note(let note)): self.inspect(.note(note))
        case (.member, .member(let channel, let member)):
            self.inspect(.member(channel, member))
        case (.event, _), (.note, _), (.member, _), (nil, _): break
        }
    }

    private var followedSubject: InspectorPane.Subject? {
        self.panes[self.companion]?.followed(self.paneContext)?.inspected
    }
}

extension DashboardState {
    mutating func toggleInspectorWrap() -> [Effect] {
        self.settings.wrapsInspector.toggle()
        let wraps = self.settings.wrapsInspector
        self.inspector?.wraps = wraps
        self.show(
            .info,
            self.settings.wrapsInspector
                ? "long lines in the inspector are wrapped"
                : "long lines in the inspector are truncated; h and l scroll them")
        return [.file(.saveSettings(self.settings))]
    }

    mutating func filterByNode() {
        switch self.inspector?.selectedFilter {
        case .success(let filter):
            let sum = self.events.view.filter?.and(filter) ?? filter
            self.events.setFilter(sum)
            self.show(.info, "filter: \(sum.source)")
        case .failure(let refusal): self.show(.info, refusal.reason)
        case nil: break
        }
    }
}
