import BuoyTestSupport
import ChannelsEventWords
import ChannelsProtocol
import Testing

@testable import BuoyDashboard

@Suite("Gaps: what a period without a connection cost")
struct GapLedgerTests {
    private static let prices = ChannelName(wire: "cache-prices")
    private static let lobby = ChannelName(wire: "presence-lobby")

    /// Connected with two channels, which is lost after 10 s.
    private static func lost() -> RecordedEvents {
        var session = RecordedEvents()
        session.connect()
        session.subscribe("cache-prices")
        session.subscribe("presence-lobby")
        session.wait(.seconds(10))
        session.drop(4201, reason: "", retryAfter: .seconds(1))
        return session
    }

    /// What the client reports when both channels are back.
    private static func gap(lost: ChannelsTimestamp, back: ChannelsTimestamp) -> ConnectionGap {
        ConnectionGap(
            lastReceived: lost, lossNoticed: lost, reconnected: back,
            channels: [
                ConnectionGap.Channel(name: self.prices, subscribedAgain: back),
                ConnectionGap.Channel(name: self.lobby, subscribedAgain: back),
            ])
    }

    private static func ledger(_ session: RecordedEvents) -> GapLedger {
        var record = ConnectionRecord(address: "", usesTLS: false)
        for event in session.events {
            if case .received = event.kind { record.received(event) } else { record.handle(event) }
        }
        return record.gaps
    }

    @Test("a loss opens a gap, which the client's report closes")
    func oneGap() throws {
        var session = Self.lost()
        let lost = session.time
        let open = try #require(Self.ledger(session).latest)
        #expect(open.isOpen && open.number == 1)
        #expect(open.cause == .closed(4201, reason: ""))
        #expect(open.duration(at: lost.advanced(by: .seconds(3))) == .seconds(3))

        session.wait(.seconds(2))
        session.startAttempt(1)
        session.startAttempt(2)
        session.establish(socketID: "1.2", attempt: 2, from: .connecting)
        session.add(.subscriptionChanged(Self.prices, .subscribed))
        session.add(.gap(Self.gap(lost: lost, back: session.time)))
        session.wait(.seconds(60))
        let closed = try #require(Self.ledger(session).latest)
        #expect(!closed.isOpen && closed.attempts == 2)
        #expect(closed.duration(at: session.time) == .seconds(2))
        #expect(closed.summary.contains("2 of 2 channels resubscribed"))
        #expect(Self.ledger(session).totalTime.longest == .seconds(2))
    }

    @Test(
        "a gap after a silence is as long as there was no connection, and up to the silence longer",
        arguments: [true, false])
    func silence(inOrder: Bool) throws {
        var session = RecordedEvents()
        session.connect()
        let silent = session.time
        session.wait(.seconds(95))
        let noticed = session.time
        var change = StateChange(
            previous: .connected, current: .connecting,
            cause: .ended(.failed(ConnectFailure(kind: .unreachable, what: "It: was cut"))),
            lastReceived: inOrder ? noticed : silent)
        change.endedInOrder = inOrder
        session.add(.stateChanged(change))
        #expect(Self.ledger(session).time(at: noticed).downtime == .zero)
        session.wait(.seconds(1))
        session.establish(socketID: "1.2", attempt: 1, from: .connecting)
        var report = ConnectionGap(
            lastReceived: inOrder ? noticed : silent, lossNoticed: noticed,
            reconnected: session.time)
        report.endedInOrder = inOrder
        session.add(.gap(report))
        let ledger = Self.ledger(session)
        let gap = try #require(ledger.latest)
        let words = inOrder ? "1.0s" : "up to 1m36s (at least 1.0s)"
        #expect(gap.size(at: session.time).words == words)
        #expect(ledger.totalTime.words == words)
        let facts = gap.facts(at: session.time) { _ in "14:02" }
        #expect(facts.first { $0.label == "duration" }?.value == words)
        let proof = facts.first { $0.label == "before" }?.value
        #expect(proof?.hasPrefix(inOrder ? "complete: the other end" : "unknown for 1m35s") == true)
        let json = gap.json(at: session.time).compactText
        #expect(json.contains(#""duration_ms":\#(inOrder ? 1000 : 96000),"downtime_ms":1000"#))
        #expect(json.contains(#""ended_in_order":\#(inOrder)"#))
    }

