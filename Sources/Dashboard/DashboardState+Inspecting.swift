import ChannelsProtocol
import OrderedCollections
import TextScreen

// The inspector: what it shows, and its commands.
extension DashboardState {
    /// Shows a subject in the inspector, which opens if it is closed.
    mutating func inspect(_ subject: InspectorPane.Subject) {
        let offset = self.options.utcOffsetSeconds
        // To look for the event before takes time, and an event does not change.
        if case .event = subject, subject == self.inspector?.subject { return }
        let context = self.context(of: subject)
        if self.inspector == nil {
            self.inspector = InspectorPane(subject, context, utcOffsetSeconds: offset)
            self.inspector?.wraps = self.settings.wrapsInspector
        } else {
            self.inspector?.show(subject, context, utcOffsetSeconds: offset)
        }
    }

    private func context(of subject: InspectorPane.Subject) -> InspectorContext {
        var context = InspectorContext()
        switch subject {
        case .event(let event):
            context = InspectorContext(event, in: self.events.ring, self.bindings)
        case .member(let channel, let member):
            let roster = self.members.rosters[channel]
            context.member = roster?.rows[member.id]
            context.isMe = roster?.me == member.id
        case .channel: break
        }
        return context
    }

    /// Shows the state of now, if a channel or a member is inspected.
    mutating func refreshInspected() {
        switch self.inspector?.subject {
        case .channel(let row):
            let name =
                switch self.companion {
                case .channels: self.channels.selected
                case .rates: self.rates.selected
                default: row.name
                }
            if let row = name.flatMap({ self.channels.rows[$0] }) { self.inspect(.channel(row)) }
        case .member(let channel, let member):
            guard let row = self.members.rosters[channel]?.rows[member.id] else { return }
            self.inspect(.member(channel, row.member))
        case .event, nil: break
        }
    }

    /// Keeps the inspector with the selection, after the selection moved.
    mutating func refreshInspector() {
        switch self.inspector?.subject {
        case nil: return
        case .channel: self.refreshInspected()
        case .event:
            let isLog = self.companion == .log && self.log.rows.isHeld
            guard isLog || self.companion == .events && self.events.isHeld,
                let event = isLog ? self.log.rows.selectedEvent : self.events.selectedEvent
            else { return }
            self.inspect(.event(event))
        case .member:
            guard self.companion == .members, let channel = self.rosterChannel,
                let member = self.members.selectedMember(in: channel)
            else { return }
            self.inspect(.member(channel, member))
        }
    }
}

// MARK: - Moving

extension DashboardState {
    mutating func moveInspector(_ movement: Movement) {
        let size = self.inspectorSize
        self.inspector?.move(movement, size: size, glyphs: self.options.glyphs)
    }

    /// Folds and unfolds in a tree; elsewhere scrolls sideways.
    mutating func moveInspectorSideways(_ step: Int) {
        guard self.inspector?.selectedNode == nil else {
            step < 0 ? self.inspector?.goOut() : self.inspector?.goIn()
            return
        }
        // Long strings are far longer than the pane is wide.
        let size = self.inspectorSize
        self.inspector?.scroll(
            columns: step * max(size.columns / 2, 8), size: size, glyphs: self.options.glyphs)
    }

    private var inspectorSize: ScreenSize {
        let content = self.layout.content(of: .inspector) ?? .zero
        return ScreenSize(columns: content.width, rows: content.height)
    }
}

// MARK: - Commands

extension DashboardState {
    mutating func readInspector(_ command: Command) -> [Effect] {
        switch command {
        case .viewMode: self.inspector?.cycleView()
        case .fold: self.inspector?.toggleFold()
        case .foldAll: self.inspector?.foldAll(true)
        case .unfoldAll: self.inspector?.foldAll(false)
        case .difference: self.inspector?.toggleDifference()
        case .filterByNode: self.filterByNode()
        case .wrap:
            self.settings.wrapsInspector.toggle()
            self.inspector?.wraps = self.settings.wrapsInspector
            self.show(
                .info,
                self.settings.wrapsInspector
                    ? "long lines of the inspector are wrapped"
                    : "long lines of the inspector are cut; h and l scroll them")
            return [.saveSettings(self.settings)]
        default: break
        }
        return []
    }

    /// Adds the selected node to the filter.
    private mutating func filterByNode() {
        switch self.inspector?.selectedFilter {
        case .success(let filter):
            let sum = self.events.view.filter?.and(filter) ?? filter
            self.events.setFilter(sum)
            self.show(.info, "filter: \(sum.source)")
        case .failure(let refusal): self.show(.info, refusal.reason)
        case nil: break
        }
    }

    /// Why one of them can do nothing now; `nil` when it can.
    func inspectorReason(for command: Command) -> String? {
        guard let inspector = self.inspector else {
            return "the inspector is closed; Enter opens it"
        }
        switch command {
        case .viewMode: return inspector.hasViews ? nil : "there is no data to show in another way"
        case .fold, .foldAll, .unfoldAll:
            guard inspector.selectedNode != nil else { return "nodes fold in the tree; v shows it" }
            return command == .fold && !inspector.canFold
                ? "this value has nothing to fold" : nil
        case .filterByNode:
            if case .failure(let refusal) = inspector.selectedFilter { return refusal.reason }
            return nil
        case .difference:
            return inspector.canDiffer || inspector.showsDifference
                ? nil : "only events of channels have one before them to compare with"
        default: return nil
        }
    }
}
