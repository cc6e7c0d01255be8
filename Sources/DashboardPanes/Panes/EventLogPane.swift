import Alerts
package import ChannelsProtocol
package import EventLog
import EventWords
import ScreenParts
package import ServerEvents
import TextScreen

/// The event log: the newest event at the bottom, following or paused.
package struct EventLogPane: Hashable, Sendable {
    package typealias Position = RowPosition

    private var rows: EventRows
    /// The current search; `nil` without one.
    package private(set) var search: EventSearch?
    /// The marked rows.
    package private(set) var marks = EventMarks()
    /// How many cells the data is scrolled to the left.
    private(set) var shift = 0
    /// The widths of the longest names of channels and events.
    private var nameWidths = NameWidths()
    /// Whether the selected row is wrapped over several lines.
    package private(set) var isWrapped = false
    /// Where the user began to select several rows.
    private var selectionStart: Int?
    /// The number of application events that were skipped.
    package private(set) var skipped = 0

    /// Creates an empty log.
    /// - Parameters:
    ///   - limit: the maximum number of rows.
    ///   - byteLimit: the maximum size of the events, in bytes of memory.
    package init(limit: Int, byteLimit: Int) {
        self.rows = EventRows(limit: limit, byteLimit: byteLimit)
    }

    /// All kept events, whatever the filter.
    package var ring: EventRing { self.rows.ring }
    /// What the filter leaves of them.
    package var view: EventView { self.rows.view }
    var position: Position { self.rows.position }
    /// Whether the log is paused: new rows do not move it.
    package var isHeld: Bool { self.rows.isHeld }

    /// The number of visible rows, after the filter.
    package var count: Int { self.rows.count }

    /// The number of rows that arrived since the log was paused.
    package var newCount: Int { self.rows.newCount }

    /// The sequence number of the selected row; that of the newest one while following.
    var selectedSequence: Int? { self.rows.selectedSequence }

    /// The selected event; the newest one while following.
    package var selectedEvent: ClientEvent? { self.rows.selectedEvent }

    /// The event of a row.
    func event(at index: Int) -> ClientEvent? { self.rows.event(at: index) }

    /// Whether a filter or a search has more rows to scan.
    package var isScanning: Bool {
        self.view.remaining(in: self.ring) > 0
            || self.search.map { $0.isRunning || $0.isCounting(self.view, of: self.ring) } == true
    }

    /// Where the rows came from; `nil` unless it is the log of several servers.
    package var origins: EventOrigins? {
        get { self.rows.origins }
        _modify { yield &self.rows.origins }
    }

    // MARK: Events

    package mutating func received(_ index: Int, of batch: ReportBatch) {
        self.handle(batch.events[index])
    }

    /// Keeps an event, if it belongs in the log: intermediate steps and parts of other reports do
    /// not. Nothing is computed until it is drawn.
    package mutating func handle(_ event: ClientEvent) {
        switch event.kind {
        case .pingSent, .pongReceived, .bindingsHit, .bindingChanged, .bindingRemoved,
            .intentChanged, .authorizationAnswered:
            return
        case .subscriptionChanged(_, .requested), .subscriptionChanged(_, .authorizing),
            .subscriptionChanged(_, .subscribing), .subscriptionChanged(_, .unsubscribing):
            return
        case .signInChanged(.requested), .signInChanged(.authenticating),
            .signInChanged(.signingIn):
            return
        case .skipped(let skipped): self.skipped &+= skipped.events
        default: break
        }
        let sequence = self.rows.ring.next
        self.rows.append(event)
        self.marks.handle(event, sequence, in: self.rows.ring)
    }

    /// Marks the rows of the events that raised alerts.
    mutating func mark(_ alerts: [Alert]) {
        for alert in alerts where alert.phase == .began && alert.rule.actions.marks {
            guard let number = alert.event?.number,
                let sequence = self.ring.sequence(ofReport: number)
            else { continue }
            self.marks.mark(sequence)
        }
    }

    /// Removed rows, for undo.
    package struct Removed: Hashable, Sendable {
        /// The events that were removed.
        package let ring: EventRing
        let marks: EventMarks
        let skipped: Int
    }

    /// Removes all rows and their marks; filter and search are kept.
    /// - Returns: the removed rows.
    @discardableResult
    package mutating func clear() -> Removed {
        let removed = Removed(ring: self.ring, marks: self.marks, skipped: self.skipped)
        self.rows.removeAll()
        self.endRowSelection()
        self.marks = EventMarks()
        self.skipped = 0
        self.search?.startAgain(at: self.rows.ring.next - 1)
        return removed
    }

    /// Removes the rows of some channels and their marks.
    /// - Returns: the removed rows.
    package mutating func clear(_ channels: Set<ChannelName>) -> Removed {
        let removed = Removed(ring: self.ring, marks: self.marks, skipped: 0)
        var ring = self.ring
        let numbers = ring.keep { event in
            event.words.channel.map { !channels.contains($0) } ?? true
        }
        self.marks.renumber(numbers)
        self.rows.replace(ring)
        self.endRowSelection()
        self.lookAgain()
        return removed
    }

    /// Restores removed rows; those that arrived since follow them.
    package mutating func restore(_ removed: Removed) {
        var ring = self.ring
        ring.restore(removed.ring)
        self.marks.restore(removed.marks, before: removed.ring.next)
        self.skipped += removed.skipped
        self.rows.replace(ring)
        self.endRowSelection()
        self.lookAgain()
    }

    /// Lets filter and search scan a slice of the log.
    package mutating func scan(height: Int) -> EventSearch.OnSlice? {
        var budget = ScanBudget()
        self.rows.scan(budget: &budget)
        let answer = self.search?.scan(
            self.rows.view, of: self.rows.ring, budget: &budget)
        if case .found(let sequence, _)? = answer { self.rows.select(sequence, height: height) }
        return answer
    }

    /// The measured widths of names.
    struct NameWidths: Hashable, Sendable {
        var channel = 0
        var event = 0
    }

    /// Sets the widths of the columns of names.
    mutating func measure(_ widths: NameWidths) { self.nameWidths = widths }

    /// The widths of the columns of names: that of the longest, but at most a share of the row.
    /// Reports have names of up to twelve cells.
    func nameCells(width: Int) -> (channel: Int, event: Int) {
        let step = [110, 90, 80, 56, 0].firstIndex { width >= $0 } ?? 4
        let most = (channel: [30, 17, 14, 12, 10][step], event: [24, 16, 14, 11, 8][step])
        return (
            min(max(self.nameWidths.channel, 10), most.channel),
            min(max(self.nameWidths.event, 12), most.event)
        )
    }

    // MARK: Moving

    /// Pauses the log with the newest row selected.
    package mutating func hold(height: Int) { self.rows.hold(height: height) }

    /// Follows the newest row.
    package mutating func follow() {
        self.rows.follow()
        self.stopIfFollowing()
    }

    /// A log that follows has no selected row to search or select from.
    private mutating func stopIfFollowing() {
        guard !self.isHeld else { return }
        self.search?.stop()
        self.selectionStart = nil
    }

    // MARK: Several rows

    /// The numbers of the rows that are selected together, the first and the last; `nil` while only
    /// one is. Rows between them that are hidden do not belong to them.
    package var selectedRows: ClosedRange<Int>? {
        guard let start = self.selectionStart, let end = self.selectedSequence else { return nil }
        return min(start, end)...max(start, end)
    }

    /// How many rows are selected together.
    var selectedRowCount: Int {
        guard let rows = self.selectedRows else { return 0 }
        return EventSnapshot(self.ring, self.view, .rows(rows), marks: self.marks, now: .zero).count
    }

    /// Holds the log, and selects all rows from the selected one to where it moves.
    package mutating func beginRowSelection(height: Int) {
        self.hold(height: height)
        self.selectionStart = self.selectedSequence
    }

    /// Only one row is selected again.
    package mutating func endRowSelection() { self.selectionStart = nil }

    // MARK: Following

    /// Moves the selection. Moving up pauses the log; moving down from the last row follows it.
    mutating func move(_ movement: Movement, height: Int) {
        self.rows.move(movement, height: height)
        self.stopIfFollowing()
    }

    /// Scrolls by lines of the screen. Scrolling up pauses the log; scrolling down to the newest
    /// row follows it.
    mutating func scroll(rows: Int, height: Int) {
        self.rows.scroll(rows: rows, height: height)
        self.stopIfFollowing()
    }

    /// Selects the event on a line of the screen, and returns whether it was selected before; `nil`
    /// if there is none.
    mutating func point(at y: Int, size: ScreenSize, _ times: EventTimes) -> Bool? {
        let columns = self.columns(width: size.columns, times)
        let rest = self.unfoldedLines(columns, width: size.columns, height: size.rows)
        return self.rows.point(at: y, height: size.rows, unfolded: rest.count)
    }

    /// Scrolls the data sideways.
    mutating func scroll(columns: Int) {
        self.shift = min(max(self.shift + columns, 0), SafeText.defaultLimit)
    }

    /// Wraps the selected row, or shows it on one line again.
    package mutating func toggleWrap() { self.isWrapped.toggle() }

    /// The first row on the screen.
    /// - Parameter unfolded: the number of additional lines of the selected row.
    func topIndex(height: Int, unfolded: Int = 0) -> Int {
        self.rows.topIndex(height: height, unfolded: unfolded)
    }
}

