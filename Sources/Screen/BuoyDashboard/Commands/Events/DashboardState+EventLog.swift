import BuoyTextScreen
import ChannelsBasics
import ChannelsEventWords
import ChannelsProtocol
import OrderedCollections

extension DashboardState {
    var times: EventTimes {
        EventTimes(
            format: self.settings.timeFormat, utcOffsetSeconds: self.options.utcOffsetSeconds,
            now: self.now)
    }

    mutating func setTimeFormat(_ format: TimeFormat) -> [Effect] {
        guard format != self.settings.timeFormat else { return [] }
        self.settings.timeFormat = format
        self.show(.info, "times are shown as \(format.words)")
        return [.file(.saveSettings(self.settings))]
    }

    /// Why a command would change only what a pane that is alone on the screen hides. A pane may
    /// have its own search.
    func hiddenLogReason(for command: Command) -> String? {
        let changing: [Command] = [
            .search, .searchNext, .searchPrevious, .filter, .savedFilters, .hideEvent, .onlyChannel,
            .systemRows, .nextMark, .previousMark, .nextChange, .previousChange,
        ]
        guard self.isAlone, changing.contains(command) else { return nil }
        if let search = self.paneSearch,
            command == .search || search.isFilter && command == .filter
        {
            return nil
        }
        let key = self.options.keymap.keyNames(for: Command.cancel.id).first
        return "\(self.focus.title) hides Events; \(key ?? ":cancel") shows it again"
    }

    mutating func togglePause() {
        guard !self.events.isHeld else {
            self.events.follow()
            return
        }
        self.events.hold(height: self.eventRows)
        if self.focus != .inspector { self.focus(on: .events) }
    }

    mutating func toggleWrap() -> [Effect] {
        switch self.focus {
        case .events: return self.toggleRowWrap()
        case .connection:
            self.log.isWrapped.toggle()
            let now = self.log.isWrapped ? "wrapped; w truncates them" : "truncated; w wraps them"
            self.show(.info, "long rows of the connection log are \(now)")
            return []
        default: return self.toggleInspectorWrap()
        }
    }

    private mutating func toggleRowWrap() -> [Effect] {
        self.events.toggleWrap()
        guard self.events.isWrapped else {
            self.show(.info, "rows are no longer wrapped")
            return []
        }
        self.show(
            .info,
            self.events.isHeld
                ? "the selected row is wrapped; w shows it on one line"
                : "no row is selected; press Up to select the row to wrap")
        return []
    }

    mutating func jump(
        to target: EventMarks.Target, _ direction: EventSearch.Direction
    ) {
        let answer = self.events.jump(to: target, direction, height: self.eventRows)
        self.refreshInspector()
        guard !answer.isFound else {
            // The next key must act on this row.
            if self.focus != .inspector { self.focus(on: .events) }
            return
        }
        let what = target == .mark ? "mark" : "connection change"
        let side = direction == .up ? "above" : "below"
        self.show(
            .info,
            answer.isHidden
                ? "the next \(what) \(side) is hidden; \(self.hidingWords)"
                : "no \(what) \(side)")
    }

    private var hidingWords: String {
        self.events.view.filter != nil ? "f edits the filter" : "C shows the connection rows"
    }
}

extension DashboardState {
    mutating func toggleSystemRows() -> [Effect] {
        self.settings.showsSystemRows.toggle()
        self.events.setSystemRows(self.settings.showsSystemRows)
        self.scan()
        return [.file(.saveSettings(self.settings))]
    }

    mutating func hideSelectedEvent() {
        guard let event = self.events.selectedEvent else { return }
        self.hideEvent(EventName(event.words.name))
    }

    mutating func hideEvent(_ name: EventName) {
        guard self.changeFilter({ try $0.excluding(name) }) else { return }
        self.show(.info, "\(name.text) is hidden; f edits the filter, Esc clears it")
    }

    mutating func toggleSelectedChannel() -> [Effect] {
        if self.focus == .channels, let channel = self.channels.selected {
            self.onlyChannel(channel)
            return self.show(.events)
        }
        guard let event = self.events.selectedEvent else { return [] }
        guard let channel = event.words.channel else {
            self.show(
                .info, "the selected row has no channel; kind:connection shows such rows")
            return []
        }
        self.onlyChannel(channel)
        return []
    }

    mutating func onlyChannel(_ channel: ChannelName) {
        let filter = self.events.view.filter ?? .none
        guard let only = try? EventFilter.none.only(channel), filter.includes(only) else {
            self.changeFilter { try $0.only(channel) }
            return
        }
        guard let rest = filter.dropping(only, saved: self.savedFilters) else {
            self.show(.info, "the filter already selects \(channel.text); f edits it")
            return
        }
        self.changeFilter { _ in rest }
    }

    func remark(onFilter text: String) -> PromptRemark? {
        guard let filter = try? self.filter(text), !filter.isEmpty else { return nil }
        var budget = ScanBudget(events: 2000, bytes: 1 << 19)
        let ring = self.events.ring
        var (kept, scanned) = (0, 0)
        for sequence in (ring.first..<ring.next).reversed() {
            guard let event = ring[sequence], budget.spend(on: event, weight: filter.weight) else {
                break
            }
            scanned += 1
            let server = self.events.origins?.server(of: event.number)?.name
            if filter.matches(event, server: server) { kept += 1 }
        }
        let all = scanned == ring.count
        return PromptRemark(
            "keeps \(Figures.grouped(kept)) of \(all ? "" : "the newest ")"
                + Figures.counted(scanned, "row"))
    }

    /// The log again, with the events of the selected row only.
    mutating func filterByTable() {
        guard let (key, _) = self.events.table?.selected else { return }
        let isChanged = self.changeFilter { filter in
            let sum = try filter.only(key.event)
            return try key.channel.map { try sum.only($0) } ?? sum
        }
        if isChanged { self.events.toggleTable(at: self.now) }
    }

    /// Whether the view is that of the events, and not of what is inspected.
    var turnsEvents: Bool {
        !self.isInspectorOpen && (self.focus == .events || self.focus == .channels)
    }

    mutating func filterByBinding() {
        guard let binding = self.bindings.selectedBinding else { return }
        let isChanged = self.changeFilter { filter in
            var sum = try filter.and(EventFilter("kind:event"))
            if let event = binding.event { sum = try sum.only(event) }
            return try binding.channel.map { try sum.only($0) } ?? sum
        }
        if isChanged { self.focus(on: .events) }
    }

    @discardableResult
    private mutating func changeFilter(_ change: (EventFilter) throws -> EventFilter) -> Bool {
        do {
            let filter = try change(self.events.view.filter ?? .none)
            // The prompt must be able to parse it again.
            self.events.setFilter(try EventFilter(filter.source, saved: self.savedFilters))
        } catch {
            self.show(.warning, "the filter was not changed: \(error.words)")
            return false
        }
        self.scan()
        return true
    }
}

extension EventFilter {
    fileprivate static let none = EventFilter(source: "", root: .everything)
}

extension TimeFormat {
    var next: TimeFormat {
        let all = Self.allCases
        let index = (all.firstIndex(of: self) ?? 0) + 1
        return all[index % all.count]
    }

    fileprivate var words: String {
        switch self {
        case .clock: "local time"
        case .utc: "UTC"
        case .relative: "age"
        case .delta: "time since the previous row"
        }
    }
}
