import BuoyDashboardTesting
import BuoyScripts
import BuoyTestSupport
import BuoyTextScreen
import ChannelsProtocol
import OrderedCollections
import Testing

@testable import BuoyDashboard

/// No key leads to a dead end, and what was looked for is on the screen.
@Suite("The next step")
struct NextStepTests {
    private static let chat = ChannelName(wire: "chat-room")

    private static func text(_ state: DashboardState) -> String {
        state.screen().textRows.joined(separator: "\n")
    }

    @Test("e and Enter write a file with the date in its name")
    func export() {
        var state = DashboardFixture.dashboard()
        state.press("3", "e")
        let name = state.datedName("events")
        #expect(name.hasPrefix("events-20") && name.hasSuffix(".jsonl"), "\(name)")
        #expect(name.count == "events-20261126-213812.jsonl".count)
        #expect(Self.text(state).contains("Enter for \(name)"))
        guard case .file(.export(_, let path, overwrites: false))? = state.press("Enter").first
        else {
            Issue.record("nothing is exported")
            return
        }
        #expect(path == name)
        state.press("0", "e")
        #expect(Self.text(state).contains("Enter for connection-20"))
    }

    @Test("Enter on a binding shows the events that it receives")
    func binding() {
        var session = RecordedEvents()
        session.connect()
        session.subscribe("chat-room")
        session.add(
            .bindingChanged(EventBinding(id: BindingID(1), event: "message", channel: Self.chat)))
        session.receive("message", on: "chat-room", "{}")
        session.receive("other", on: "chat-room", "{}")
        session.wait(.seconds(1))
        var state = DashboardFixture.dashboard(session)
        state.press("4", "Enter")
        #expect(state.focus == .events)
        #expect(
            state.events.view.filter?.source == "kind:event event:message channel:chat-room")
        #expect(state.events.count == 1)
    }

    @Test("c on a public channel says why not, and takes no other channel")
    func clientEvent() {
        var state = DashboardFixture.dashboard()
        state.channels.select(Self.chat)
        #expect(state.press("c") == [])
        #expect(state.prompt == nil)
        #expect(
            state.notice?.text
                == "chat-room is public; client events require a private or presence channel")
    }

    @Test("a missing authorization names the options that give one")
    func authorization() {
        var session = RecordedEvents()
        session.connect()
        let failure = SubscriptionFailure(
            phase: .authorization, what: "private-a needs an authorization and none is configured")
        session.add(.subscriptionChanged(ChannelName(wire: "private-a"), .failed(failure)))
        var options = DashboardFixture.options()
        for authorizes in [false, true] {
            options.authorizes = authorizes
            var state = DashboardState(options: options, size: ScreenSize(columns: 80, rows: 24))
            _ = state.handle(.client(session.events))
            let text = state.notice?.text ?? ""
            #expect(text.contains("--auth-endpoint") == !authorizes, "\(text)")
            #expect(text.contains("--secret-file") == !authorizes)
        }
    }

    @Test("a refusal is gone from the last line when the channel is subscribed")
    func outdated() {
        var session = RecordedEvents()
        session.connect()
        let name = ChannelName(wire: "private-a")
        session.add(
            .subscriptionChanged(name, .failed(SubscriptionFailure(what: "not allowed"))))
        var state = DashboardFixture.dashboard(session)
        #expect(state.notice != nil)
        let seen = session.events.count
        session.add(.subscriptionChanged(name, .subscribed))
        _ = state.handle(.client(Array(session.events[seen...])))
        #expect(state.notice == nil)
    }

    @Test("the channels of a new connection are no news: nobody asked for them")
    func quiet() {
        var session = RecordedEvents.sandboxSession()
        session.drop(4200, reason: "", retryAfter: .seconds(1))
        session.startAttempt(1)
        session.establish(socketID: "1.2", attempt: 1, from: .connecting)
        session.subscribe("chat-room")
        #expect(DashboardFixture.dashboard(session).notice == nil)
    }

    @Test("a silence says when it will be noticed")
    func silence() throws {
        var state = DashboardFixture.dashboard()
        var schedule = FaultSchedule()
        schedule.plan([try FaultLine.step("silence for 3m")], at: state.now)
        let report = FaultReport(
            at: state.now, schedule.due(at: state.now), inForce: schedule.inForce)
        _ = state.handle(.service(.faults(report)))
        #expect(state.notice?.text.hasSuffix("noticed after 2m30s, T pings now") == true)
    }

    @Test("while a filter is typed, the prompt says how many rows it keeps")
    func filter() {
        var state = DashboardFixture.dashboard()
        state.press("3", "f")
        state.type("channel:chat-room")
        #expect(Self.text(state).contains(/keeps \d+ of \d+ rows/))
        state.type(" (")
        #expect(!Self.text(state).contains("keeps"))
    }

    @Test("a match at the end of long data is seen in its row, and selected in the tree")
    func match() {
        var session = RecordedEvents()
        session.connect()
        session.subscribe("chat-room")
        let long = String(repeating: "x", count: 300)
        session.receive("message", on: "chat-room", "{\"a\":\"\(long)\",\"b\":{\"c\":\"needle\"}}")
        session.wait(.seconds(1))
        var state = DashboardFixture.dashboard(session)
        #expect(!Self.text(state).contains("needle"))
        state.press("3", "/")
        state.type("needle")
        state.press("Enter")
        #expect(state.screen().textRows.contains { $0.contains("…") && $0.contains("needle") })
        state.press("Enter")
        #expect(state.inspector?.selectedValue?.value == .string("needle"))
    }

    // MARK: Gaps

    /// Lost after 31 seconds of silence; back five seconds later.
    private static func gap(isOver: Bool) -> RecordedEvents {
        var session = RecordedEvents()
        session.connect(socketID: "1.1")
        session.subscribe("chat-room")
        session.receive("message", on: "chat-room", "{}")
        let last = session.time
        session.wait(.seconds(31))
        session.add(
            .stateChanged(
                StateChange(
                    previous: .connected, current: .connecting,
                    cause: .ended(.pongMissing(after: .seconds(30))), socketID: SocketID("1.1"),
                    lastReceived: last)))
        let noticed = session.time
        session.wait(.seconds(5))
        guard isOver else { return session }
        session.establish(socketID: "1.2", attempt: 1, from: .connecting)
        session.subscribe("chat-room")
        session.add(
            .gap(
                ConnectionGap(
                    lastReceived: last, lossNoticed: noticed, reconnected: session.time,
                    channels: [
                        ConnectionGap.Channel(name: Self.chat, subscribedAgain: session.time)
                    ])))
        return session
    }

    @Test("while the gap is open, the row of the reconnection says what comes next")
    func liveGap() {
        let state = DashboardFixture.dashboard(Self.gap(isOver: false))
        #expect(Self.text(state).contains("lost: no pong within 30s"))
        #expect(Self.text(state).contains("→ trying"))
    }

    @Test("the row of a gap has the number of missed events as soon as it is known")
    func missed() throws {
        var state = DashboardFixture.dashboard(Self.gap(isOver: true), 120, 40)
        #expect(Self.text(state).contains("; gap up to 36.0s (at least 5.0s)"))
        #expect(state.notice == nil)
        let missed = MissedEvents(channels: [
            .init(name: Self.chat, count: 32), .init(name: ChannelName(wire: "b"), count: 63),
        ])
        _ = state.handle(.service(.missedEvents(missed, gap: 1)))
        #expect(Self.text(state).contains("95 events missed (63 b, 32 chat-room)"))
        #expect(!Self.text(state).contains("; gap up to"))
        _ = state.handle(.service(.missedEvents(MissedEvents(channels: []), gap: 1)))
        #expect(Self.text(state).contains("; no events missed"))
    }

    @Test("Enter on a reconnection shows its rows, and on the gap the same facts as in Connection")
    func gapFacts() {
        var state = DashboardFixture.dashboard(Self.gap(isOver: true))
        state.press("{")
        #expect(state.events.selectedGroup != nil && state.focus == .events)
        state.press("Enter", "3", "}")
        state.press("}")
        guard case .gap? = state.events.selectedEvent?.kind else {
            Issue.record("the gap is not selected")
            return
        }
        state.press("Enter")
        let subject = state.inspector?.subject
        guard case .note(let note)? = subject else {
            Issue.record("\(String(describing: subject))")
            return
        }
        #expect(note.facts.contains { $0.value == "up to 36.0s (at least 5.0s)" })
        state.press("Esc", "0", "v", "v", "Down", "Enter")
        #expect(state.inspector?.subject == subject)
    }

    @Test("an attempt is one row, with what follows it")
    func attempts() {
        var session = RecordedEvents.sandboxSession()
        session.drop(4201, reason: "", retryAfter: .seconds(1))
        let rows = DashboardFixture.dashboard(session).events.count
        for number in 1...5 {
            session.wait(.seconds(1))
            session.startAttempt(number)
            let failure = ConnectFailure(
                kind: .unreachable, what: "No connection", cause: "refused")
            session.add(.attemptFailed(attempt: number, .failed(failure)))
            session.scheduleRetry(number + 1, after: .seconds(3), of: nil)
        }
        let state = DashboardFixture.dashboard(session)
        #expect(state.events.count == rows)
        #expect(Self.text(state).contains("→ 5 attempts → next in 3.0s"))
        var unfolded = state
        unfolded.press("{", "Enter", "G")
        #expect(unfolded.events.count == rows + 5)
        #expect(Self.text(unfolded).contains("attempt 5 failed: refused; next in 3.0s"))
    }

    @Test("channels of a client that failed or disconnected wait for nothing")
    func waiting() {
        var session = RecordedEvents.sandboxSession()
        session.add(
            .stateChanged(
                StateChange(
                    previous: .connected, current: .failed,
                    cause: .ended(.closed(4001, reason: "")))))
        session.add(.subscriptionChanged(Self.chat, .requested))
        let text = Self.text(DashboardFixture.dashboard(session))
        #expect(text.contains("not subscribed") && !text.contains("waiting"))
    }
}