    @Test("cached events and members that changed meanwhile belong to the gap")
    func consequences() throws {
        var session = Self.lost()
        let lost = session.time
        session.wait(.seconds(2))
        session.establish(socketID: "1.2", attempt: 1, from: .connecting)
        session.add(.subscriptionChanged(Self.prices, .subscribed))
        session.receive("price", on: "cache-prices", "{}")
        session.receive("price", on: "cache-prices", "{}")
        session.add(.subscriptionChanged(Self.lobby, .subscribed))
        let ana = RecordedEvents.member("u1", "Ana")
        let eli = RecordedEvents.member("u2", "Eli")
        session.add(
            .membersReplaced(
                Self.lobby, PresenceMembers(roster: Roster(members: [ana]), me: nil),
                difference: MemberDifference(joined: [ana], left: [eli])))
        session.add(.gap(Self.gap(lost: lost, back: session.time)))
        let gap = try #require(Self.ledger(session).latest)
        #expect(gap.resentChannels == [Self.prices])
        #expect((gap.joined, gap.left) == (1, 1))
        #expect(
            gap.consequences == [
                "2 of 2 channels resubscribed", "1 cached event re-sent", "1 joined and 1 left",
            ])
    }

    @Test("an event that comes later on a cache channel is not the cached one")
    func laterEvent() throws {
        var session = Self.lost()
        let lost = session.time
        session.establish(socketID: "1.2", attempt: 1, from: .connecting)
        session.add(.subscriptionChanged(Self.prices, .subscribed))
        session.add(.gap(Self.gap(lost: lost, back: session.time)))
        session.wait(.seconds(2))
        session.receive("price", on: "cache-prices", "{}")
        #expect(Self.ledger(session).latest?.resentChannels == [])
    }

    @Test("a cache channel without a cached event has none that comes again")
    func cacheMissed() throws {
        var session = Self.lost()
        session.establish(socketID: "1.2", attempt: 1, from: .connecting)
        session.add(.subscriptionChanged(Self.prices, .subscribed))
        session.add(.cacheMissed(Self.prices))
        session.receive("price", on: "cache-prices", "{}")
        #expect(Self.ledger(session).latest?.resentChannels == [])
    }

    @Test(
        "a connection that is lost before a channel came back continues the gap; later it is another"
    )
    func lossesInARow() {
        var session = Self.lost()
        session.establish(socketID: "1.2", attempt: 1, from: .connecting)
        session.drop(1006, reason: "", retryAfter: .seconds(1))
        #expect(Self.ledger(session).total == 1)
        session.establish(socketID: "1.3", attempt: 1, from: .connecting)
        session.add(.subscriptionChanged(Self.prices, .subscribed))
        session.drop(1006, reason: "", retryAfter: .seconds(1))
        #expect(Self.ledger(session).total == 2)
    }

    @Test("a channel that comes back late belongs to the gap that it was missing in")
    func lateChannel() throws {
        var session = Self.lost()
        let lost = session.time
        session.wait(.seconds(1))
        let back = session.time
        session.establish(socketID: "1.2", attempt: 1, from: .connecting)
        var gap = Self.gap(lost: lost, back: back)
        gap.channels[1].subscribedAgain = nil
        session.add(.gap(gap))
        #expect(Self.ledger(session).latest?.consequences == ["1 of 2 channels resubscribed"])
        session.wait(.seconds(5))
        gap.channels = [ConnectionGap.Channel(name: Self.lobby, subscribedAgain: session.time)]
        session.add(.gap(gap))
        let latest = try #require(Self.ledger(session).latest)
        #expect(latest.consequences == ["2 of 2 channels resubscribed"])
        #expect(latest.duration(at: session.time) == .seconds(6))
        #expect(Self.ledger(session).total == 1)
        // The time that both reports cover counts once.
        #expect(Self.ledger(session).totalTime.longest == .seconds(6))
    }

    @Test("a report of a gap finds its record although it was published later")
    func publishedLater() throws {
        var session = RecordedEvents()
        session.connect()
        session.wait(.seconds(10))
        let silent = session.time
        session.wait(.seconds(2))
        let noticed = session.time
        session.wait(.milliseconds(1))
        session.add(
            .stateChanged(
                StateChange(
                    previous: .connected, current: .connecting,
                    cause: .ended(.pongMissing(after: .seconds(30))), lastReceived: silent)))
        session.wait(.seconds(1))
        session.establish(socketID: "1.2", attempt: 1, from: .connecting)
        session.add(
            .gap(
                ConnectionGap(lastReceived: silent, lossNoticed: noticed, reconnected: session.time)
            ))
        let gap = try #require(Self.ledger(session).latest)
        #expect(!gap.isOpen && gap.lastReceived == silent)
        #expect(gap.consequences == ["no channels were subscribed"])
    }

    @Test("a user who disconnects ends the gap")
    func disconnected() {
        var session = Self.lost()
        session.wait(.seconds(3))
        session.add(
            .stateChanged(
                StateChange(previous: .connecting, current: .disconnected, cause: .asked)))
        let end = session.time
        session.wait(.seconds(60))
        #expect(Self.ledger(session).latest?.end == end)
    }

    @Test("a reconnection that was requested is not a loss")
    func requested() {
        var session = RecordedEvents()
        session.connect()
        session.add(
            .stateChanged(
                StateChange(
                    previous: .connected, current: .connecting, cause: .ended(.reconnectAsked))))
        #expect(Self.ledger(session).total == 0)
    }

    @Test("what a publisher says was missed stays with its gap")
    func missed() throws {
        var record = ConnectionRecord(address: "", usesTLS: false)
        for event in Self.lost().events { record.handle(event) }
        let missed = MissedEvents(channels: [.init(name: Self.prices, count: 41)])
        record.add(missed, inGap: 1)
        record.add(MissedEvents(channels: []), inGap: 7)
        #expect(record.gaps[1]?.summary.hasPrefix("41 events missed; ") == true)
        let json = try #require(record.gaps[1]?.json(at: .zero).compactText)
        #expect(
            json.contains(#""missed":{"events":41,"complete":true,"channels":{"cache-prices":41}}"#)
        )
        #expect(MissedEvents(channels: [], isIncomplete: true).words == "at least 0 events missed")
        // A publisher says any numbers.
        let all = MissedEvents.Channel(name: Self.prices, count: .max)
        #expect(MissedEvents(channels: [all, all]).count == .max)
    }

    @Test("an old gap makes room for a new one, and keeps its number")
    func bounded() {
        var session = Self.lost()
        for _ in 1...1200 {
            session.establish(socketID: "1.2", attempt: 1, from: .connecting)
            session.add(.subscriptionChanged(Self.prices, .subscribed))
            session.drop(1006, reason: "", retryAfter: .seconds(1))
        }
        let ledger = Self.ledger(session)
        #expect(ledger.total == 1201)
        #expect(Array(ledger.newestFirst).count == 1000)
        #expect(ledger[201] == nil && ledger[202]?.number == 202 && ledger[1201] != nil)
    }
}
