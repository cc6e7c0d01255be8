import BuoyDashboardTesting
import BuoyRecordingFiles
import BuoyScripts
import BuoyTestSupport
import BuoyTextScreen
import ChannelsBasics
import ChannelsProtocol
import Testing

@testable import BuoyDashboard

@Suite("The Connection pane")
struct ConnectionDetailsTests {
    /// A session with a loss that is over, three pongs, and a loss that continues.
    private static func session() -> RecordedEvents {
        var session = RecordedEvents.sandboxSession()
        for milliseconds in [21, 18, 34] {
            session.wait(.seconds(1))
            session.add(.pingSent(SentPing(lastReceived: session.time, timeLimit: .seconds(30))))
            session.wait(.milliseconds(milliseconds))
            session.add(.pongReceived(roundTrip: .milliseconds(milliseconds)))
        }
        return session
    }

    /// Channels that were authorized, refused, and left without an answer.
    private static func authorized() -> RecordedEvents {
        var session = RecordedEvents()
        session.connect()
        session.subscribe("chat-room")
        func authorize(
            _ name: ChannelName, _ status: Int, _ milliseconds: Int,
            _ repetition: TokenRepetition? = nil
        ) {
            session.add(.subscriptionChanged(name, .authorizing))
            session.wait(.milliseconds(milliseconds))
            var report = AuthorizationReport(
                subject: .channel(name), duration: .milliseconds(milliseconds), attempts: 1,
                status: status, isGranted: status == 200)
            report.socketID = SocketID("1184.7029")
            report.stringToSign = "1184.7029:\(name.text)"
            report.requests = [.init(status: status, duration: .milliseconds(milliseconds))]
            report.credentials = SecretMark(["s3cret-token"])
            report.repetition = repetition
            session.add(.authorizationAnswered(report))
            if status == 200 { session.add(.subscriptionChanged(name, .subscribing)) }
            session.wait(.milliseconds(4))
        }
        let names = ["orders", "audit", "wrong", "quiet"].map { ChannelName(wire: "private-\($0)") }
        authorize(names[0], 200, 12)
        session.add(.subscriptionChanged(names[0], .subscribed))
        authorize(names[1], 403, 31, .credentials(status: 403))
        session.add(
            .subscriptionChanged(
                names[1],
                .failed(SubscriptionFailure(phase: .authorization, status: 403, what: "No"))))
        authorize(names[2], 200, 9)
        session.add(
            .subscriptionChanged(
                names[2],
                .failed(
                    SubscriptionFailure(
                        phase: .subscription, FailureParts("Invalid signature"),
                        comparison: SignatureComparison(
                            signedHere: "1184.7029:private-wrong",
                            expected: "1184.7029:private-wrong")))))
        authorize(names[3], 200, 8)
        session.wait(.seconds(10))
        session.add(.subscriptionStuck(names[3], after: .seconds(10)))
        session.wait(.seconds(2))
        return session
    }

    private static func lost() -> RecordedEvents {
        var session = Self.session()
        session.wait(.seconds(5))
        session.add(
            .stateChanged(
                StateChange(
                    previous: .connected, current: .connecting,
                    cause: .ended(.closed(4201, reason: "Pong reply not received")))))
        let forecast = [(1, 4, 4), (2, 4, 6), (3, 4, 10), (4, 5, 18), (5, 5, 34)].map {
            RetryForecast(attempt: $0.0, earliest: .seconds($0.1), latest: .seconds($0.2))
        }
        session.add(
            .retryScheduled(
                ScheduledRetry(
                    attempt: 1, delay: .seconds(4), attemptLimit: nil,
                    rule: "standard: close code 4201: back-off up to 4s", forecast: forecast)))
        session.wait(.milliseconds(700))
        return session
    }

    static func state(
        _ session: RecordedEvents, _ columns: Int = 80, _ rows: Int = 24
    ) -> DashboardState {
        var state = DashboardFixture.dashboard(session, columns, rows)
        state.press("0")
        return state
    }

    /// A dashboard without a connection, in the pane.
    static func waiting() -> DashboardState { Self.state(Self.lost()) }

    private static func text(_ state: DashboardState) -> String {
        state.screen().textRows.joined(separator: "\n")
    }