// MARK: - Filter and search

extension EventLogPane {
    /// Applies a filter. The selected row stays the same, or becomes the one before it.
    package mutating func setFilter(_ filter: EventFilter?) {
        self.rows.setFilter(filter)
        self.lookAgain()
    }

    /// Shows or hides the rows that are not events of a channel.
    package mutating func setSystemRows(_ areShown: Bool) {
        guard areShown != self.view.showsSystemRows else { return }
        self.rows.setSystemRows(areShown)
        self.lookAgain()
    }

    private mutating func lookAgain() {
        self.search?.startAgain(at: self.rows.ring.next - 1)
        var budget = ScanBudget()
        self.rows.scan(budget: &budget)
    }

    /// Searches for a text, from the selected row upwards; an empty text ends the search.
    package mutating func setSearch(_ text: String) {
        guard !text.isEmpty else {
            self.search = nil
            return
        }
        let here = self.selectedSequence ?? self.ring.next - 1
        // While the filter is still scanning the log, the search stays behind it.
        let isFiltered = self.view.remaining(in: self.ring) == 0
        let newest = self.view.scanned(in: self.ring).upperBound - 1
        var search = EventSearch(Needle(text), at: isFiltered ? here : newest)
        search.start(.up, at: here)
        self.search = search
    }

