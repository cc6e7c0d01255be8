import BuoyTestSupport
import ChannelsProtocol
import Testing

@testable import BuoyDashboard

/// Two servers, and what is found by comparing what they deliver.
@Suite("What one of two servers delivers and the other does not")
struct ServerComparisonTests {
    /// A dialogue: times are milliseconds since the start.
    struct Dialogue {
        var comparison = ServerComparison()
        var next = 0
        static let channels = ["orders", "news"]

        /// - Parameter isConnected: whether both servers are connected, with the same channels.
        init(isConnected: Bool = true) {
            guard isConnected else { return }
            for side in ServerComparison.Side.allCases { self.connect(side) }
        }

        func time(_ milliseconds: Int) -> ChannelsTimestamp {
            ChannelsTimestamp.zero.advanced(by: .milliseconds(milliseconds))
        }

        mutating func connect(_ side: ServerComparison.Side) {
            self.comparison.assume(
                isConnected: true, channels: Set(Self.channels.map { ChannelName(wire: $0) }),
                on: side)
        }

        mutating func report(
            _ kind: ClientReport.Kind, _ side: ServerComparison.Side, at milliseconds: Int
        ) -> [ComparisonFinding] {
            self.next += 1
            let event = ClientReport(number: 1, time: self.time(milliseconds), kind: kind)
            return self.comparison.handle(event, number: self.next, on: side)
        }

        /// An event arrives; its number is one more than that of the one before.
        mutating func receive(
            _ side: ServerComparison.Side, at milliseconds: Int, _ name: EventName = "paid",
            _ data: String = "1", on channel: String = "orders"
        ) -> [ComparisonFinding] {
            let event = ChannelsEvent(
                name: name, channel: ChannelName(wire: channel), data: EventData(data))
            return self.report(.received(event), side, at: milliseconds)
        }

        mutating func pass(to milliseconds: Int) -> [ComparisonFinding] {
            self.comparison.passed(to: self.time(milliseconds))
        }

        var tally: ComparisonTally { self.comparison.tally }
    }

    @Test("the same event from both leaves no mark, and says which was later")
    func same() {
        var dialogue = Dialogue()
        #expect(dialogue.receive(.first, at: 0) == [])
        #expect(dialogue.receive(.second, at: 30) == [])
        #expect(dialogue.receive(.second, at: 1000, "paid", "2") == [])
        #expect(dialogue.receive(.first, at: 1050, "paid", "2") == [])
        #expect(dialogue.pass(to: 60_000) == [])
        #expect(dialogue.tally.pairs == 2)
        #expect(dialogue.tally.events == [2, 2])
        #expect(dialogue.tally.lags.range == .milliseconds(-50) ... .milliseconds(30))
    }

    @Test("an event that the other server does not deliver within the window is only here")
    func onlyHere() {
        var dialogue = Dialogue()
        #expect(dialogue.receive(.first, at: 0) == [])
        #expect(dialogue.pass(to: 9999) == [])
        #expect(dialogue.pass(to: 10_000) == [ComparisonFinding(1, .onlyHere)])
        // The other one is late beyond the window, so that it is only there.
        #expect(dialogue.receive(.second, at: 10_001) == [])
        #expect(dialogue.pass(to: 20_001) == [ComparisonFinding(2, .onlyHere)])
        #expect(dialogue.tally.only == [1, 1])
        #expect(dialogue.tally.pairs == 0)
    }

