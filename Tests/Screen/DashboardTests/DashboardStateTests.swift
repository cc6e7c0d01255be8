import BuoyDashboardTesting
import BuoyTestSupport
import BuoyTextScreen
import ChannelsProtocol
import OrderedCollections
import Testing

@testable import BuoyDashboard

@Suite("Actions and what they change")
struct DashboardStateTests {
    @Test("keys ask for effects, and change no list")
    func effects() {
        var state = DashboardFixture.dashboard()
        state.notice = nil
        let chat = ChannelName(wire: "chat-room")
        let bound = state.bindings.rows.values.map(\.binding).filter { $0.channel == chat }
        for key in ["u", "Del"] {
            expect(&state, .key(named: key), effects: [.client(.unsubscribe(chat))]) {
                $0.awaited.requested(.unsubscribe(chat), $0.bindings)
                $0.undoSteps.append(.unsubscription([chat], bound))
                $0.undoableSince = $0.now
            }
        }
        expect(&state, .key(named: "R"), effects: [.client(.reconnect)])
        expect(&state, .key(named: "D"), effects: [.client(.disconnect)])
        expect(&state, .key(named: "Ctrl-Z"), effects: [.terminal(.suspend)])
        expect(&state, .key(named: "Ctrl-L"), effects: [.terminal(.redraw)])
        expect(&state, .key(named: "Ctrl-C"), effects: [.quit])
        expect(&state, .key(named: "q"), effects: [.quit])
        expect(&state, .key(named: "4")) {
            $0.focus = .bindings
            $0.companion = .bindings
            $0.paneBefore = .channels
        }
        let first = state.bindings.selectedBinding
        expect(&state, .key(named: "u"), effects: [.client(.unbind(BindingID(1)))]) {
            $0.awaited.requested(.unbind(BindingID(1)), $0.bindings)
            if let first { $0.undoSteps.append(.unbinding(first)) }
        }
        expect(
            &state, .key(named: "x"),
            effects: [.client(.setBinding(BindingID(1), isEnabled: false))])
    }

    @Test("a key that cannot act says why")
    func reasons() {
        var state = DashboardFixture.empty()
        let reasons = [
            "u": "no channel is selected", "R": "not connected; r connects",
            "D": "no connection to close",
            "c": "client events require a subscribed private or presence channel",
            "n": "no search yet; / starts one",
            "Esc": "nothing to close; q quits",
            "J": "no channel to inspect", "Enter": "no channel to inspect",
            "Space": "no channel is selected",
            "x": "x is binding on or off in Bindings (4)",
            "b": "no channel is selected; B binds on all channels",
        ]
        for (key, reason) in reasons {
            expect(&state, .key(named: key)) {
                $0.notice = Notice(
                    level: .info, text: reason, since: .zero, isAnswer: true)
            }
        }
        expect(&state, .key(named: "r"), effects: [.client(.connect)]) { $0.notice = nil }
    }

    @Test("connect says so when there is a connection, and retries at once while one is waited for")
    func connect() {
        var session = RecordedEvents.sandboxSession()
        var state = DashboardFixture.dashboard(session)
        expect(&state, .key(named: "r")) {
            let text = "already connected; R reconnects"
            $0.notice = Notice(level: .info, text: text, since: $0.now, isAnswer: true)
        }
        session.drop(1006, reason: "", retryAfter: .seconds(4))
        state = DashboardFixture.dashboard(session)
        expect(&state, .key(named: "r"), effects: [.client(.connect)]) { $0.notice = nil }
        session.startAttempt(1)
        state = DashboardFixture.dashboard(session)
        expect(&state, .key(named: "r")) {
            $0.notice = Notice(
                level: .info, text: "an attempt is under way", since: $0.now, isAnswer: true)
        }
    }

    @Test("a refusal is not hidden by what went well a moment later, only by what comes later")
    func refusalStays() {
        var session = RecordedEvents()
        session.connect()
        let channel = ChannelName(wire: "private-x")
        let failure = SubscriptionFailure(
            phase: .authorization, what: "needs a signature")
        session.add(.subscriptionChanged(channel, .failed(failure)))
        session.subscribe("chat-room")
        var state = DashboardFixture.dashboard(session)
        #expect(state.notice?.text == "private-x: needs a signature")
        #expect(state.screen().textRows.contains { $0.contains("not authorized") })
        let rows = state.screen().textRows
        #expect(rows.contains { $0.contains("!refused") && $0.contains("needs a sign") })
        session.wait(.seconds(6))
        state.type(":subscribe ticker-BTCUSD")
        state.press("Enter")
        let before = session.events.count
        session.subscribe("ticker-BTCUSD")
        _ = state.handle(.client(Array(session.events.dropFirst(before))))
        #expect(state.notice?.text == "subscribed ticker-BTCUSD")
    }

