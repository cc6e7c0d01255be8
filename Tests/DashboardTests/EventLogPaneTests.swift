import ChannelsProtocol
import TestSupport
import Testing
import TextScreen

@testable import Dashboard

@Suite("The event log")
struct EventLogPaneTests {
    private static func log(_ count: Int, limit: Int = 50_000) -> EventLogPane {
        var log = EventLogPane(limit: limit, byteLimit: 64 << 20)
        Self.add(count, to: &log)
        return log
    }

    private static func add(_ count: Int, to log: inout EventLogPane) {
        for _ in 0..<count {
            let number = log.ring.next
            let event = ChannelEvent(
                name: EventName(number.isMultiple(of: 10) ? "tenth" : "other"),
                channel: ChannelName(wire: "c"), data: EventData("{\"n\":\(number)}"))
            log.handle(ClientEvent(number: number + 1, time: .zero, kind: .received(event)))
        }
    }

    private static func scanAll(_ log: inout EventLogPane) -> EventSearch.OnSlice? {
        var last: EventSearch.OnSlice?
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
        let large = ChannelEvent(
            name: "x", channel: nil, data: EventData(String(repeating: "x", count: 9000)))
        log.handle(ClientEvent(number: 1, time: .zero, kind: .received(large)))
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
        #expect(log.scan(height: 10) == .goOn)
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
        for kind: ClientEvent.Kind in [
            .pingSent, .pongReceived(roundTrip: .milliseconds(1)), .bindingsHit([]),
            .subscriptionChanged(ChannelName(wire: "a"), .authorizing),
        ] {
            log.handle(ClientEvent(number: 1, time: .zero, kind: kind))
        }
        #expect(log.ring.isEmpty)
    }
}
