import BuoyTestSupport
import ChannelsProtocol
import Testing

@testable import BuoyDashboard

@Suite("Liveness: whether the server answers, and how fast")
struct LivenessMeterTests {
    private static func meter(_ session: RecordedEvents) -> LivenessMeter {
        var meter = LivenessMeter()
        for event in session.events { meter.handle(event) }
        return meter
    }

    private static func connected() -> RecordedEvents {
        var session = RecordedEvents()
        session.connect()
        return session
    }

    @Test("percentiles are round trips that were measured: the nearest rank")
    func percentiles() throws {
        #expect(Self.meter(Self.connected()).percentiles == nil)
        var session = Self.connected()
        for milliseconds in (1...200).shuffled() {
            session.add(.pongReceived(roundTrip: .milliseconds(milliseconds)))
        }
        let spread = try #require(Self.meter(session).percentiles)
        #expect(spread.least == .milliseconds(1) && spread.most == .milliseconds(200))
        #expect(spread.median == .milliseconds(100))
        #expect(spread.ninetieth == .milliseconds(180))
        #expect(spread.ninetyNinth == .milliseconds(198))
    }

    @Test("one round trip is every percentile")
    func single() throws {
        var session = Self.connected()
        session.add(.pongReceived(roundTrip: .milliseconds(7)))
        let spread = try #require(Self.meter(session).percentiles)
        #expect(
            Set([spread.least, spread.median, spread.ninetyNinth, spread.most])
                == [.milliseconds(7)])
        #expect(Self.meter(session).pongs == 1)
    }

    @Test("a ping is due when either side was idle for the timeout")
    func nextPing() {
        var session = Self.connected()
        session.wait(.seconds(100))
        session.add(.subscriptionCount(ChannelName(wire: "news"), 1))
        session.wait(.seconds(10))
        // The server sent something 10 s ago, this client nothing for 110 s of 120 s.
        #expect(Self.meter(session).nextPing(at: session.time) == .seconds(10))
        session.wait(.seconds(10))
        #expect(Self.meter(session).nextPing(at: session.time) == nil)
        session.add(.pingSent(SentPing(lastReceived: session.time, timeLimit: .seconds(30))))
        #expect(Self.meter(session).nextPing(at: session.time) == .seconds(120))
    }

    @Test(
        "what is sent for a channel counts as sent",
        arguments: [SubscriptionState.subscribing, .unsubscribed])
    func requests(state: SubscriptionState) {
        var session = Self.connected()
        session.wait(.seconds(50))
        session.add(.subscriptionChanged(ChannelName(wire: "news"), state))
        #expect(Self.meter(session).lastSent == session.time)
        session.drop(1006, reason: "", retryAfter: .seconds(1))
        session.add(.subscriptionChanged(ChannelName(wire: "news"), state))
        #expect(Self.meter(session).lastSent == nil)
    }

    @Test("a ping is under way until its pong, and its limit is known from then on")
    func awaitedPong() {
        var session = Self.connected()
        #expect(Self.meter(session).pongTimeout == nil)
        session.wait(.seconds(1))
        session.add(.pingSent(SentPing(lastReceived: .zero, timeLimit: .seconds(30))))
        session.wait(.seconds(4))
        #expect(Self.meter(session).pingAge(at: session.time) == .seconds(4))
        #expect(Self.meter(session).noAnswer(at: session.time)?.timeLeft == .seconds(26))
        session.add(.pongReceived(roundTrip: .seconds(4)))
        #expect(Self.meter(session).pingAge(at: session.time) == nil)
        #expect(Self.meter(session).pongTimeout == .seconds(30))
    }

    @Test("a pong answers its ping, also if the report of the ping came late")
    func latePing() {
        var session = Self.connected()
        // The ping was sent, and its report was made 300 ms later, because the machine was busy.
        session.add(.pingSent(SentPing(lastReceived: session.time, timeLimit: .seconds(30))))
        session.wait(.seconds(1))
        session.add(.pongReceived(roundTrip: .milliseconds(1300)))
        session.wait(.seconds(5))
        #expect(Self.meter(session).noAnswer(at: session.time) == nil)
        // The next ping, which nobody answers, is not answered by that.
        session.add(.pingSent(SentPing(lastReceived: session.time, timeLimit: .seconds(30))))
        session.wait(.seconds(3))
        #expect(Self.meter(session).noAnswer(at: session.time) != nil)
    }

    @Test("a pong that may answer any of several pings ends the silence, and is not measured")
    func lostPong() {
        var session = Self.connected()
        let lastReceived = session.time
        session.wait(.seconds(1))
        for left in [30, 20] {
            session.add(
                .pingSent(SentPing(lastReceived: lastReceived, timeLimit: .seconds(left))))
            session.wait(.seconds(10))
        }
        #expect(Self.meter(session).noAnswer(at: session.time)?.timeLeft == .seconds(10))
        #expect(Self.meter(session).pongTimeout == .seconds(30))
        session.add(.pongReceived(roundTrip: nil))
        session.wait(.seconds(60))
        let meter = Self.meter(session)
        #expect(meter.noAnswer(at: session.time) == nil && meter.pingAge(at: session.time) == nil)
        #expect(meter.pongs == 1 && meter.latest() == [])
    }

    @Test("a server that sends but answers no ping is told as traffic in one direction")
    func oneWay() {
        var session = Self.connected()
        let ping = session.time
        session.add(.pingSent(SentPing(lastReceived: session.time, timeLimit: .seconds(30))))
        session.wait(.seconds(30))
        session.add(.problem(ReportedProblem(kind: .pongOverdue, text: "")))
        #expect(Self.meter(session).oneWaySince == ping)
        session.add(.pongReceived(roundTrip: .seconds(31)))
        #expect(Self.meter(session).oneWaySince == nil)
    }

    @Test("a timeout says who chose it")
    func sources() throws {
        func source(server: Duration?, inEffect: Duration) throws -> LivenessMeter.TimeoutSource? {
            let id = try #require(SocketID("1.2"))
            var session = RecordedEvents()
            session.add(
                .stateChanged(
                    StateChange(
                        previous: .connecting, current: .connected,
                        cause: .established(
                            Establishment(
                                socketID: id, serverActivityTimeout: server,
                                activityTimeout: inEffect, attempt: 1)))))
            return Self.meter(session).activityTimeoutSource
        }
        #expect(try source(server: nil, inEffect: .seconds(120)) == .client)
        #expect(try source(server: .seconds(150), inEffect: .seconds(120)) == .client)
        #expect(try source(server: .seconds(30), inEffect: .seconds(30)) == .server)
        #expect(try source(server: .milliseconds(5), inEffect: .seconds(1)) == .minimum)
        #expect(LivenessMeter().activityTimeoutSource == nil)
    }

    @Test("with the connection, what was known of it ends")
    func ended() {
        var session = Self.connected()
        session.add(.pingSent(SentPing(lastReceived: session.time, timeLimit: .seconds(30))))
        session.drop(1006, reason: "", retryAfter: .seconds(1))
        let meter = Self.meter(session)
        #expect(meter.lastSent == nil && meter.lastPing == nil && meter.establishment == nil)
        #expect(meter.pingAge(at: session.time) == nil)
    }
}
