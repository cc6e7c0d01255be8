import BuoyDashboardTesting
import BuoyTextScreen
import ChannelsProtocol
import Testing

@testable import BuoyDashboard

@Suite("Rows that are one row")
struct RowGroupTests {
    private var rows = EventRows(limit: 1000, byteLimit: 1 << 20)
    private var time = ChannelsTimestamp.zero

    private mutating func add(_ kind: ClientReport.Kind, after wait: Duration = .milliseconds(10)) {
        self.time = self.time.advanced(by: wait)
        self.rows.append(ClientReport(number: self.rows.next + 1, time: self.time, kind: kind))
    }

    private mutating func subscribe(_ count: Int, after wait: Duration = .milliseconds(10)) {
        for number in 0..<count {
            self.add(
                .subscriptionChanged(ChannelName(wire: "c\(number)"), .subscribed), after: wait)
        }
    }

    private mutating func lose() {
        let end = ConnectionEnd.closed(4200, reason: "")
        self.add(
            .stateChanged(
                StateChange(previous: .connected, current: .connecting, cause: .ended(end))))
    }

    private var shown: [Int] {
        (0..<self.rows.count).compactMap { self.rows.sequence(at: $0) }
    }

    @Test("four channels and more that are subscribed at once are one row, and their counts")
    mutating func burst() throws {
        self.subscribe(3)
        #expect(self.shown == [0, 1, 2])
        self.add(.subscriptionCount(ChannelName(wire: "c0"), 2))
        self.subscribe(1)
        #expect(self.shown == [0])
        let group = try #require(self.rows.group(at: 0))
        #expect(group.subscribed == 4 && group.rows == [1, 2, 3, 4])
        self.add(.received(ChannelsEvent(name: "e", channel: ChannelName(wire: "c0"), data: "1")))
        #expect(self.shown == [0, 5])
    }

    @Test("channels that are subscribed one by one have rows of their own")
    mutating func slow() {
        self.subscribe(6, after: .seconds(2))
        #expect(self.shown == Array(0..<6))
    }

    @Test("a search and a filter find a reconnection by the word its row begins with")
    mutating func search() throws {
        self.lose()
        self.subscribe(1)
        let head = try #require(self.rows.ring[0])
        for text in ["lost", "lost: "] { #expect(head.contains(Needle(text))) }
        #expect(try EventFilter("lost").matches(head, server: nil))
        #expect(self.rows.ring[1].map { $0.contains(Needle("lost")) } == false)
    }

    @Test("a reconnection is one row, and what is refused in it has its own")
    mutating func reconnection() throws {
        self.lose()
        self.add(.attemptFailed(attempt: 1, .closed(4100, reason: ""), parts: AttemptParts()))
        self.subscribe(2)
        let refusal = SubscriptionFailure(status: 403, what: "Refused")
        self.add(.subscriptionChanged(ChannelName(wire: "private-x"), .failed(refusal)))
        #expect(self.shown == [0, 4])
        let group = try #require(self.rows.group(at: 0))
        #expect(group.failures == 1 && group.subscribed == 2 && group.refused == 1)
        #expect(group.isGoingOn)
    }

    @Test("what comes later is not part of it")
    mutating func settled() {
        self.lose()
        self.add(.gap(Self.gap))
        self.add(.subscriptionCount(ChannelName(wire: "c"), 3), after: .seconds(1))
        self.add(.subscriptionCount(ChannelName(wire: "c"), 4), after: .seconds(2))
        #expect(self.shown == [0, 3])
    }

    @Test("its rows can be shown, also while more come, and be folded again")
    mutating func unfold() {
        self.lose()
        self.subscribe(2)
        _ = self.rows.toggleGroup(height: 10)
        self.subscribe(1)
        #expect(self.shown == [0, 1, 2, 3])
        self.rows.select(2, height: 10)
        let isHead = self.rows.toggleGroup(height: 10)
        #expect(!isHead)
        self.rows.select(0, height: 10)
        _ = self.rows.toggleGroup(height: 10)
        #expect(self.shown == [0] && self.rows.selectedSequence == 0)
    }

    @Test("an export and a filter have all rows")
    mutating func others() throws {
        self.lose()
        self.subscribe(5)
        #expect(EventSnapshot(self.rows.ring, self.rows.view).count == 6)
        self.rows.setFilter(try EventFilter("kind:channel"))
        var budget = ScanBudget()
        self.rows.scan(budget: &budget)
        #expect(self.shown == [1, 2, 3, 4, 5])
    }

    @Test("every row keeps its place when some are folded")
    mutating func places() {
        for _ in 0..<20 {
            self.lose()
            self.add(.gap(Self.gap))
            self.add(
                .received(ChannelsEvent(name: "e", channel: nil, data: "1")), after: .seconds(3))
        }
        for index in 0..<self.rows.count {
            let sequence = self.rows.sequence(at: index) ?? -1
            #expect(self.rows.index(atOrAfter: sequence) == index)
        }
        #expect(self.rows.count == 40 && self.rows.sequence(at: 40) == nil)
    }

    private static var gap: ConnectionGap {
        ConnectionGap(
            lastReceived: .zero, lossNoticed: .zero, reconnected: .zero, channels: [])
    }
}
