import BuoyScripts
import BuoyTestSupport
import ChannelsProtocol
import Testing

@testable import BuoyDashboard

@Suite("The explanation of a state")
struct ConnectionExplanationTests {
    /// - Parameter faults: a report that comes before the last event, whatever its time.
    private static func record(
        _ events: [ClientReport], _ faults: FaultReport? = nil
    ) -> ConnectionRecord {
        var record = ConnectionRecord(address: "ws://host:80", usesTLS: false)
        for event in events.dropLast() { record.handle(event) }
        if let faults { record.handle(faults) }
        if let last = events.last { record.handle(last) }
        return record
    }

    private static func explanation(
        _ session: RecordedEvents, wanted: Int = 3, subscribed: Int = 0, refused: Int = 0,
        lost: Int = 0, faults: FaultReport? = nil
    ) -> ConnectionExplanation {
        ConnectionExplanation(
            self.record(session.events, faults),
            ConnectionExplanation.Surroundings(
                now: session.time, wanted: wanted, subscribed: subscribed, refused: refused,
                lost: lost, clock: { _ in "14:02" }))
    }

    private static func fact(_ label: String, _ explanation: ConnectionExplanation) -> String? {
        explanation.facts.first { $0.label == label }?.value
    }

    @Test("before the first request there is nothing to explain")
    func initialized() {
        let explanation = Self.explanation(RecordedEvents(), wanted: 0)
        #expect(explanation.sentence == "Not connected: no connection has been requested yet.")
        #expect(explanation.facts.isEmpty && explanation.forecast.isEmpty)
    }

