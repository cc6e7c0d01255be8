import BuoyDashboardTesting
import BuoyTestSupport
import BuoyTextScreen
import ChannelsProtocol
import Testing

@testable import BuoyDashboard
@testable import ChannelsEventWords

@Suite("The pane Events")
struct EventLogPaneTests {
    private static func log(_ count: Int, limit: Int = 50_000) -> EventLogPane {
        var log = EventLogPane(limit: limit, byteLimit: 64 << 20)
        Self.add(count, to: &log)
        return log
    }

    private static func add(_ count: Int, to log: inout EventLogPane) {
        for _ in 0..<count {
            let number = log.ring.next
            let event = ChannelsEvent(
                name: EventName(number.isMultiple(of: 10) ? "tenth" : "other"),
                channel: ChannelName(wire: "c"), data: EventData("{\"n\":\(number)}"))
            log.handle(ClientReport(number: number + 1, time: .zero, kind: .received(event)))
        }
    }

    private static func scanAll(_ log: inout EventLogPane) -> EventSearch.Outcome? {
        var last: EventSearch.Outcome?
        while log.isScanning { last = log.scan(height: 10) ?? last }
        return last
    }

    private static func top(_ log: EventLogPane) -> Int? {
        log.view.sequence(at: log.topIndex(height: 10), in: log.ring)
    }

    @Test("the ring keeps the newest events, by number")
    func ringByCount() {
        let log = Self.log(120, limit: 100)
        #expect(log.ring.count == 100)
        #expect(log.ring.first == 20)
        #expect(log.ring[19] == nil)
        #expect(log.ring[20]?.number == 21)
    }

    @Test("the ring keeps the newest events, by bytes, and never less than one")
    func ringByBytes() {
        var log = EventLogPane(limit: 1000, byteLimit: 4000)
        Self.add(200, to: &log)
        #expect(log.ring.bytes <= 4000)
        #expect(log.ring.last == 199)
        let large = ChannelsEvent(
            name: "x", channel: nil, data: EventData(String(repeating: "x", count: 9000)))
        log.handle(ClientReport(number: 1, time: .zero, kind: .received(large)))
        #expect(log.ring.count == 1)
    }

    @Test("going up holds the rows where they are, and counts what comes")
    func hold() {
        var log = Self.log(100)
        log.move(.rows(-1), height: 10)
        #expect(log.position == .held(selected: 99, top: 90, since: 100))
        log.move(.rows(-1), height: 10)
        Self.add(37, to: &log)
        #expect(log.newCount == 37)
        #expect(Self.top(log) == 90)
        log.move(.pages(-1), height: 10)
        #expect(log.newCount == 37)
        log.move(.bottom, height: 10)
        #expect(log.position == .following)
        #expect(Self.top(log) == 127)
    }

    @Test("going down from the last row follows again")
    func downFollows() {
        var log = Self.log(20)
        log.move(.rows(-1), height: 10)
        log.move(.rows(1), height: 10)
        #expect(log.position == .following)
    }

    @Test("a row that the ring drops while it is selected gives way to the oldest")
    func droppedSelection() {
        var log = Self.log(50, limit: 60)
        log.move(.top, height: 10)
        #expect(log.selectedEvent?.number == 1)
        Self.add(500, to: &log)
        #expect(log.selectedEvent?.number == 491)
        #expect(log.topIndex(height: 10) == 0)
        #expect(log.newCount == 60)
    }

    @Test("a filter finds all matches, old and new, and drops them with the ring")
    func filter() throws {
        var log = Self.log(20_000, limit: 30_000)
        log.setFilter(try EventFilter("event:tenth"))
        #expect(log.isScanning)
        #expect(log.count > 0, "the newest are there at once")
        _ = Self.scanAll(&log)
        #expect(log.count == 2000)
        Self.add(15_000, to: &log)
        _ = Self.scanAll(&log)
        #expect(log.count == 3000)
        #expect(log.view.sequence(at: 0, in: log.ring) == 5000)
        log.setFilter(nil)
        #expect(log.count == 30_000)
    }

    @Test("a filter keeps the selection, or the row before it")
    func filterKeepsSelection() throws {
        var log = Self.log(100)
        log.move(.rows(-1), height: 10)
        log.move(.rows(-6), height: 10)
        log.setFilter(try EventFilter("event:tenth"))
        #expect(log.selectedEvent?.number == 91)
    }

    @Test("a search goes up first, then down and up, and round the ends")
    func search() {
        var log = Self.log(100)
        log.setSearch("TENTH")
        #expect(Self.scanAll(&log) == .found(sequence: 90, isWrapped: false))
        log.searchOn(.up)
        #expect(Self.scanAll(&log) == .found(sequence: 80, isWrapped: false))
        log.searchOn(.down)
        #expect(Self.scanAll(&log) == .found(sequence: 90, isWrapped: false))
        log.searchOn(.down)
        #expect(Self.scanAll(&log) == .found(sequence: 0, isWrapped: true))
        log.searchOn(.up)
        #expect(Self.scanAll(&log) == .found(sequence: 90, isWrapped: true))
        #expect(log.selectedEvent?.number == 91)
    }