    /// Searches for the next match in a direction.
    package mutating func searchOn(_ direction: EventSearch.Direction) {
        let here = self.selectedSequence ?? self.ring.next
        // While following no row is selected, and the newest may itself be the match above.
        let start = direction == .down ? here + 1 : here - (self.isHeld ? 1 : 0)
        self.search?.start(direction, at: start)
    }
}

// MARK: - Marks

extension EventLogPane {
    /// Marks or unmarks the selected row, which is the newest one while following.
    package mutating func toggleMark() {
        if let sequence = self.selectedSequence { self.marks.toggle(sequence) }
    }

    /// How many rows the user has marked.
    package var markCount: Int { self.marks.ownCount(in: self.ring) }

    /// Removes the user's marks.
    /// - Returns: the previous marks.
    @discardableResult
    package mutating func removeMarks() -> EventMarks {
        let marks = self.marks
        self.marks.removeOwn()
        return marks
    }

    /// Restores removed marks; those set since are kept.
    package mutating func restore(_ marks: EventMarks) {
        let first = self.ring.first
        for sequence in marks.ownNumbers(from: first) where !self.marks.isMarked(sequence) {
            self.marks.toggle(sequence)
        }
    }

    /// Selects the nearest mark or change in a direction, and pauses the log there.
    /// - Returns: whether there is one; and if not, whether the filter hides one.
    package mutating func jump(
        to target: EventMarks.Target, _ direction: EventSearch.Direction, height: Int
    ) -> (isFound: Bool, isHidden: Bool) {
        let here = self.isHeld ? self.selectedSequence ?? self.ring.next : self.ring.next
        let start = direction == .up ? here - 1 : here + 1
        let answer = self.marks.next(
            target, direction, from: start, in: self.view, of: self.ring)
        if let sequence = answer.sequence { self.rows.select(sequence, height: height) }
        return (answer.sequence != nil, answer.isHidden)
    }
}