    @Test("from a tenth of the window on, an event is late")
    func late() {
        var dialogue = Dialogue()
        _ = dialogue.receive(.first, at: 0)
        #expect(dialogue.receive(.second, at: 999) == [])
        _ = dialogue.receive(.second, at: 2000, "paid", "2")
        #expect(
            dialogue.receive(.first, at: 3000, "paid", "2")
                == [ComparisonFinding(4, .late(.seconds(1)))])
        #expect(dialogue.tally.late == [1, 0])
    }

    @Test("equal events are paired in order, so that the surplus one is only here")
    func repeated() {
        var dialogue = Dialogue()
        _ = dialogue.receive(.first, at: 0)
        _ = dialogue.receive(.first, at: 1)
        _ = dialogue.receive(.second, at: 2)
        #expect(dialogue.pass(to: 10_001) == [ComparisonFinding(2, .onlyHere)])
    }

    @Test("the same name on the same channel with other data differs")
    func otherData() {
        var dialogue = Dialogue()
        _ = dialogue.receive(.first, at: 0, "paid", "1")
        _ = dialogue.receive(.second, at: 20, "paid", "2")
        #expect(dialogue.pass(to: 10_019) == [])
        #expect(
            dialogue.pass(to: 10_020)
                == [
                    ComparisonFinding(2, .differs(from: 1)),
                    ComparisonFinding(1, .differs(from: 2)),
                ])
        #expect(dialogue.tally.differing == 1)
        #expect(dialogue.tally.only == [0, 0])
    }

    @Test("other names and other channels do not differ, but are only here")
    func otherNames() {
        var dialogue = Dialogue()
        _ = dialogue.receive(.first, at: 0, "paid", "1")
        _ = dialogue.receive(.second, at: 1, "sent", "2")
        _ = dialogue.receive(.second, at: 2, "paid", "3", on: "news")
        #expect(
            dialogue.pass(to: 11_000)
                == [
                    ComparisonFinding(1, .onlyHere), ComparisonFinding(2, .onlyHere),
                    ComparisonFinding(3, .onlyHere),
                ])
    }

    @Test("an event left over is only here once what it waited for has found its counterpart")
    func leftOver() {
        var dialogue = Dialogue()
        _ = dialogue.receive(.first, at: 0, "paid", "1")
        _ = dialogue.receive(.second, at: 9000, "paid", "2")
        // The second may turn out to be the first with other data.
        #expect(dialogue.pass(to: 10_000) == [])
        // But it has its own counterpart.
        #expect(
            dialogue.receive(.first, at: 10_500, "paid", "2")
                == [
                    ComparisonFinding(1, .onlyHere),
                    ComparisonFinding(3, .late(.milliseconds(1500))),
                ])
    }

    @Test("an event waits at most two windows, whatever follows")
    func waitsNotForever() {
        var dialogue = Dialogue()
        _ = dialogue.receive(.first, at: 0, "paid", "lost")
        var findings: [ComparisonFinding] = []
        for second in 1...25 {
            // At any time, the second server has delivered one that the first has not yet.
            findings += dialogue.receive(.second, at: second * 1000, "paid", "\(second)")
            if second > 1 {
                findings += dialogue.receive(
                    .first, at: second * 1000 + 1, "paid", "\(second - 1)")
            }
        }
        #expect(findings.contains(ComparisonFinding(1, .onlyHere)))
        #expect(dialogue.tally.only == [1, 0])
    }

    @Test("what the other client cannot receive is not compared")
    func unsubscribed() {
        var dialogue = Dialogue()
        _ = dialogue.receive(.first, at: 0, "paid", "1", on: "secret")
        #expect(dialogue.pass(to: 60_000) == [])
        #expect(dialogue.tally.uncompared == 1)
        #expect(dialogue.tally.only == [0, 0])
    }

    @Test("a connection that is lost or never was makes nothing of an absence")
    func disconnected() {
        var dialogue = Dialogue(isConnected: false)
        dialogue.connect(.first)
        _ = dialogue.receive(.first, at: 0)
        dialogue.connect(.second)
        _ = dialogue.receive(.first, at: 10, "paid", "2")
        let lost = StateChange(
            previous: .connected, current: .connecting, cause: .ended(.reconnectAsked))
        #expect(dialogue.report(.stateChanged(lost), .second, at: 20) == [])
        #expect(dialogue.pass(to: 60_000) == [])
        #expect(dialogue.tally.uncompared == 2)
    }

    @Test("unsubscribing ends the comparison of that channel alone")
    func unsubscribing() {
        var dialogue = Dialogue()
        _ = dialogue.receive(.first, at: 0, on: "orders")
        _ = dialogue.receive(.first, at: 0, on: "news")
        _ = dialogue.report(
            .subscriptionChanged(ChannelName(wire: "orders"), .unsubscribed), .second, at: 5)
        #expect(dialogue.pass(to: 60_000) == [ComparisonFinding(2, .onlyHere)])
    }

    @Test("memory is bounded: the oldest that wait are not compared")
    func bounded() {
        var dialogue = Dialogue()
        for number in 0..<ServerComparison.limit + 50 {
            _ = dialogue.receive(.first, at: 0, "paid", "\(number)")
        }
        #expect(dialogue.tally.uncompared == 50)
        #expect(dialogue.pass(to: 20_000).count == ServerComparison.limit)
    }

    @Test("the window is clamped to what can be chosen")
    func windows() {
        #expect(ServerComparison(window: .zero).window == .milliseconds(100))
        #expect(ServerComparison(window: .seconds(4000)).window == .seconds(300))
    }

    @Test("the median of the newest time differences")
    func median() {
        var lags = ComparisonTally.Lags()
        #expect(lags.median == nil)
        for value in 1...1000 { lags.add(.milliseconds(value)) }
        #expect(lags.range == .milliseconds(745) ... .milliseconds(1000))
        #expect(lags.median == .milliseconds(873))
    }
}
