import BuoyTextScreen
import ChannelsEventWords
package import ChannelsProtocol

/// The event log: the newest event at the bottom, following or paused.
package struct EventLogPane: Hashable, Sendable {
    typealias Position = RowPosition

    /// The rows in memory.
    private var live: EventRows
    /// The rows of the recording that are shown instead; `nil` for none.
    private(set) var pastRows: PastRows?
    /// What the recording is asked.
    var past = PastState()
    /// Whether the last search was upwards.
    private(set) var searchesUp = true
    /// The number of the last report.
    private(set) var lastHandled: Int?
    /// The current search; `nil` without one.
    private(set) var search: EventSearch?
    /// The marks of the rows in memory.
    var liveMarks = EventMarks()
    /// How many cells the data is scrolled to the left.
    private(set) var shift = 0
    /// The widths of the longest names of channels and events.
    private var nameWidths = NameWidths()
    /// Whether the selected row is wrapped over several lines.
    private(set) var isWrapped = false
    /// Where the user started to select several rows.
    private var selectionStart: Int?
    /// The number of application events that were skipped.
    private(set) var skipped = 0
    /// The memory that this log shares with those of other clients; `nil` if it has its own.
    private(set) var sharedMemory: SharedMemory?

    /// Creates an empty log.
    /// - Parameters:
    ///   - limit: the maximum number of rows.
    ///   - byteLimit: the maximum size of the events, in bytes of memory.
    init(limit: Int, byteLimit: Int) {
        self.live = EventRows(limit: limit, byteLimit: byteLimit)
    }

    /// The rows that are shown: those in memory, or a part of the recording.
    var rows: EventRows {
        get { self.pastRows?.rows ?? self.live }
        _modify {
            guard self.pastRows != nil else {
                yield &self.live
                return
            }
            var rows = self.rows
            self.pastRows?.rows = EventRows(limit: 1, byteLimit: 1)
            defer { self.pastRows?.rows = rows }
            yield &rows
        }
    }

    /// The marked rows.
    var marks: EventMarks {
        get { self.pastRows?.marks ?? self.liveMarks }
        set {
            if self.pastRows == nil {
                self.liveMarks = newValue
            } else {
                self.pastRows?.marks = newValue
            }
        }
    }

    /// The rows in memory, whatever is shown.
    var liveRing: EventRing { self.live.ring }
    var selectedIndex: Int { self.rows.selectedIndex }

    /// Shows a part of the recording, or the rows in memory again.
    mutating func setPast(_ past: PastRows?) {
        self.pastRows = past
        self.selectionStart = nil
        let next = self.ring.next
        self.search?.startAgain(at: next - 1)
    }

    /// Selects a row in memory.
    mutating func selectInMemory(_ sequence: Int, height: Int) {
        self.live.select(sequence, height: height)
    }

    /// Stops looking for the next match.
    mutating func stopSearch() { self.search?.stop() }

    /// All kept events, whatever the filter.
    var ring: EventRing { self.rows.ring }
    /// What the filter leaves of them.
    var view: EventView { self.rows.view }
    var position: Position { self.rows.position }
    /// Whether the log is paused: new rows do not move it.
    var isHeld: Bool { self.rows.isHeld }

    /// The number of visible rows, after the filter.
    package var count: Int { self.rows.count }

    /// The number of rows that arrived since the log was paused.
    var newCount: Int { self.rows.newCount }

    /// The sequence number of the selected row; that of the newest one while following.
    var selectedSequence: Int? { self.rows.selectedSequence }

    /// The selected event; the newest one while following.
    var selectedEvent: ClientReport? { self.rows.selectedEvent }

    func event(at index: Int) -> ClientReport? { self.rows.event(at: index) }

    /// Whether a filter or a search has more rows to scan.
    var isScanning: Bool {
        self.view.remaining(in: self.ring) > 0
            || self.search.map { $0.isRunning || $0.isCounting(self.view, of: self.ring) } == true
    }

    /// Where the rows came from; `nil` unless it is the log of several servers.
    var origins: EventOrigins? {
        get { self.rows.origins }
        _modify { yield &self.rows.origins }
    }

    // MARK: Events

    package mutating func received(_ index: Int, of batch: ReportBatch) {
        self.handle(batch.events[index])
        if let finding = batch.finding(at: index) { self.note(finding, in: batch.events[index]) }
    }

    /// Keeps an event, if it belongs in the log: intermediate steps and parts of other reports do
    /// not. Nothing is computed until it is drawn.
    package mutating func handle(_ event: ClientReport) {
        self.lastHandled = event.number
        guard event.belongsInLog else { return }
        if case .skipped(let skipped) = event.kind { self.skipped.addClamped(skipped.events) }
        let sequence = self.live.ring.next
        self.live.append(event)
        self.liveMarks.handle(event, sequence, in: self.live.ring)
    }

    /// The memory of the events, in bytes.
    var keptBytes: Int { self.live.ring.bytes }

    /// Several logs share their memory.
    /// - Parameter share: what this one may take of it; `nil` for what it has.
    mutating func share(_ memory: SharedMemory, share: Int?) {
        self.sharedMemory = memory
        if let share { self.live.shrink(to: share) }
    }

    /// Marks the rows of reports, by their numbers.
    mutating func mark(reports numbers: [Int]) {
        for number in numbers {
            guard let sequence = self.live.ring.sequence(ofReport: number) else { continue }
            self.liveMarks.mark(sequence)
        }
    }

    /// Removed rows, for undo.
    package struct Removed: Hashable, Sendable {
        /// The events that were removed.
        let ring: EventRing
        let marks: EventMarks
        let skipped: Int
    }

    /// Removes all rows and their marks; filter and search are kept.
    /// - Returns: the removed rows.
    @discardableResult
    package mutating func clear() -> Removed {
        self.pastRows = nil
        let removed = Removed(ring: self.ring, marks: self.marks, skipped: self.skipped)
        self.rows.removeAll()
        self.endRowSelection()
        self.marks = EventMarks()
        self.skipped = 0
        let next = self.ring.next
        self.search?.startAgain(at: next - 1)
        return removed
    }

    /// Starts in the middle: what happened before is not here, but in the recording.
    mutating func begin(after number: Int) {
        self.clear()
        self.lastHandled = number
    }

    /// Removes the rows of some channels and their marks.
    /// - Returns: the removed rows.
    mutating func clear(_ channels: Set<ChannelName>) -> Removed {
        self.pastRows = nil
        let removed = Removed(ring: self.ring, marks: self.marks, skipped: 0)
        var ring = self.ring
        let numbers = ring.keep { event in
            event.words.channel.map { !channels.contains($0) } ?? true
        }
        self.marks.renumber(numbers)
        self.rows.replace(ring)
        self.endRowSelection()
        self.rescan()
        return removed
    }

    /// Restores removed rows; those that arrived since follow them.
    mutating func restore(_ removed: Removed) {
        self.pastRows = nil
        var ring = self.ring
        ring.restore(removed.ring)
        self.marks.restore(removed.marks, before: removed.ring.next)
        self.skipped.addClamped(removed.skipped)
        self.rows.replace(ring)
        self.endRowSelection()
        self.rescan()
    }

    /// Lets filter and search scan a slice of the log.
    mutating func scan(height: Int) -> EventSearch.Outcome? {
        var budget = ScanBudget()
        self.rows.scan(budget: &budget)
        let (view, ring) = (self.view, self.ring)
        let outcome = self.search?.scan(view, of: ring, budget: &budget)
        switch outcome {
        case .found(_, isWrapped: true) where self.searchPast(height: height),
            .notFound where self.searchPast(height: height):
            return .unfinished
        case .found(let sequence, _): self.rows.select(sequence, height: height)
        case .unfinished, .notFound, nil: break
        }
        return outcome
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
    mutating func hold(height: Int) { self.rows.hold(height: height) }

    /// Follows the newest row.
    mutating func follow() {
        if self.isInPast { self.setPast(nil) }
        self.rows.follow()
        self.stopIfFollowing()
    }

    /// A log that follows has no selected row to search or select from.
    private mutating func stopIfFollowing() {
        guard !self.isHeld else { return }
        // The rows in memory follow those of the recording.
        if self.isInPast { self.setPast(nil) }
        self.search?.stop()
        self.selectionStart = nil
    }

    // MARK: Several rows

    /// The numbers of the rows that are selected together, the first and the last; `nil` while only
    /// one is. Rows between them that are hidden do not belong to them.
    var selectedRows: ClosedRange<Int>? {
        guard let start = self.selectionStart, let end = self.selectedSequence else { return nil }
        return min(start, end)...max(start, end)
    }

    /// How many rows are selected together.
    var selectedRowCount: Int {
        guard let rows = self.selectedRows else { return 0 }
        return EventSnapshot(self.ring, self.view, .rows(rows), marks: self.marks, now: .zero).count
    }

    /// Holds the log, and selects all rows from the selected one to where it moves.
    mutating func beginRowSelection(height: Int) {
        self.hold(height: height)
        self.selectionStart = self.selectedSequence
    }

    /// Only one row is selected again.
    mutating func endRowSelection() { self.selectionStart = nil }

    // MARK: Following

    /// Moves the selection. Moving up pauses the log; moving down from the last row follows it.
    mutating func move(_ movement: Movement, height: Int) {
        guard !self.leadsBeyond(movement, height: height) else { return }
        if movement == .bottom, self.isInPast { self.setPast(nil) }
        self.rows.move(movement, height: height)
        self.stopIfFollowing()
    }

    /// Scrolls by lines of the screen. Scrolling up pauses the log; scrolling down to the newest
    /// row follows it.
    mutating func scroll(rows: Int, height: Int) {
        let isAtEdge = rows < 0 ? self.topIndex(height: height) == 0 : self.isInPast
        guard !isAtEdge || !self.leadsBeyond(.rows(rows), height: height) else { return }
        self.rows.scroll(rows: rows, height: height)
        self.stopIfFollowing()
    }

    /// Selects the event on a line of the screen, and returns whether it was selected before; `nil`
    /// if there isn't one.
    mutating func click(row y: Int, size: ScreenSize, _ times: EventTimes) -> Bool? {
        let columns = self.columns(width: size.columns, times)
        let rest = self.unfoldedLines(columns, width: size.columns, height: size.rows)
        return self.rows.select(line: y, height: size.rows, unfolded: rest.count)
    }

    /// Scrolls the data sideways.
    mutating func scroll(columns: Int) {
        self.shift = min(max(self.shift + columns, 0), SafeText.defaultLimit)
    }

    /// Wraps the selected row, or shows it on one line again.
    mutating func toggleWrap() { self.isWrapped.toggle() }

    /// The first row on the screen.
    /// - Parameter unfolded: the number of additional lines of the selected row.
    func topIndex(height: Int, unfolded: Int = 0) -> Int {
        self.rows.topIndex(height: height, unfolded: unfolded)
    }
}

// MARK: Filter and search

extension EventLogPane {
    /// Applies a filter. The selected row stays the same, or becomes the one before it.
    mutating func setFilter(_ filter: EventFilter?) {
        self.pastRows = nil
        self.rows.setFilter(filter)
        self.rescan()
    }

    /// Shows or hides the rows that are not events of a channel.
    mutating func setSystemRows(_ areShown: Bool) {
        guard areShown != self.view.showsSystemRows else { return }
        self.pastRows = nil
        self.rows.setSystemRows(areShown)
        self.rescan()
    }

    /// Lets filter and search scan all rows again, which are others now.
    private mutating func rescan() {
        let next = self.ring.next
        self.search?.startAgain(at: next - 1)
        var budget = ScanBudget()
        self.rows.scan(budget: &budget)
    }

    /// Searches for a string, from the selected row upwards; an empty text ends the search.
    mutating func setSearch(_ text: String) {
        guard !text.isEmpty else {
            self.search = nil
            return
        }
        self.searchesUp = true
        let here = self.selectedSequence ?? self.ring.next - 1
        // While the filter is still scanning the log, the search stays behind it.
        let isFiltered = self.view.remaining(in: self.ring) == 0
        let newest = self.view.scanned(in: self.ring).upperBound - 1
        var search = EventSearch(Needle(text), at: isFiltered ? here : newest)
        search.start(.up, at: here)
        self.search = search
    }

    /// Searches for the next match in a direction.
    mutating func searchOn(_ direction: EventSearch.Direction) {
        self.searchesUp = direction == .up
        let here = self.selectedSequence ?? self.ring.next
        // While following no row is selected, and the newest may itself be the match above.
        let start = direction == .down ? here + 1 : here - (self.isHeld ? 1 : 0)
        self.search?.start(direction, at: start)
    }
}