    @Test("why ends with the last frames before the loss, whenever they arrive")
    func lastFrames() throws {
        var session = RecordedEvents()
        session.connect()
        session.drop(4201, reason: "", retryAfter: .seconds(1))
        let loss = session.time
        let texts = (1...9).map { #"{"event":"e\#($0)","data":"\u001b]0;x\u0007"}"# }
        let frames =
            texts.map {
                RecordedFrame(
                    time: session.time, isSent: false, connection: 1, content: .text($0))
            } + [
                RecordedFrame(
                    time: loss, isSent: false, connection: 1,
                    content: .close(code: 4201, reason: "pong"))
            ]
        session.wait(.seconds(1))
        // Attempts after it have frames too.
        let later = (2...9).map {
            RecordedFrame(
                time: session.time, isSent: true, connection: $0, content: .text("later"))
        }
        for isEarly in [true, false] {
            var state = DashboardFixture.dashboard(
                isEarly ? RecordedEvents() : session, 120, 40)
            _ = state.handle(.service(.frames(frames + later.prefix(isEarly ? 1 : 8))))
            if isEarly { _ = state.handle(.client(session.events)) }
            _ = state.handle(.service(.frames(later.suffix(7))))
            state.press("0", "z")
            let rows = state.screen().textRows
            let heading = try #require(rows.firstIndex { $0.contains("Last frames before") })
            #expect(rows[heading + 1].contains("recv e5"), "\(rows[heading + 1])")
            #expect(rows[heading + 6].contains("recv (close 4201) pong"))
            #expect(!rows.contains { $0.contains("later") })
            #expect(SoundScreen(state).unsafeScalars.isEmpty)
        }
    }

    @Test("golden screens", arguments: [(60, 15), (80, 24), (120, 40), (200, 60)])
    func screens(columns: Int, rows: Int) throws {
        var state = Self.state(Self.lost(), columns, rows)
        try expectGolden(state, pane: .connection, "connection-why")
        state.press("z", "v", "Down")
        try expectGolden(state, pane: .connection, "connection-timeline")
        state.press("v", "Down")
        try expectGolden(state, pane: .connection, "connection-gaps")
        state = Self.state(Self.session(), columns, rows)
        state.press("z", "v", "v", "v")
        _ = state.handle(.service(.streams(2)))
        try expectGolden(state, pane: .connection, "connection-liveness")
        state = Self.state(Self.authorized(), columns, rows)
        state.press("z", "v", "v", "v", "v", "Down")
        try expectGolden(state, pane: .connection, "connection-subscriptions")
    }

    @Test("a subscription is inspected with all that is known of it, and no token is shown")
    func subscriptions() throws {
        var state = Self.state(Self.authorized(), 120, 40)
        state.press("v", "v", "v", "v", "Down", "Down")
        guard case .note(let note)? = state.selection else {
            Issue.record("no subscription is selected")
            return
        }
        let facts = Dictionary(note.facts.map { ($0.label, $0.value) }) { first, _ in first }
        #expect(facts["channel"] == "private-wrong")
        #expect(facts["signed string"] == "1184.7029:private-wrong")
        #expect(facts["difference"]?.hasPrefix("none: both signed the same string") == true)
        #expect(facts["token"]?.contains("3 uses") == true)
        state.press("Enter")
        #expect(state.inspector != nil)
        #expect(Self.text(state).contains("private-wrong"))
        state.press("Esc", "G")
        guard case .note(let connection)? = state.selection else {
            Issue.record("no connection is selected")
            return
        }
        #expect(connection.text == "2 of 5 subscribed in 24ms, 1 stuck, 1 token reused")
        #expect(connection.facts.contains { $0.label == "private-orders" })
        #expect(!Self.text(state).contains("s3cret"))
    }

    @Test("a fault is a row of the timeline, with its duration, and in its export")
    func faults() throws {
        var session = Self.session()
        var state = Self.state(session)
        var schedule = FaultSchedule()
        let start = state.now
        schedule.plan([try FaultLine.step("silence for 30s")], at: start)
        let begun = FaultReport(at: start, schedule.due(at: start), inForce: schedule.inForce)
        _ = state.handle(.service(.faults(begun)))
        let count = session.events.count
        session.wait(.seconds(7))
        session.drop(4201, reason: "", retryAfter: .seconds(1))
        _ = state.handle(.client(Array(session.events.dropFirst(count))))
        let end = start.advanced(by: .seconds(30))
        _ = state.handle(.tick(end))
        _ = state.handle(.service(.faults(FaultReport(at: end, schedule.due(at: end)))))
        state.press("z", "v")
        let rows = state.screen().textRows
        #expect(rows.contains { $0.contains("30.0s ! fault silence") })
        #expect(rows.contains { $0.contains("0.0s") && $0.contains("fault silence") })
        state.press("G", "g", "Enter")
        #expect(state.inspector != nil)
        state.press("0", "e")
        state.type("out.jsonl")
        let effect = state.press("Enter").besidesSettings.first
        guard case .file(.saveText(let bytes, _, _, _))? = effect else {
            Issue.record("\(String(describing: effect))")
            return
        }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        #expect(lines.count == state.connection.steps.count)
        #expect(lines.last?.contains(#""kind":"fault""#) == true)
        #expect(lines.last?.contains(#""detail":"silence"#) == true)
    }

    @Test("the subscriptions are written as JSON lines")
    func exportSubscriptions() {
        var state = Self.state(Self.authorized())
        state.press("v", "v", "v", "v", "e")
        state.type("out.jsonl")
        let effect = state.press("Enter").besidesSettings.first
        guard case .file(.saveText(let bytes, "the subscriptions", "out.jsonl", false))? = effect
        else {
            Issue.record("\(String(describing: effect))")
            return
        }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        #expect(lines.count == 6 && lines.allSatisfy { JSONValue.parse(String($0)) != nil })
        #expect(!lines.joined().contains("s3cret"))
    }

    @Test("0 focuses the pane, and :why explains the state from anywhere")
    func why() {
        var state = Self.waiting()
        #expect(state.focus == .connection)
        state.press("z")
        #expect(Self.text(state).contains("Attempt 1 starts in 3.3s. Lost"))
        #expect(Self.text(state).contains("reconnect immediately"))
        #expect(Self.text(state).contains("attempt 5"))
        state.press("v", "1", ":")
        state.type("why")
        state.press("Enter")
        #expect(state.focus == .connection && state.panes.details.view == .why)
    }

    @Test("views are turned by a key, by the arrows, and chosen by name")
    func views() {
        var state = Self.waiting()
        let views = ConnectionDetailsPane.View.allCases
        for view in views.dropFirst() + views.prefix(1) {
            state.press("v")
            #expect(state.panes.details.view == view)
        }
        state.press("Right", "Right")
        #expect(state.panes.details.view == .gaps)
        state.press("Left")
        #expect(state.panes.details.view == .timeline)
        // Beyond the first view, the arrow leads to the pane before.
        state.press("Left", "Left")
        #expect(state.focus != .connection)
        state.press(":")
        state.type("connection-view liveness")
        state.press("Enter")
        #expect(state.panes.details.view == .liveness)
    }

    @Test("a step of the timeline is inspected, and stays selected when another comes")
    func timeline() {
        var session = Self.lost()
        var state = Self.state(session)
        state.press("v", "Down", "Down")
        let selected = state.selection
        guard case .event(let step)? = selected, case .stateChanged = step.kind else {
            Issue.record("\(String(describing: selected)) is no change of the state")
            return
        }
        let count = session.events.count
        session.startAttempt(1)
        _ = state.handle(.client(Array(session.events.dropFirst(count))))
        #expect(state.selection == selected)
        state.press("Enter")
        #expect(state.inspector != nil)
        #expect(Self.text(state).contains("4201"))
    }

    @Test("a gap is inspected with everything that is known of it")
    func gaps() {
        var state = Self.waiting()
        state.press("v", "v", "Down", "Down")
        guard case .note(let note)? = state.selection else {
            Issue.record("no gap is selected")
            return
        }
        #expect(note.name == "gap 1")
        let facts = Dictionary(note.facts.map { ($0.label, $0.value) }) { first, _ in first }
        #expect(facts["ended by"] == "the server, with a close frame")
        #expect(facts["duration"] == "2.1s")
        state.press("Up")
        guard case .note(let open)? = state.selection else {
            Issue.record("the open gap is not selected")
            return
        }
        #expect(open.name == "gap 2" && open.facts.contains { $0.value == "not yet" })
    }

    /// A loss of one channel that is over, with two events before it and one after it.
    private static func gap(skipping: Bool = false) -> RecordedEvents {
        let news = ChannelName(wire: "news")
        var session = RecordedEvents()
        session.connect(socketID: "1.1")
        session.subscribe("news")
        session.receive("price", on: "news", "{}")
        session.receive("price", on: "news", "{}")
        if skipping { session.add(.skipped(SkippedEvents(events: 3, folded: 0))) }
        session.add(
            .stateChanged(
                StateChange(
                    previous: .connected, current: .connecting,
                    cause: .ended(.closed(1006, reason: "")), socketID: SocketID("1.1"),
                    lastReceived: session.time)))
        let lost = session.time
        session.wait(.seconds(4))
        session.establish(socketID: "1.2", attempt: 1, from: .connecting)
        session.add(.subscriptionChanged(news, .subscribed))
        session.receive("price", on: "news", "{}")
        session.add(
            .gap(
                ConnectionGap(
                    lastReceived: lost, lossNoticed: lost, reconnected: session.time,
                    channels: [ConnectionGap.Channel(name: news, subscribedAgain: session.time)])))
        return session
    }

    @Test("the server is asked once what was missed in a gap, and the answer is told everywhere")
    func missedEvents() throws {
        var state = DashboardFixture.empty()
        let session = Self.gap()
        let id = try #require(SocketID("1.1"))
        let next = try #require(SocketID("1.2"))
        let question = MissedEventsQuestion(
            gap: 1, lost: id, next: next, received: [ChannelName(wire: "news"): 2])
        #expect(state.handle(.client(session.events)) == [.missedEvents(question)])
        #expect(state.handle(.tick(session.time)) == [])
        let missed = MissedEvents(channels: [.init(name: ChannelName(wire: "news"), count: 41)])
        _ = state.handle(.service(.missedEvents(missed, gap: 1)))
        state.press("0", "z", "v", "v")
        #expect(Self.text(state).contains("41 events missed"))
        state.press("6")
        #expect(Self.text(state).contains("gap 4.0s: 41 events missed: news 41"))
    }

    @Test("of a server's history, what arrived is left out; the gap lists the rest as recovered")
    func history() throws {
        var state = DashboardFixture.empty()
        _ = state.handle(.client(Self.gap().events))
        let rates = state.connection.record.gaps.missedEvents
        #expect(rates == nil)
        let news = ChannelName(wire: "news")
        let published = ["{}", "1", "2"].enumerated().map { index, data in
            MissedEvents.Event(
                channel: news, name: "price", data: EventData(data),
                published: 1_700_000_000_000 + Int64(index))
        }
        _ = state.handle(.service(.missedEvents(MissedEvents(recovered: published), gap: 1)))
        #expect(state.connection.record.gaps.missedEvents == 2)
        state.press("0", "z", "v", "v")
        #expect(Self.text(state).contains("2 events missed"))
        guard case .note(let note)? = state.selection else {
            Issue.record("the gap is not selected")
            return
        }
        #expect(note.facts.contains { $0.label == "recovered" })
        let lines = try #require(note.body).text.split(separator: "\n")
        #expect(
            lines.map { $0.split(separator: " ").dropFirst().joined(separator: " ") }
                == ["news price 1", "news price 2"])
    }