    @Test("a search without a match ends, in a long log after several slices")
    func searchWithoutMatch() {
        var log = Self.log(20_000)
        log.setSearch("nothing like this")
        #expect(log.scan(height: 10) == .unfinished)
        #expect(Self.scanAll(&log) == .notFound)
        #expect(log.position == .following)
    }

    @Test("a single match is found again from itself")
    func onlyMatch() {
        var log = Self.log(5)
        log.setSearch("tenth")
        #expect(Self.scanAll(&log) == .found(sequence: 0, isWrapped: false))
        log.searchOn(.down)
        #expect(Self.scanAll(&log) == .found(sequence: 0, isWrapped: true))
    }

    @Test("reports that only panes need are not kept")
    func notKept() {
        var log = EventLogPane(limit: 10, byteLimit: 1 << 20)
        for kind: ClientReport.Kind in [
            .pingSent(.sample), .pongReceived(roundTrip: .milliseconds(1)), .bindingsHit([]),
            .subscriptionChanged(ChannelName(wire: "a"), .authorizing),
        ] {
            log.handle(ClientReport(number: 1, time: .zero, kind: kind))
        }
        #expect(log.ring.isEmpty)
    }

    @Test("clearing forgets rows, marks and counts; filter and search stay")
    func clear() throws {
        var log = Self.log(100)
        log.setFilter(try EventFilter("event:tenth"))
        log.setSearch("tenth")
        _ = Self.scanAll(&log)
        log.toggleMark()
        log.handle(
            ClientReport(number: 1, time: .zero, kind: .skipped(.init(events: 3, folded: 0))))
        log.clear()
        #expect(log.count == 0)
        #expect(log.ring.bytes == 0)
        #expect(log.markCount == 0)
        #expect(log.skipped == 0)
        #expect(log.position == .following)
        Self.add(20, to: &log)
        _ = Self.scanAll(&log)
        #expect(log.count == 2)
        #expect(log.search?.count(in: log.ring) == 2)
    }
}

// MARK: - Counting matches

extension EventLogPaneTests {
    private static func place(_ log: EventLogPane) -> Int? {
        guard case .held(let selected, _, _) = log.position else { return nil }
        return log.search?.place(of: selected, in: log.ring)
    }

    private static func isCounting(_ log: EventLogPane) -> Bool? {
        log.search?.isCounting(log.view, of: log.ring)
    }

    @Test("a search counts its matches in slices, old and new, and knows which one is selected")
    func searchCount() {
        var log = Self.log(20_000, limit: 30_000)
        log.setSearch("tenth")
        #expect(log.scan(height: 10) == .found(sequence: 19_990, isWrapped: false))
        #expect(Self.isCounting(log) == true)
        _ = Self.scanAll(&log)
        #expect(Self.isCounting(log) == false)
        #expect(log.search?.count(in: log.ring) == 2000)
        #expect(Self.place(log) == 2000)
        log.searchOn(.up)
        _ = Self.scanAll(&log)
        #expect(Self.place(log) == 1999)
        Self.add(20_000, to: &log)
        _ = Self.scanAll(&log)
        #expect(log.search?.count(in: log.ring) == 3000)
        #expect(Self.place(log) == 999)
    }

    @Test("matches are counted among the rows that the filter shows, whichever comes first")
    func searchCountInFilter() throws {
        var log = Self.log(20_000)
        log.setSearch("\"n\":7")
        log.setFilter(try EventFilter("event:tenth"))
        _ = Self.scanAll(&log)
        // 70, 700 to 790 and 7000 to 7990.
        #expect(log.search?.count(in: log.ring) == 111)
        log.setFilter(nil)
        _ = Self.scanAll(&log)
        #expect(log.search?.count(in: log.ring) == 1111)
        log.setFilter(try EventFilter("event:tenth"))
        log.setSearch("\"n\":7")
        #expect(Self.scanAll(&log) == .found(sequence: 7990, isWrapped: false))
        #expect(log.search?.count(in: log.ring) == 111)
    }

    @Test("a search that starts in the middle finds what is nearest, in both directions")
    func searchFromTheMiddle() {
        var log = Self.log(30_000)
        log.move(.top, height: 10)
        for _ in 0..<3 { log.move(.rows(5), height: 10) }
        log.setSearch("tenth")
        #expect(log.scan(height: 10) == .found(sequence: 10, isWrapped: false))
        log.searchOn(.down)
        #expect(Self.scanAll(&log) == .found(sequence: 20, isWrapped: false))
        log.searchOn(.up)
        log.searchOn(.up)
        #expect(Self.scanAll(&log) == .found(sequence: 10, isWrapped: false))
        #expect(Self.place(log) == 2)
        #expect(log.search?.count(in: log.ring) == 3000)
    }