    @Test("a wait says why, what the protocol asks, who decided, what follows and what waits")
    func waiting() {
        var session = RecordedEvents()
        session.connect()
        session.add(
            .stateChanged(
                StateChange(
                    previous: .connected, current: .connecting,
                    cause: .ended(.closed(4201, reason: "")))))
        session.add(
            .retryScheduled(
                ScheduledRetry(
                    attempt: 1, delay: .seconds(4), attemptLimit: 6, rule: "standard: back-off",
                    forecast: [
                        RetryForecast(attempt: 1, earliest: .seconds(4), latest: .seconds(4)),
                        RetryForecast(attempt: 2, earliest: .seconds(4), latest: .seconds(6)),
                    ])))
        session.wait(.seconds(1))
        let explanation = Self.explanation(session)
        #expect(
            explanation.sentence
                == "Attempt 1 of 6 starts in 3.0s. Lost 1s ago: 4201 a pong did not arrive in time."
        )
        #expect(Self.fact("ended by", explanation) == "the server, with a close frame")
        #expect(Self.fact("code", explanation) == "4201 pong not received")
        #expect(Self.fact("advice", explanation) == "reconnect immediately")
        #expect(Self.fact("policy", explanation) == "standard: back-off")
        #expect(Self.fact("next", explanation) == "attempt 1 of 6 at 14:02, after a delay of 4.0s")
        #expect(Self.fact("waiting", explanation) == "3 of 3 channels")
        #expect(
            explanation.forecast.map(\.value)
                == ["in 3.0s", "in 3.0s to 5.0s", "the policy gives up"])
    }

    @Test("a loss that was noticed on waking says so: when it happened nobody knows")
    func suspended() throws {
        var session = RecordedEvents()
        session.connect()
        session.wait(.seconds(20))
        session.add(.suspended(for: .seconds(20)))
        session.add(
            .stateChanged(
                StateChange(
                    previous: .connected, current: .connecting,
                    cause: .ended(.closed(nil, reason: "")), lastReceived: .zero,
                    suspended: .seconds(20))))
        session.add(
            .retryScheduled(
                ScheduledRetry(
                    attempt: 1, delay: .seconds(4), attemptLimit: nil, rule: "standard: back-off")))
        session.wait(.seconds(1))
        let explanation = Self.explanation(session)
        #expect(
            explanation.sentence
                == "Attempt 1 starts in 3.0s. Loss noticed 1s ago, after a 20.0s suspension: "
                + "closed without a code.")
        #expect(Self.fact("noticed", explanation) == "14:02, 1s ago")
        let gap = try #require(Self.record(session.events).gaps.latest)
        #expect(gap.suspended == .seconds(20))
        #expect(gap.summary.contains("; suspended for 20.0s"))
        let fact = gap.facts(at: session.time) { _ in "14:02" }.first { $0.label == "suspended" }
        #expect(fact?.value == "for 20.0s beforehand")
    }

    @Test("an attempt says how long it has taken, and where it goes")
    func attempt() {
        var session = RecordedEvents()
        session.add(
            .stateChanged(
                StateChange(previous: .initialized, current: .connecting, cause: .asked)))
        session.startAttempt(1)
        session.wait(.milliseconds(2500))
        let explanation = Self.explanation(session)
        #expect(explanation.sentence == "Attempt 1 started 2.5s ago.")
        #expect(
            Self.fact("attempt", explanation) == "1 to ws://127.0.0.1:6001, timeout 10s")
    }

    @Test("a connection says how long it lasts, and what was before")
    func connected() {
        var session = RecordedEvents()
        session.connect()
        session.wait(.seconds(12))
        #expect(
            Self.explanation(session, subscribed: 3).sentence
                == "Connected for 12s.")
        session.drop(1006, reason: "", retryAfter: .seconds(1))
        session.wait(.seconds(2))
        session.establish(socketID: "1.2", attempt: 1, from: .connecting)
        session.wait(.seconds(3))
        #expect(
            Self.explanation(session, subscribed: 3).sentence
                == "Connected for 3s after 2s down. Lost: 1006 the connection was lost.")
    }

    @Test("after failed attempts, the loss still comes first")
    func recovered() {
        var session = RecordedEvents()
        session.connect()
        session.drop(1001, reason: "bye", retryAfter: .seconds(1))
        for number in 1...5 {
            session.wait(.seconds(5))
            session.startAttempt(number)
            session.add(
                .attemptFailed(
                    attempt: number,
                    .failed(
                        ConnectFailure(
                            kind: .unreachable,
                            what: "No connection to 127.0.0.1:6001", cause: "Connection refused",
                            advice: "Check the host, port and firewall."))))
        }
        session.wait(.seconds(1))
        session.startAttempt(6)
        session.establish(socketID: "1.2", attempt: 6, from: .connecting)
        session.wait(.seconds(1))
        #expect(
            Self.explanation(session, subscribed: 3).sentence
                == "Connected for 1s after 26s down. Lost: 1001 the server is going away, saying \"bye\". "
                + "Then 5 failed attempts: Connection refused.")
    }

    @Test("a server that does not answer is not called connected")
    func noAnswer() {
        var session = RecordedEvents()
        session.connect()
        session.wait(.seconds(5))
        session.add(
            .pingSent(
                SentPing(
                    lastReceived: session.time.advanced(by: .seconds(-5)), timeLimit: .seconds(30)))
        )
        session.wait(.seconds(4))
        #expect(
            Self.explanation(session).sentence
                == "No answer: a ping was sent 4s ago, and the last frame arrived 9s ago. The client "
                + "closes the connection in 26s.")
    }

    @Test("a client that gave up says what to do")
    func failed() {
        var session = RecordedEvents()
        session.connect()
        session.add(
            .stateChanged(
                StateChange(
                    previous: .connected, current: .failed,
                    cause: .ended(.closed(4001, reason: "")))))
        let refused = Self.explanation(session).sentence
        #expect(refused.hasPrefix("No further attempts. Lost 0s ago: 4001"))
        #expect(refused.hasSuffix("Check the app key and the cluster."))

        let end = ConnectionEnd.failed(
            ConnectFailure(kind: .unreachable, what: "The server refused the connection"))
        session.add(
            .stateChanged(
                StateChange(
                    previous: .connecting, current: .failed, cause: .gaveUp(attempts: 6, end))))
        let gaveUp = Self.explanation(session)
        #expect(gaveUp.sentence.hasPrefix("The policy gave up after 6 attempts. Lost 0s ago: 4001"))
        #expect(
            Self.fact("ended by", gaveUp)
                == "the network or the server, before the connection was established")
    }

    @Test("a client that failed says by which rule no attempt follows, not the rule of before")
    func stopRule() {
        func rule(_ cause: StateCause) -> String? {
            var session = RecordedEvents()
            session.connect()
            session.drop(4201, reason: "", retryAfter: .seconds(1))
            session.add(
                .stateChanged(StateChange(previous: .connecting, current: .failed, cause: cause)))
            return Self.fact("policy", Self.explanation(session))
        }
        #expect(
            rule(.ended(.closed(4009, reason: "")))
                == "no retry after close code 4009 (do not reconnect)")
        #expect(
            rule(
                .ended(
                    .failed(
                        ConnectFailure(
                            kind: .httpStatus(404, retryAfter: nil),
                            what: "The server refused the WebSocket with 404 Not Found",
                            advice: "Check."))))
                == "no retry after HTTP 404")
        #expect(
            rule(.gaveUp(attempts: 6, .pongMissing(after: .seconds(30))))
                == "gives up after 6 attempts")
    }

    @Test("an attempt that was made early says why, and by how much")
    func early() {
        var session = RecordedEvents()
        session.connect()
        session.drop(4201, reason: "", retryAfter: .seconds(30))
        session.wait(.seconds(10))
        var attempt = ConnectionAttempt(
            number: 1, address: "ws://host:80", usesTLS: false, timeLimit: .seconds(10))
        attempt.early = .networkChanged
        session.add(.networkChanged(.reachable))
        session.add(.attemptStarted(attempt))
        #expect(
            Self.fact("early", Self.explanation(session))
                == "attempt 1 20.0s before it was due: the network changed")
        #expect(Self.record(session.events).steps.all.contains { $0.rowText.contains("network") })
        session.startAttempt(2)
        #expect(Self.fact("early", Self.explanation(session)) == nil)
    }

    @Test("how a connection was lost is said once")
    func saidOnce() throws {
        let cut = ConnectionEnd.failed(
            ConnectFailure(
                kind: .unreachable, what: "The connection is closed", cause: "it was cut"))
        var session = Self.lost(cut)
        session.wait(.seconds(5))
        #expect(Self.explanation(session).sentence.contains("Lost 5s ago: it was cut."))
        session.startAttempt(1)
        session.add(
            .attemptFailed(attempt: 1, .timedOut(in: .tcp, address: "x", limit: .seconds(1))))
        #expect(Self.fact("lost", Self.explanation(session)) == "14:02, it was cut")
        let gap = try #require(Self.record(session.events).gaps.latest)
        #expect(gap.summary == "it was cut")
    }

    /// A session whose connection was lost in this way.
    private static func lost(_ end: ConnectionEnd) -> RecordedEvents {
        var session = RecordedEvents()
        session.connect()
        session.add(
            .stateChanged(
                StateChange(previous: .connected, current: .connecting, cause: .ended(end))))
        return session
    }

    @Test(
        "an end that a fault made is nobody else's",
        arguments: [
            ConnectionEnd.failed(
                ConnectFailure(
                    kind: .unreachable, what: "The connection is closed", cause: "it was cut")),
            .closed(4100, reason: ""),
            .timedOut(in: .tcp, address: "127.0.0.1:80", limit: .seconds(10)),
        ])
    func faulty(end: ConnectionEnd) {
        var end = end
        end.isInjected = true
        #expect(
            Self.fact("ended by", Self.explanation(Self.lost(end))) == "a fault injected by buoy")
    }

    @Test(
        "a server that claims a fault of ours is quoted, not believed",
        arguments: ["a fault made by buoy", "TLS: x. Connect with TLS: now", "maintenance"])
    func claimed(reason: String) {
        let explanation = Self.explanation(Self.lost(.closed(4100, reason: reason)))
        #expect(Self.fact("ended by", explanation) == "the server, with a close frame")
        #expect(explanation.sentence.contains("saying \"\(reason)\""))
    }

    @Test("a lost connection is the network's or the server's doing")
    func lostConnection() {
        let end = ConnectionEnd.failed(ConnectFailure(kind: .unreachable, what: "Reset"))
        #expect(
            Self.fact("ended by", Self.explanation(Self.lost(end)))
                == "the network, or the server without a close frame")
    }

    @Test("a fault that kept the pong back is named")
    func withheld() {
        let silence = FaultSchedule.InForce(fault: .noPongs, start: .zero, end: nil)
        let report = FaultReport(at: .zero, [.begin(silence)], inForce: [silence])
        let explanation = Self.explanation(
            Self.lost(.pongMissing(after: .seconds(6))), faults: report)
        #expect(
            Self.fact("ended by", explanation)
                == "this client, because no pong arrived: the fault no-pongs")
    }

    @Test("channels that were refused or lost do not wait")
    func channels() {
        var session = RecordedEvents()
        session.connect()
        let explanation = Self.explanation(
            session, wanted: 5, subscribed: 1, refused: 2, lost: 1)
        #expect(Self.fact("refused", explanation) == "2 of 5 channels")
        #expect(Self.fact("lost", explanation) == "1 of 5 channels")
        #expect(Self.fact("waiting", explanation) == "1 of 5 channels")
    }

    @Test("a forecast says what it supposes")
    func condition() {
        #expect(
            Self.explanation(Self.lost(.closed(4201, reason: ""))).forecastCondition
                == "If each attempt fails immediately:")
        #expect(
            Self.explanation(Self.lost(.timedOut(in: .tcp, address: "x", limit: .seconds(10))))
                .forecastCondition == "If each attempt also times out:")
    }

    @Test("a fault that is told late comes before what it caused")
    func order() {
        var session = RecordedEvents()
        session.connect()
        session.wait(.seconds(2))
        let struck = FaultReport(at: session.time, [.strike(.close(4100))])
        session.wait(.milliseconds(1))
        session.drop(4100, reason: "a fault made by buoy", retryAfter: .seconds(1))
        var record = Self.record(session.events)
        record.handle(struck)
        let texts = record.steps.all.map(\.rowText)
        let fault = texts.firstIndex(of: "fault close 4100")
        let loss = texts.firstIndex { $0.contains("4100") && $0 != "fault close 4100" }
        #expect(fault != nil && loss != nil, "\(texts)")
        if let fault, let loss { #expect(fault < loss, "\(texts)") }
    }

    @Test("a state lasts until the next state, a wait until the next step")
    func durations() {
        var session = RecordedEvents()
        session.connect()
        session.wait(.seconds(8))
        session.drop(1006, reason: "", retryAfter: .seconds(2))
        session.wait(.seconds(2))
        session.startAttempt(1)
        session.wait(.seconds(1))
        let steps = Self.record(session.events).steps
        // Connecting, attempt, connected, connecting, retry, attempt.
        let durations = steps.sequence.map { steps.duration(of: $0, at: session.time) }
        #expect(
            durations == [
                .milliseconds(21), .milliseconds(21), .seconds(8), .seconds(3), .seconds(2),
                .seconds(1),
            ])
    }
}
