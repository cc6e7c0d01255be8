import ChannelsProtocol
import OrderedCollections
import TextScreen

// The commands of the event log.
extension DashboardState {
    mutating func readEvents(_ command: Command) -> [Effect] {
        switch command {
        case .hideEvent: self.hideSelectedEvent()
        case .onlyChannel: self.toggleSelectedChannel()
        case .systemRows: return self.toggleSystemRows()
        case .mark: self.events.toggleMark()
        case .nextMark: self.jump(to: .mark, .down)
        case .previousMark: self.jump(to: .mark, .up)
        case .nextChange: self.jump(to: .change, .down)
        case .previousChange: self.jump(to: .change, .up)
        case .times: return self.setTimeFormat(self.settings.timeFormat.next)
        case .wrap: self.toggleWrap()
        case .clear: self.clearEvents()
        default: break
        }
        return []
    }

    /// Why one of them can do nothing now; `nil` when it can.
    func eventsReason(for command: Command) -> String? {
        switch command {
        case .savedFilters:
            self.settings.savedFilters.isEmpty ? "no filter is saved; W saves the one of now" : nil
        case .saveFilter:
            self.events.view.filter == nil ? "there is no filter to save; f makes one" : nil
        case .hideEvent, .onlyChannel:
            self.events.isHeld ? nil : "no row is selected; Up in Events (3) selects one"
        case .mark: self.events.count == 0 ? "there is no row to mark" : nil
        case .nextMark, .previousMark:
            self.events.marks.hasAny(.mark, in: self.events.ring)
                ? nil : "nothing is marked; m in Events (3) marks a row"
        case .nextChange, .previousChange:
            self.events.marks.hasAny(.change, in: self.events.ring)
                ? nil : "the log has no change of the connection"
        case .clear: self.events.ring.isEmpty ? "the log is empty already" : nil
        default: nil
        }
    }

    /// How the times of rows are written now.
    var times: EventTimes {
        EventTimes(
            format: self.settings.timeFormat, utcOffsetSeconds: self.options.utcOffsetSeconds,
            now: self.now)
    }

    /// Writes the times of rows in a form, also the next time.
    mutating func setTimeFormat(_ format: TimeFormat) -> [Effect] {
        guard format != self.settings.timeFormat else { return [] }
        self.settings.timeFormat = format
        self.show(.info, "times are shown as \(format.words)")
        return [.saveSettings(self.settings)]
    }

    private mutating func toggleWrap() {
        self.events.toggleWrap()
        guard self.events.isWrapped else {
            self.show(.info, "every row has one line")
            return
        }
        self.show(
            .info,
            self.events.isHeld
                ? "the selected row is shown whole; w shows it in one line"
                : "the selected row is wrapped; Up selects one")
    }

    private mutating func clearEvents() {
        self.events.clear()
        self.show(.success, "the event log is cleared")
    }

    // MARK: Places

    private mutating func jump(
        to target: EventMarks.Target, _ direction: EventSearch.Direction
    ) {
        let answer = self.events.jump(to: target, direction, height: self.eventRows)
        self.refreshInspector()
        guard !answer.isFound else { return }
        let what = target == .mark ? "mark" : "change of the connection"
        let side = direction == .up ? "above" : "below"
        self.show(
            .info,
            answer.isHidden
                ? "the next \(what) \(side) is hidden; \(self.hidingWords)"
                : "there is no \(what) \(side)")
    }

    /// How to see rows that are hidden.
    private var hidingWords: String {
        self.events.view.filter != nil ? "f changes the filter" : "C shows the connection rows"
    }
}

// MARK: - What is shown

extension DashboardState {
    private mutating func toggleSystemRows() -> [Effect] {
        self.settings.showsSystemRows.toggle()
        self.events.setSystemRows(self.settings.showsSystemRows)
        self.scan()
        return [.saveSettings(self.settings)]
    }

    private mutating func hideSelectedEvent() {
        guard let event = self.events.selectedEvent else { return }
        self.hideEvent(EventName(EventText(event, dataLimit: 0).name))
    }

    /// Adds to the filter that events of a name are not shown.
    mutating func hideEvent(_ name: EventName) {
        guard self.changeFilter({ try $0.excluding(name) }) else { return }
        self.show(.info, "\(name.text) is hidden; f changes the filter, Esc clears it")
    }

    private mutating func toggleSelectedChannel() {
        guard let event = self.events.selectedEvent else { return }
        self.onlyChannel(ChannelName(wire: EventText(event, dataLimit: 0).channel))
    }

    /// Adds to the filter that only events of a channel are shown, or takes that away when it says
    /// so already.
    mutating func onlyChannel(_ channel: ChannelName) {
        let filter = self.events.view.filter ?? .none
        guard let only = try? EventFilter.none.only(channel), filter.includes(only) else {
            self.changeFilter { try $0.only(channel) }
            return
        }
        guard let rest = filter.dropping(only, saved: self.savedFilters) else {
            self.show(.info, "the filter asks for \(channel.text) already; f changes it")
            return
        }
        self.changeFilter { _ in rest }
    }

    /// Replaces the filter by one that is made from it, or says why that cannot be.
    @discardableResult
    private mutating func changeFilter(_ change: (EventFilter) throws -> EventFilter) -> Bool {
        do {
            let filter = try change(self.events.view.filter ?? .none)
            // The prompt must be able to read it again.
            self.events.setFilter(try EventFilter(filter.source, saved: self.savedFilters))
        } catch {
            self.show(.warning, "the filter stays as it is: \(error)")
            return false
        }
        self.scan()
        return true
    }
}

extension EventFilter {
    /// Lets everything through.
    fileprivate static let none = EventFilter(source: "", root: .everything)
}

extension TimeFormat {
    /// The one after it; after the last the first.
    fileprivate var next: TimeFormat {
        let all = Self.allCases
        let index = (all.firstIndex(of: self) ?? 0) + 1
        return all[index % all.count]
    }

    /// As a message says it.
    fileprivate var words: String {
        switch self {
        case .clock: "the local time of day"
        case .utc: "the time of day in UTC"
        case .relative: "how long ago a row came"
        case .delta: "the time since the row before"
        }
    }
}