    @Test("a count is the same as looking at each row, whatever comes in between")
    func searchCountByModel() throws {
        var log = Self.log(0, limit: 400)
        log.setSearch("7")
        for step in 0..<60 {
            Self.add(step * 7 % 90, to: &log)
            if step % 13 == 5 { log.setFilter(try EventFilter("event:tenth")) }
            if step % 13 == 9 { log.setFilter(nil) }
            if step % 17 == 3 { log.searchOn(.up) }
            if step % 19 == 7 { log.clear() }
            _ = Self.scanAll(&log)
            let rows = (0..<log.count).compactMap { log.event(at: $0) }
            let needle = Needle("7")
            let expected = rows.count { $0.contains(needle) }
            #expect(log.search?.count(in: log.ring) == expected, "step \(step)")
        }
    }
}

// MARK: - Marks and changes

extension EventLogPaneTests {
    /// A log of a hundred rows, with changes of the connection at 20, 50 and 80.
    private static func changingLog() -> EventLogPane {
        var log = EventLogPane(limit: 200, byteLimit: 1 << 20)
        let kinds: [ClientReport.Kind] = [
            .stateChanged(
                StateChange(
                    previous: .connected, current: .connecting,
                    cause: .unavailable(after: .seconds(9)))),
            .gap(ConnectionGap(from: .zero, to: .zero, channels: 1)), .suspended(for: .seconds(9)),
        ]
        for kind in kinds {
            Self.add(kind == kinds[0] ? 20 : 29, to: &log)
            log.handle(ClientReport(number: 1, time: .zero, kind: kind))
        }
        Self.add(19, to: &log)
        return log
    }

    private static func selected(_ log: EventLogPane) -> Int? {
        guard case .held(let selected, _, _) = log.position else { return nil }
        return selected
    }

    @Test("changes of the connection are jumped to, and the ends are told")
    func changes() {
        var log = Self.changingLog()
        #expect(log.jump(to: .change, .down, height: 10) == (false, false))
        for place in [80, 50, 20] {
            #expect(log.jump(to: .change, .up, height: 10).isFound)
            #expect(Self.selected(log) == place)
        }
        #expect(log.jump(to: .change, .up, height: 10) == (false, false))
        #expect(Self.selected(log) == 20)
        #expect(log.jump(to: .change, .down, height: 10).isFound)
        #expect(Self.selected(log) == 50)
    }

    @Test("marks are set and taken away, and jumped to among the changes")
    func marks() {
        var log = Self.changingLog()
        log.toggleMark()
        #expect(log.marks.isMarked(99))
        #expect(!log.isHeld, "the newest row is marked without a pause")
        log.move(.rows(-1), height: 10)
        for _ in 0..<30 { log.move(.rows(-1), height: 10) }
        log.toggleMark()
        log.move(.top, height: 10)
        for place in [20, 50, 69, 80, 99] {
            #expect(log.jump(to: .mark, .down, height: 10).isFound)
            #expect(Self.selected(log) == place)
        }
        log.toggleMark()
        #expect(log.markCount == 1)
        log.removeMarks()
        #expect(log.markCount == 0)
        #expect(log.jump(to: .mark, .up, height: 10).isFound, "changes stay")
    }

    @Test("marks go with the rows that the ring drops")
    func droppedMarks() {
        var log = Self.changingLog()
        log.move(.top, height: 10)
        log.toggleMark()
        Self.add(160, to: &log)
        #expect(log.markCount == 0)
        #expect(!log.marks.isMarked(0))
        log.follow()
        #expect(log.jump(to: .change, .up, height: 10).isFound)
        #expect(log.jump(to: .change, .up, height: 10) == (false, false))
    }

    @Test("a change that the filter hides is not jumped to, and that is told")
    func hiddenChanges() throws {
        var log = Self.changingLog()
        log.setFilter(try EventFilter("event:gap or event:tenth"))
        #expect(log.jump(to: .change, .up, height: 10).isFound)
        #expect(Self.selected(log) == 50)
        #expect(log.jump(to: .change, .up, height: 10) == (false, true))
        #expect(log.jump(to: .change, .down, height: 10) == (false, true))
    }

    @Test("without system rows, events and holes are left, whatever the filter says")
    func systemRows() throws {
        var log = Self.changingLog()
        log.setSystemRows(false)
        _ = Self.scanAll(&log)
        #expect(log.count == 99, "gap and suspension stay")
        log.setFilter(try EventFilter("event:gap or event:tenth"))
        _ = Self.scanAll(&log)
        let filtered = log.count
        log.setSystemRows(true)
        _ = Self.scanAll(&log)
        #expect(log.count == filtered)
        log.setFilter(nil)
        #expect(log.count == 100)
    }
}
