import BuoyTestSupport
import ChannelsEventWords
import ChannelsProtocol
import Testing

@testable import BuoyDashboard

@Suite("What losses have in common")
struct LossPatternTests {
    private static let orders = ChannelName(wire: "private-orders")

    private static func pattern(_ session: RecordedEvents) -> LossPattern? {
        var record = ConnectionRecord(address: "", usesTLS: false)
        for event in session.events {
            if case .received = event.kind { record.received(event) } else { record.handle(event) }
        }
        return record.losses.pattern
    }

    /// Connections that were lost after these silences, each after traffic for some time.
    private static func quiet(_ silences: [Double], traffic: Duration = .seconds(7))
        -> RecordedEvents
    {
        var silences = silences[...]
        return RecordedEvents.losses(silences.count) { session in
            let number = silences.count
            for _ in 0..<number {
                session.wait(traffic / number)
                session.receive("price", on: "ticker", "{}")
            }
            session.wait(.seconds(silences.removeFirst()))
        }
    }

    @Test("an idle limit is concluded at the third loss, with what to do")
    func idleLimit() throws {
        #expect(Self.pattern(Self.quiet([10, 10.02])) == nil)
        let third = try #require(Self.pattern(Self.quiet([10, 10.02, 9.98])))
        #expect(
            third.sentence == "3 losses, each after 10.0s without traffic: an idle timeout "
                + "on the path; try --activity-timeout 8, or raise the timeout (proxy_read_timeout in "
                + "nginx, timeout tunnel in haproxy)")
        let fifth = try #require(Self.pattern(Self.quiet([10, 10.02, 9.98, 10.3, 9.9])))
        #expect(fifth.kind == .idleLimit && fifth.count == 5)
    }

    @Test(
        "it is not concluded from times that differ, or that are equal by chance",
        arguments: [[10, 10.2, 10.4], [10, 10.02, 14], [1, 1, 1, 1], [5, 60, 5, 60]])
    func noIdleLimit(silences: [Double]) {
        #expect(Self.pattern(Self.quiet(silences))?.kind != .idleLimit)
    }

    @Test("the timers of nginx, which later messages of a burst do not set anew")
    func nginx() throws {
        var (delays, ages) = ([0.01, 0.29, 0.15][...], [3, 1, 4][...])
        let session = RecordedEvents.losses(3) { session in
            session.wait(.seconds(ages.removeFirst()))
            session.receive("price", on: "ticker", "{}")
            let delay = delays.removeFirst()
            session.wait(.seconds(delay))
            session.receive("price", on: "ticker", "{}")
            session.wait(.seconds(5.003 - delay))
        }
        let pattern = try #require(Self.pattern(session))
        #expect(pattern.kind == .idleLimit)
        #expect(pattern.sentence.contains("each after 5.0s without traffic"))
    }

    @Test("a silence that a connection outlived is no limit")
    func outlived() {
        let session = Self.quiet([10, 10, 10], traffic: .seconds(120))
        #expect(Self.pattern(session)?.kind != .idleLimit)
    }

    @Test("a later loss of another kind ends the pattern")
    func ended() {
        var session = Self.quiet([10, 10, 10])
        session.wait(.seconds(33))
        session.drop(4200, reason: "", retryAfter: .seconds(1))
        #expect(Self.pattern(session) == nil)
    }

    @Test("faults of buoy, what the user asked for and pings without an answer do not count")
    func notCounted() {
        func losses(_ end: @escaping (inout RecordedEvents) -> Void) -> LossPattern? {
            var session = RecordedEvents()
            session.connect()
            for number in 1...5 {
                session.wait(.seconds(10))
                end(&session)
                session.establish(socketID: "1.\(number)", attempt: 1, from: .connecting)
            }
            return Self.pattern(session)
        }
        func ended(_ end: ConnectionEnd, suspended: Duration? = nil) -> LossPattern? {
            losses { session in
                session.add(
                    .stateChanged(
                        StateChange(
                            previous: .connected, current: .connecting, cause: .ended(end),
                            suspended: suspended)))
            }
        }
        let cut = ConnectionEnd.failed(ConnectFailure(kind: .unreachable, what: "It was cut"))
        #expect(ended(cut)?.kind == .idleLimit)
        #expect(ended(cut, suspended: .seconds(3)) == nil)
        #expect(ended(.reconnectAsked) == nil)
        #expect(ended(.pongMissing(after: .seconds(5))) == nil)
        #expect(losses { $0.cut(isInjected: true) } == nil)
        #expect(losses { $0.cut("It was cut: \(DeliberateFault.words)") } != nil)
    }

    @Test("an age at which connections end, whatever the traffic")
    func lifetime() throws {
        var traffic = [3, 17, 29][...]
        let session = RecordedEvents.losses(3) { session in
            let first = traffic.removeFirst()
            session.wait(.seconds(first))
            session.receive("price", on: "ticker", "{}")
            session.wait(.seconds(30 - first))
        }
        let pattern = try #require(Self.pattern(session))
        #expect(pattern.kind == .lifetime)
        #expect(pattern.sentence.hasPrefix("3 losses, each 30.0s after connecting, regardless of"))
    }

    @Test("4201 every two minutes")
    func missingPongs() throws {
        var session = RecordedEvents()
        session.connect()
        for number in 1...3 {
            session.wait(.milliseconds(120_000 + number))
            session.drop(4201, reason: "Pong reply not received", retryAfter: .zero)
            session.establish(socketID: "1.\(number)", attempt: 1, from: .connecting)
        }
        let pattern = try #require(Self.pattern(session))
        #expect(pattern.kind == .missingPongs)
        #expect(pattern.sentence.hasPrefix("3 losses, each with 4201 after 2m00s: the server"))
        #expect(pattern.sentence.hasSuffix("try --activity-timeout 30"))
    }

    @Test("subscriptions that end the connection, but not those that were answered")
    func subscribing() throws {
        func session(isAnswered: Bool) -> RecordedEvents {
            RecordedEvents.losses(3) { session in
                session.add(.subscriptionChanged(Self.orders, .requested))
                session.add(.subscriptionChanged(Self.orders, .subscribing))
                session.wait(.milliseconds(20))
                if isAnswered { session.add(.subscriptionChanged(Self.orders, .subscribed)) }
                session.wait(.milliseconds(5))
            }
        }
        let pattern = try #require(Self.pattern(session(isAnswered: false)))
        #expect(pattern.sentence.hasPrefix("3 losses, each right after subscribing, before the"))
        #expect(Self.pattern(session(isAnswered: true)) == nil)
    }

    @Test("client events that are too large, but not any that was sent just before")
    func clientEventSize() throws {
        func session(_ sizes: [Int]) -> RecordedEvents {
            RecordedEvents.losses(3) { session in
                for size in sizes {
                    session.wait(.seconds(2))
                    let data = EventData(String(repeating: "1", count: size))
                    session.add(
                        .triggered(
                            ChannelsEvent(name: "client-note", channel: Self.orders, data: data)))
                }
                session.wait(.milliseconds(40))
            }
        }
        let pattern = try #require(Self.pattern(session([120, 900, 12_000])))
        #expect(pattern.kind == .clientEventSize)
        #expect(
            pattern.sentence.hasPrefix("3 losses, each after a client event of 12,000 bytes or"))
        #expect(Self.pattern(session([900, 900, 900]))?.kind != .clientEventSize)
    }
}