    @Test("who counted by connections knows the number; the history adds the events")
    func combined() throws {
        let news = ChannelName(wire: "news")
        let counted = MissedEvents(channels: [.init(name: news, count: 3)])
        let kept = MissedEvents(recovered: [
            MissedEvents.Event(channel: news, name: "price", data: "1")
        ])
        for answers in [[counted, kept], [kept, counted]] {
            var state = DashboardFixture.empty()
            _ = state.handle(.client(Self.gap().events))
            for answer in answers { _ = state.handle(.service(.missedEvents(answer, gap: 1))) }
            let missed = try #require(state.connection.record.gaps.latest?.missed)
            #expect(missed.count == 3 && missed.recovered.count == 1)
        }
    }

    @Test("a client event counts as received, as JSON or as a string with the same text")
    func clientEvents() {
        let chat = ChannelName(wire: "presence-chat")
        let published = MissedEvents(recovered: [
            MissedEvents.Event(
                channel: chat, name: "client-typing", data: EventData(#"{"user":"gil"}"#))
        ])
        let arrived = ChannelsEvent(
            name: "client-typing", channel: chat, data: EventData(json: ["user": "gil"]))
        #expect(published.without([arrived]).count == 0)
        #expect(published.without([]).count == 1)
        let twice = [1, 2].map {
            MissedEvents.Event(
                channel: chat, name: "client-typing", data: EventData(#"{"user":"gil"}"#),
                published: $0)
        }
        let missed = MissedEvents(recovered: twice).without([arrived])
        #expect(missed.recovered.map(\.published) == [1], "the later one arrived")
    }

    @Test("nothing is asked if this program lost events itself, because its counts are wrong")
    func skipped() {
        var state = DashboardFixture.empty()
        #expect(state.handle(.client(Self.gap(skipping: true).events)) == [])
    }

    @Test("T pings, and says why it cannot")
    func ping() {
        var state = Self.state(Self.session())
        #expect(state.press("T") == [.client(.ping)])
        let pong = ClientReport.Kind.pongReceived(roundTrip: .microseconds(300))
        _ = state.handle(.client([ClientReport(number: 900, time: state.now, kind: pong)]))
        #expect(state.notice?.text == "pong after 0.3ms")
        state.notice = nil
        _ = state.handle(.client([ClientReport(number: 901, time: state.now, kind: pong)]))
        #expect(state.notice == nil, "nobody asked")
        var session = Self.session()
        session.add(.pingSent(SentPing(lastReceived: session.time, timeLimit: .seconds(30))))
        state = Self.state(session)
        // An earlier pong may be lost.
        #expect(state.press("T") == [.client(.ping)])
        state = Self.waiting()
        #expect(state.press("T") == [])
        #expect(state.notice?.text == "not connected; r connects")
    }

    @Test("the timeline and the gaps are written as JSON lines")
    func export() throws {
        var state = Self.waiting()
        func lines() throws -> [Substring] {
            state.press("e")
            state.type("out.jsonl")
            let effect = state.press("Enter").besidesSettings.first
            guard case .file(.saveText(let bytes, _, "out.jsonl", false))? = effect else {
                Issue.record("\(String(describing: effect))")
                return []
            }
            return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        }
        let steps = try lines()
        #expect(steps.count == state.connection.steps.count)
        #expect(steps.allSatisfy { JSONValue.parse(String($0)) != nil })
        #expect(steps.last?.contains(#""kind":"retry_scheduled""#) == true)
        state.press("v", "v")
        let gaps = try lines()
        #expect(gaps.count == 2)
        #expect(gaps.first?.hasPrefix(#"{"gap":1,"open":false,"detail":"closed with "#) == true)
        #expect(gaps.last?.contains(#""open":true"#) == true)
    }

    @Test("client events are compared with their limit", arguments: [10, nil])
    func limit(limit: Int?) {
        var state = DashboardFixture.empty(120, 40) { $0.clientEventLimit = limit }
        state.press("0", "z", "v", "v", "v")
        let words = limit.map { "limit \($0)" } ?? "no limit"
        #expect(Self.text(state).contains("0 per second, \(words)"))
    }

    @Test("texts of a peer are sanitised, in the sentence and in every list")
    func hostile() {
        var session = Self.session()
        session.drop(4000, reason: "\u{1B}[2J\u{202E}evil", retryAfter: .seconds(9))
        var state = Self.state(session)
        for _ in ConnectionDetailsPane.View.allCases {
            state.press("v")
            let text = Self.text(state)
            #expect(!text.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" })
        }
    }

    @Test("a long explanation scrolls as far as its last line")
    func scrolling() {
        var state = Self.state(Self.lost(), 60, 15)
        state.press("z")
        #expect(!Self.text(state).contains("attempt 5"))
        state.press("G")
        #expect(Self.text(state).contains("attempt 5"))
        state.press("g")
        #expect(Self.text(state).contains("Attempt 1 starts in"))
    }
}