    @Test("an answer to a key can be read before a success of the client replaces it")
    func answer() throws {
        let subscribed = ClientReport.Kind.subscriptionChanged(ChannelName("a"), .subscribed)
        let refused = ClientReport.Kind.subscriptionChanged(
            ChannelName("a"),
            .failed(SubscriptionFailure(phase: .subscription, what: "not allowed")))
        func notice(after milliseconds: Int, _ kind: ClientReport.Kind) -> String? {
            var state = DashboardFixture.empty()
            state.awaited.requested(.subscribe(ChannelName(wire: "a")), state.bindings)
            _ = state.handle(.key(named: "J"))
            let time = ChannelsTimestamp.zero.advanced(by: .milliseconds(milliseconds))
            _ = state.handle(.client([ClientReport(number: 1, time: time, kind: kind)]))
            return state.notice?.text
        }
        let answer = "no channel to inspect"
        #expect(notice(after: 999, subscribed) == answer)
        #expect(notice(after: 1000, subscribed) != answer)
        #expect(notice(after: 0, refused) != answer)
    }

    @Test("a failed effect becomes a message")
    func effectFailed() {
        var state = DashboardFixture.empty()
        expect(
            &state, .effectFailed(.client(.subscribe(ChannelName(wire: "a"))), "too many channels")
        ) {
            $0.notice = Notice(
                level: .failure, text: "subscribe to a: too many channels", since: .zero,
                isAnswer: true)
        }
    }

