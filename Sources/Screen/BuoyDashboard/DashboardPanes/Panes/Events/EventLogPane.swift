import BuoyTextScreen
import ChannelsEventWords
package import ChannelsProtocol

package struct EventLogPane: Hashable, Sendable {
    typealias Position = RowPosition

    private var live: EventRows
    /// Rows of the recording that are shown instead of those in memory.
    private(set) var pastRows: PastRows?
    var past = PastState()
    private(set) var searchesUp = true
    private(set) var lastHandled: Int?
    private(set) var search: EventSearch?
    var liveMarks = EventMarks()
    private(set) var shift = 0
    private(set) var names = LogNames()
    private(set) var isWrapped = false
    private var selectionStart: Int?
    private(set) var skipped = 0
    private(set) var sharedMemory: SharedMemory?
    /// Shown in place of the rows; `nil` while those are.
    private(set) var table: EventTable?

    init(limit: Int, byteLimit: Int) {
        self.live = EventRows(limit: limit, byteLimit: byteLimit)
    }

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

    var liveRing: EventRing { self.live.ring }
    var selectedIndex: Int { self.rows.selectedIndex }

    mutating func setPast(_ past: PastRows?) {
        self.pastRows = past
        self.selectionStart = nil
        let next = self.ring.next
        self.search?.startAgain(at: next - 1)
    }

    mutating func selectInMemory(_ sequence: Int, height: Int) {
        self.live.select(sequence, height: height)
    }

    mutating func stopSearch() { self.search?.stop() }

    var ring: EventRing { self.rows.ring }
    var view: EventView { self.rows.view }
    var position: Position { self.rows.position }
    var isHeld: Bool { self.rows.isHeld }

    package var count: Int { self.rows.count }

    var newCount: Int { self.rows.newCount }

    var selectedSequence: Int? { self.rows.selectedSequence }

    var selectedEvent: ClientReport? { self.rows.selectedEvent }

    func event(at index: Int) -> ClientReport? { self.rows.event(at: index) }

    var isScanning: Bool {
        self.view.remaining(in: self.ring) > 0
            || self.search.map { $0.isRunning || $0.isCounting(self.view, of: self.ring) } == true
    }

    var origins: EventOrigins? {
        get { self.rows.origins }
        _modify { yield &self.rows.origins }
    }

    // MARK: Events

    package mutating func received(_ index: Int, of batch: ReportBatch) {
        self.handle(batch.events[index])
        if let finding = batch.finding(at: index) { self.note(finding, in: batch.events[index]) }
    }

    /// Intermediate steps and parts of other reports do not belong in the log. Nothing is computed
    /// until it is drawn.
    package mutating func handle(_ event: ClientReport) {
        self.lastHandled = event.number
        guard event.belongsInLog else { return }
        if case .skipped(let skipped) = event.kind { self.skipped.addClamped(skipped.events) }
        let sequence = self.live.ring.next
        self.live.append(event)
        self.liveMarks.handle(event, sequence, in: self.live.ring)
        if self.table != nil, self.live.view.shows(event, self.live.origins) {
            self.table?.note(event, sequence)
        }
    }

    var keptBytes: Int { self.live.ring.bytes }

    mutating func share(_ memory: SharedMemory, share: Int?) {
        self.sharedMemory = memory
        if let share { self.live.shrink(to: share) }
    }

    mutating func mark(reports numbers: [Int]) {
        for number in numbers {
            guard let sequence = self.live.ring.sequence(ofReport: number) else { continue }
            self.liveMarks.mark(sequence)
        }
    }

    package struct Removed: Hashable, Sendable {
        let ring: EventRing
        let marks: EventMarks
        let skipped: Int
    }

    /// Filter and search are kept.
    @discardableResult
    package mutating func clear() -> Removed {
        self.pastRows = nil
        let removed = Removed(ring: self.ring, marks: self.marks, skipped: self.skipped)
        self.rows.removeAll()
        self.fillTable(at: .zero)
        self.endRowSelection()
        self.marks = EventMarks()
        self.skipped = 0
        let next = self.ring.next
        self.search?.startAgain(at: next - 1)
        return removed
    }

    /// What happened before is not here, but in the recording.
    mutating func begin(after number: Int) {
        self.clear()
        self.lastHandled = number
    }

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

    /// Rows that arrived since follow the restored ones.
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

    /// So that the columns keep still: see `LogNames`.
    mutating func noteNames(at second: Int64) {
        guard !self.names.isNoted(at: second) else { return }
        let last = self.isHeld ? self.selectedIndex + Self.namedRows / 2 : self.count - 1
        let rows = self.names(of: last - Self.namedRows + 1...max(last, 0))
        self.names.note(rows, at: second, forgets: !self.isHeld)
    }

    mutating func arrangeTable(at now: ChannelsTimestamp) { self.table?.arrange(at: now) }

    mutating func moveInTable(_ movement: Movement, height: Int) {
        self.table?.move(movement, height: height)
    }

    mutating func clickInTable(line: Int, height: Int) -> Bool? {
        self.table?.click(line: line, height: height)
    }

    /// As many as a large screen shows.
    private static let namedRows = 64

    func shownNames(height: Int) -> LogNames {
        let top = self.topIndex(height: height)
        return self.names.including(self.names(of: top...top + max(height, 1) - 1))
    }

    private func names(of rows: ClosedRange<Int>) -> [LogNames.Row] {
        rows.compactMap { index in
            guard index >= 0, let event = self.event(at: index) else { return nil }
            return LogNames.row(of: event)
        }
    }

    mutating func toggleTable(at now: ChannelsTimestamp) {
        self.table = self.table == nil ? self.filledTable(at: now) : nil
    }

    private func filledTable(at now: ChannelsTimestamp) -> EventTable {
        EventTable(self.live.ring, self.live.view, self.live.origins, at: now)
    }

    private mutating func fillTable(at now: ChannelsTimestamp) {
        if self.table != nil { self.table = self.filledTable(at: now) }
    }

    // MARK: Moving

    mutating func hold(height: Int) { self.rows.hold(height: height) }

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

    /// `nil` while only one row is selected. Hidden rows between the bounds do not belong.
    var selectedRows: ClosedRange<Int>? {
        guard let start = self.selectionStart, let end = self.selectedSequence else { return nil }
        return min(start, end)...max(start, end)
    }

    var selectedRowCount: Int {
        guard let rows = self.selectedRows else { return 0 }
        return EventSnapshot(self.ring, self.view, .rows(rows), marks: self.marks, now: .zero).count
    }

    mutating func beginRowSelection(height: Int) {
        self.hold(height: height)
        self.selectionStart = self.selectedSequence
    }

    mutating func endRowSelection() { self.selectionStart = nil }

    // MARK: Following

    /// Moving up pauses the log; moving down from the last row follows it.
    mutating func move(_ movement: Movement, height: Int) {
        guard !self.leadsBeyond(movement, height: height) else { return }
        if movement == .bottom, self.isInPast { self.setPast(nil) }
        self.rows.move(movement, height: height)
        self.stopIfFollowing()
    }

    /// In lines of the screen. Scrolling up pauses the log; down to the newest row follows it.
    mutating func scroll(rows: Int, height: Int) {
        let isAtEdge = rows < 0 ? self.topIndex(height: height) == 0 : self.isInPast
        guard !isAtEdge || !self.leadsBeyond(.rows(rows), height: height) else { return }
        self.rows.scroll(rows: rows, height: height)
        self.stopIfFollowing()
    }

    mutating func scroll(columns: Int) {
        self.shift = min(max(self.shift + columns, 0), SafeText.defaultLimit)
    }

    mutating func toggleWrap() { self.isWrapped.toggle() }

    func topIndex(height: Int, unfolded: Int = 0) -> Int {
        self.rows.topIndex(height: height, unfolded: unfolded)
    }
}

// MARK: Filter and search

extension EventLogPane {
    /// The selected row stays the same, or becomes the one before it.
    mutating func setFilter(_ filter: EventFilter?) {
        self.pastRows = nil
        self.rows.setFilter(filter)
        self.fillTable(at: .zero)
        self.rescan()
    }

    mutating func setSystemRows(_ areShown: Bool) {
        guard areShown != self.view.showsSystemRows else { return }
        self.pastRows = nil
        self.rows.setSystemRows(areShown)
        self.rescan()
    }

    private mutating func rescan() {
        let next = self.ring.next
        self.search?.startAgain(at: next - 1)
        var budget = ScanBudget()
        self.rows.scan(budget: &budget)
    }

    /// From the selected row upwards; an empty text ends the search.
    mutating func setSearch(_ text: String) {
        self.rows.setShowsFolded(!text.isEmpty)
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

    mutating func searchOn(_ direction: EventSearch.Direction) {
        self.searchesUp = direction == .up
        let here = self.selectedSequence ?? self.ring.next
        // While following no row is selected, and the newest may itself be the match above.
        let start = direction == .down ? here + 1 : here - (self.isHeld ? 1 : 0)
        self.search?.start(direction, at: start)
    }
}
