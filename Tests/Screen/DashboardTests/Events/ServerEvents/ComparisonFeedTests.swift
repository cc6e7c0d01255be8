import BuoyTestSupport
import ChannelsBasics
import ChannelsProtocol
import Testing

@testable import BuoyDashboard

/// Two servers compared while their reports come in.
@Suite("Comparing two servers without a screen")
struct ComparisonFeedTests {
    /// Two connected servers with one channel. Times are milliseconds since the start.
    private struct Dialogue {
        var feed = ComparisonFeed(of: [Self.orders], window: .seconds(1))
        static let orders = ChannelName(wire: "orders")
        var number = 0

        /// - Parameter isConnected: whether both are from the start.
        init(isConnected: Bool = true) {
            guard isConnected else { return }
            for server in 0...1 { self.connect(server, at: 0) }
            _ = self.pass(to: 100)
        }

        mutating func connect(_ server: Int, at milliseconds: Int) {
            self.report(
                SharingSamples.change(.connecting, .connected, .asked), server, at: milliseconds)
            self.report(
                .subscriptionChanged(Self.orders, .subscribed), server, at: milliseconds)
        }

        static func time(_ milliseconds: Int) -> ChannelsTimestamp {
            ChannelsTimestamp.zero.advanced(by: .milliseconds(milliseconds))
        }

        mutating func report(_ kind: ClientReport.Kind, _ server: Int, at milliseconds: Int) {
            self.number += 1
            self.feed.received(
                [ClientReport(number: self.number, time: Self.time(milliseconds), kind: kind)],
                from: server)
        }

        mutating func receive(_ data: String, _ server: Int, at milliseconds: Int) {
            self.report(
                SharingSamples.received("paid", on: "orders", EventData(data)), server,
                at: milliseconds)
        }

        mutating func pass(to milliseconds: Int) -> [String] {
            Self.words(self.feed.passed(to: Self.time(milliseconds)))
        }

        mutating func finish(at milliseconds: Int) -> [String] {
            Self.words(self.feed.finish(at: Self.time(milliseconds)))
        }

        /// The differences in short: who, how, and the data.
        private static func words(_ differences: [ComparisonFeed.Difference]) -> [String] {
            differences.map { difference in
                switch difference {
                case .onlyHere(let event): "only \(event.server) \(Self.data(event))"
                case .late(let event, let lag):
                    "late \(event.server) \(Self.data(event)) \(lag.clampedNanoseconds / 1_000_000)"
                case .data(let event, let other):
                    "data \(Self.data(event)) \(Self.data(other))"
                }
            }
        }

        private static func data(_ event: ServerEvent) -> String {
            guard case .received(let received) = event.event.kind else { return "" }
            return received.data.text
        }
    }

    @Test("what both deliver in time is no difference, however late the batches are")
    func same() {
        var dialogue = Dialogue()
        dialogue.receive("1", 1, at: 230)
        dialogue.receive("1", 0, at: 200)
        #expect(dialogue.pass(to: 5000) == [])
        #expect(dialogue.finish(at: 5000) == [])
        #expect(dialogue.feed.comparison.tally.isSame)
        #expect(dialogue.feed.comparison.tally.pairs == 1)
    }

    @Test("a copy too many, a late event and other data are named")
    func different() {
        var dialogue = Dialogue()
        dialogue.receive("1", 0, at: 200)
        dialogue.receive("1", 1, at: 200)
        dialogue.receive("1", 1, at: 210)
        dialogue.receive("2", 0, at: 300)
        dialogue.receive("2", 1, at: 700)
        #expect(dialogue.pass(to: 900) == ["late 1 2 400"])
        #expect(dialogue.pass(to: 1500) == ["only 1 1"])
        dialogue.receive("a", 0, at: 2000)
        dialogue.receive("b", 1, at: 2010)
        #expect(dialogue.pass(to: 4500) == ["data a b"])
        #expect(!dialogue.feed.comparison.tally.isSame)
    }

    @Test("it begins when both have answered, and a counterpart from before is no difference")
    func start() {
        var dialogue = Dialogue(isConnected: false)
        dialogue.connect(0, at: 0)
        dialogue.receive("alone", 0, at: 100)
        dialogue.receive("both", 0, at: 200)
        dialogue.receive("both", 0, at: 210)
        dialogue.connect(1, at: 300)
        #expect(dialogue.pass(to: 290) == [])
        #expect(!dialogue.feed.hasBegun)
        dialogue.receive("both", 1, at: 310)
        dialogue.receive("both", 1, at: 320)
        dialogue.receive("both", 1, at: 330)
        #expect(dialogue.pass(to: 1500) == ["only 1 both"])
        #expect(dialogue.feed.hasBegun)
        #expect(dialogue.finish(at: 5000) == [])
        #expect(dialogue.feed.comparison.tally.uncompared == 0)
    }

    @Test("a channel that is refused is an answer")
    func refused() {
        var dialogue = Dialogue(isConnected: false)
        let failure = SubscriptionFailure(
            phase: .subscription, status: nil, FailureParts("no"), code: nil, body: nil,
            stringToSign: nil,
            attempts: 1, frame: nil)
        dialogue.connect(0, at: 0)
        dialogue.report(.subscriptionChanged(Dialogue.orders, .failed(failure)), 1, at: 0)
        _ = dialogue.pass(to: 100)
        #expect(dialogue.feed.hasBegun)
    }

    @Test("at the end, what may still have come is not judged")
    func end() {
        var dialogue = Dialogue()
        dialogue.receive("old", 0, at: 200)
        dialogue.receive("new", 0, at: 1900)
        #expect(dialogue.finish(at: 2000) == ["only 0 old"])
        let tally = dialogue.feed.comparison.tally
        #expect(tally.only == [1, 0])
        #expect(tally.uncompared == 1)
    }

    @Test("events that nothing is found about any more are forgotten")
    func memory() {
        var dialogue = Dialogue()
        for index in 0..<100 { dialogue.receive("\(index)", 0, at: 200) }
        #expect(dialogue.pass(to: 1500).count == 100)
        dialogue.receive("x", 0, at: 9000)
        #expect(dialogue.pass(to: 10_200) == ["only 0 x"])
    }
}