    @Test("the subscribe prompt takes several names, and refuses a bad one in its place")
    func subscribe() {
        var state = DashboardFixture.dashboard()
        state.press("s")
        state.type("orders bad/name")
        #expect(state.press("Enter").besidesSettings.isEmpty)
        #expect(state.prompt?.error?.contains("not allowed") == true)
        state.press("Ctrl-W")
        state.type("presence-game orders")
        let effects = state.press("Enter").besidesSettings
        #expect(
            effects == [
                .client(.subscribe(ChannelName(wire: "orders"))),
                .client(.subscribe(ChannelName(wire: "presence-game"))),
            ])
        #expect(state.prompt == nil)
        #expect(state.channels.rows[ChannelName(wire: "orders")] == nil)
    }

    @Test("names are bound here and on all channels; a star is every event")
    func bind() {
        var state = DashboardFixture.dashboard()
        let chat = ChannelName(wire: "chat-room")
        state.press("b")
        state.type("new-message")
        #expect(state.press("Enter").besidesSettings == [.client(.bind("new-message", chat))])
        state.press("B")
        state.type("*")
        #expect(state.press("Enter").besidesSettings == [.client(.bind(nil, nil))])
        state.press("B")
        #expect(state.press("Enter").isEmpty)
    }

    @Test("a client event is filled in for the selected channel and checked before it is sent")
    func trigger() {
        var state = DashboardFixture.dashboard()
        state.press("Down", "c")
        #expect(state.prompt?.field.text == "presence-lobby client-")
        state.type("typing {\"a\": 1}")
        let event = ChannelsEvent(
            name: "client-typing", channel: ChannelName(wire: "presence-lobby"),
            data: EventData(json: ["a": 1]))
        #expect(state.press("Enter") == [.client(.trigger(event))])
        for (text, reason) in [
            (
                "chat-room client-x",
                "client events can only be sent on private and presence channels"
            ),
            ("presence-lobby typing", "client event names must start with client-"),
            ("presence-lobby", "type a channel, a client event name and data"),
        ] {
            state.press("c", "Ctrl-U")
            state.type(text)
            #expect(state.press("Enter").isEmpty)
            #expect(state.prompt?.error == reason)
            state.press("Esc")
        }
    }

    @Test("Ctrl-C leaves a prompt first, and quits the second time")
    func controlC() {
        var state = DashboardFixture.dashboard()
        state.press("s")
        #expect(state.press("Ctrl-C").isEmpty)
        #expect(state.prompt == nil)
        #expect(state.press("Ctrl-C") == [.quit])
    }

    @Test("q closes what has the keys before it quits")
    func quit() {
        var state = DashboardFixture.dashboard()
        state.press("3", "m", "Enter", "5")
        #expect(state.press("q").isEmpty)
        #expect(state.inspector == nil)
        #expect(state.focus == .events)
        state.press("Enter", "F12", "1", "z")
        #expect(state.press("q").isEmpty && !state.wantsFigures)
        #expect(state.press("q").isEmpty && state.inspector == nil)
        #expect(state.press("q").isEmpty && !state.isZoomed)
        #expect(state.press("q").isEmpty && state.confirmation != nil)
        #expect(state.press("q") == [.quit])
    }

    @Test("Esc takes back one thing at a time")
    func escape() {
        var state = DashboardFixture.dashboard()
        state.press("3", "f")
        state.type("price")
        state.press("Enter", "/")
        state.type("60125")
        state.press("Enter", "Enter", "z")
        #expect(state.inspector != nil)
        state.press("Esc")
        #expect(state.inspector == nil && state.isZoomed)
        state.press("Esc")
        #expect(!state.isZoomed && state.events.search != nil)
        state.press("Esc")
        #expect(state.events.search == nil && state.events.view.filter != nil)
        state.press("Esc")
        #expect(state.events.view.filter == nil)
    }

    @Test("a pasted text without a prompt runs no commands")
    func paste() {
        var state = DashboardFixture.dashboard()
        #expect(state.handle(.key(.paste(Array("qD\rq".utf8)))).isEmpty)
        #expect(state.connection.state == .connected)
    }

    @Test("a pasted text in a prompt loses its line breaks and does not submit")
    func pasteInPrompt() {
        var state = DashboardFixture.dashboard()
        state.press("s")
        #expect(state.handle(.key(.paste(Array("a-1\r\nb-2\n\u{1B}[2J".utf8)))).isEmpty)
        #expect(state.prompt?.field.text == "a-1 b-2 [2J")
    }

    @Test("a screen that is too small changes nothing but the program")
    func tooSmall() {
        var state = DashboardFixture.dashboard(.sandboxSession(), 39, 7)
        for key in ["u", "D", "s", "R", "c"] { expect(&state, .key(named: key)) }
        #expect(state.press("q") == [.quit])
        #expect(state.press("Ctrl-Z") == [.terminal(.suspend)])
    }

    @Test("an unsubscribed channel leaves the list, and its neighbour is selected")
    func unsubscribed() {
        var session = RecordedEvents.sandboxSession()
        var state = DashboardFixture.dashboard(session)
        state.press("Down")
        let seen = session.events.count
        session.add(.subscriptionChanged(ChannelName(wire: "presence-lobby"), .unsubscribed))
        _ = state.handle(.client(Array(session.events[seen...])))
        #expect(state.channels.selected?.text == "private-orders-42")
        #expect(state.rosterChannel == nil)
    }

    @Test("a member who joined is marked for five seconds, one who left stays as long")
    func members() throws {
        let session = RecordedEvents.sandboxSession()
        var state = DashboardFixture.dashboard(session)
        let lobby = ChannelName(wire: "presence-lobby")
        #expect(state.members.rosters[lobby]?.rows["u03"]?.leftAt != nil)
        #expect(state.members.rosters[lobby]?.count == 9)
        _ = state.handle(.tick(session.time.advanced(by: .seconds(6))))
        #expect(state.members.rosters[lobby]?.rows["u03"] == nil)
        #expect(state.members.rosters[lobby]?.count == 9)
    }

    @Test("a tick within the same second needs no frame; the next second does")
    func idleTick() {
        var session = RecordedEvents.sandboxSession()
        session.wait(.seconds(20))
        var state = DashboardFixture.dashboard(session)
        let second = session.time.monotonicNanoseconds / 1_000_000_000
        let start = ChannelsTimestamp(
            monotonicNanoseconds: second * 1_000_000_000, wallMicroseconds: 0)
        _ = state.handle(.tick(start.advanced(by: .seconds(1))))
        let revision = state.revision
        _ = state.handle(.tick(start.advanced(by: .milliseconds(1700))))
        #expect(state.revision == revision)
        _ = state.handle(.tick(start.advanced(by: .milliseconds(2000))))
        #expect(state.revision != revision)
    }

    @Test("a countdown ticks in tenths in its last seconds only")
    func countdown() {
        var session = RecordedEvents.sandboxSession()
        session.drop(4100, reason: "", retryAfter: .seconds(20))
        var state = DashboardFixture.dashboard(session)
        #expect(state.tickInterval == .seconds(1))
        _ = state.handle(.tick(session.time.advanced(by: .seconds(17))))
        #expect(state.tickInterval == .milliseconds(100))
        _ = state.handle(.tick(session.time.advanced(by: .seconds(21))))
        #expect(state.tickInterval == .seconds(1))
    }

    @Test("skipped events are counted and stand in the log")
    func skipped() {
        var session = RecordedEvents.sandboxSession()
        session.add(.skipped(SkippedEvents(events: 1200, folded: 0)))
        let rows = DashboardFixture.dashboard(session).screen().textRows
        #expect(rows.contains { $0.contains("1,200 skipped") })
        #expect(rows.contains { $0.contains("skipped: 1,200 events arrived too fast") })
    }

    @Test("reports that were folded are counted in the log")
    func folded() {
        var session = RecordedEvents.sandboxSession()
        session.add(.skipped(SkippedEvents(events: 0, folded: 7600)))
        let rows = DashboardFixture.dashboard(session).screen().textRows
        #expect(rows.contains { $0.contains("7,600 reports arrived too fast to show one by one") })
        #expect(!rows.contains { $0.contains("0 events") || $0.contains("0 skipped") })
    }
}
