import BuoyDashboardTesting
import BuoyTestSupport
import BuoyTextScreen
import ChannelsBasics
import ChannelsProtocol
import OrderedCollections
import Testing

@testable import BuoyDashboard

@Suite("Channels and events in trouble")
struct TroubleTests {
    private static let audit = ChannelName(wire: "private-audit")
    private static let lobby = ChannelName(wire: "presence-lobby")

    /// A connected session with one channel in a state.
    private static func session(
        _ state: SubscriptionState, _ channel: ChannelName = Self.audit
    ) -> RecordedEvents {
        var session = RecordedEvents()
        session.connect()
        session.add(.subscriptionChanged(channel, state))
        session.wait(.seconds(1))
        return session
    }

    private static let refusal = SubscriptionFailure(
        phase: .authorization, status: 403, FailureParts("the endpoint refused with HTTP 403"),
        body: "{\"error\":\"not yours\"}", stringToSign: "1184.7029:private-audit", attempts: 2)

    @Test("t tries a failed channel again")
    func failed() {
        var state = DashboardFixture.dashboard(Self.session(.failed(Self.refusal)))
        #expect(state.press("t") == [.client(.resubscribe(Self.audit))])
        #expect(state.screen().textRows.last?.contains("t try again") == true)
    }

    @Test("t tries a channel again as soon as its answer is told to be late")
    func stuck() {
        var session = Self.session(.subscribing)
        var state = DashboardFixture.dashboard(session)
        #expect(state.press("t").isEmpty)
        #expect(state.notice?.text == "the server has not answered yet")
        let seen = session.events.count
        session.add(.subscriptionStuck(Self.audit, after: .seconds(10)))
        _ = state.handle(.client(Array(session.events[seen...])))
        #expect(
            state.notice?.text
                == "private-audit: no answer for 10.0s, still waiting; "
                + "press t in Channels to retry")
        #expect(state.screen().textRows.contains { $0.contains("! private-audit") })
        #expect(state.screen().textRows.contains { $0.contains("stuck subscribing") })
        #expect(state.press("t") == [.client(.resubscribe(Self.audit))])
        session.add(.subscriptionChanged(Self.audit, .authorizing))
        _ = state.handle(.client(session.events.suffix(1)))
        #expect(!state.screen().textRows.contains { $0.contains("stuck auth") })
    }

    @Test(
        "t says why a channel cannot be tried again",
        arguments: [
            (.subscribed, "the channel is already subscribed"),
            (.requested, "the channel is waiting for a connection"),
            (.authorizing, "the server has not answered yet"),
            (.unsubscribing, "the channel is unsubscribing; s subscribes again"),
        ] as [(SubscriptionState, String)])
    func reasons(subscription: SubscriptionState, reason: String) {
        var state = DashboardFixture.dashboard(Self.session(subscription))
        #expect(state.press("t").isEmpty)
        #expect(state.notice?.text == reason)
        #expect(state.screen().textRows.last?.contains("try again") == false)
    }

    @Test("t without a channel, and in other panes, says so")
    func nothingToTry() {
        var state = DashboardFixture.empty()
        #expect(state.press("t").isEmpty)
        #expect(state.notice?.text == "no channel is selected")
        state.press("2", "t")
        #expect(
            state.notice?.text
                == "t is try again in Channels (1)")
    }

    @Test("u does nothing to a channel that is being given up already, and its row says so")
    func unsubscribing() {
        var state = DashboardFixture.dashboard(Self.session(.unsubscribing))
        #expect(state.screen().textRows.contains { $0.contains("unsubscribing") })
        #expect(state.press("u").isEmpty)
        #expect(state.notice?.text.hasPrefix("the channel is unsubscribing") == true)
        #expect(state.channels.selected == Self.audit)
    }

    @Test("after a failure, D still asks to stay disconnected")
    func disconnectAfterFailure() {
        var session = RecordedEvents()
        session.connect()
        session.add(
            .stateChanged(
                StateChange(
                    previous: .connected, current: .failed,
                    cause: .gaveUp(attempts: 6, .closed(nil, reason: "")))))
        var state = DashboardFixture.dashboard(session)
        #expect(state.press("D") == [.client(.disconnect)])
    }

    @Test("a client event may be sent on a channel that is not subscribed yet, and says it waits")
    func queued() {
        var session = Self.session(.authorizing)
        var state = DashboardFixture.dashboard(session)
        state.press("c")
        #expect(state.prompt?.field.text == "private-audit client-")
        state.press("Esc")
        let event = ChannelsEvent(name: "client-x", channel: Self.audit, data: EventData("1"))
        session.add(.clientEventQueued(event))
        _ = state.handle(.client(session.events.suffix(1)))
        #expect(
            state.notice?.text == "queued client-x until private-audit is subscribed")
        session.add(.subscriptionChanged(Self.audit, .subscribed))
        session.add(.clientEventQueued(event))
        _ = state.handle(.client(session.events.suffix(2)))
        #expect(state.notice?.text == "queued client-x on private-audit: over the rate limit")
    }

    @Test("a failed channel is no channel for client events")
    func noClientEvents() {
        var state = DashboardFixture.dashboard(Self.session(.failed(Self.refusal)))
        #expect(state.press("c").isEmpty)
        #expect(state.prompt == nil)
        #expect(
            state.notice?.text == "client events require a subscribed private or presence channel")
    }

    private static let notices: [(ClientReport.Kind, NoticeLevel?, String)] = [
        (
            .signInChanged(.signedIn(SignedInUser(id: "ana", data: "{}"))), .success,
            "signed in as ana"
        ),
        (
            .signInChanged(.failed(SignInFailure(phase: .timeLimit, what: "no answer"))), .failure,
            "not signed in: no answer"
        ),
        (.signInChanged(.signedOut), .success, "signed out"),
        (.signInChanged(.signingIn), nil, ""),
        (
            .suspended(for: .seconds(30)), nil, ""
        ),
        (.clockStepped(by: .seconds(-9)), .info, "the clock was set back by 9.0s"),
        (
            .decryptionFailed(
                DecryptionFailure(channel: Self.audit, event: "e", reason: .noKey)), .warning,
            "private-audit: not decrypted, e: the channel's authorization has no "
                + "shared_secret"
        ),
        (.intentChanged(.connected), nil, ""),
        (.watchlistChanged([WatchlistChange(name: "online", userIDs: ["a"])]), nil, ""),
    ]

    @Test("what needs eyes becomes a message, the rest is for the log", arguments: notices.indices)
    func notice(index: Int) {
        let (kind, level, text) = Self.notices[index]
        let event = ClientReport(number: 1, time: .zero, kind: kind)
        var awaited = AwaitedAnswers()
        let notice = awaited.notice(for: event, ChannelsPane(known: []), removed: nil)
        #expect(notice?.level == level)
        #expect((notice?.text ?? "") == text)
    }

    @Test("the log has what happened, not the steps to it and not what another report tells whole")
    func log() {
        var log = EventLogPane(limit: 100, byteLimit: 1 << 20)
        let report = AuthorizationReport(
            subject: .user, duration: .zero, attempts: 1, status: 403, isGranted: false)
        let kinds: [ClientReport.Kind] = [
            .intentChanged(.connected), .authorizationAnswered(report),
            .signInChanged(.requested), .signInChanged(.authenticating),
            .signInChanged(.signingIn), .subscriptionChanged(Self.audit, .unsubscribing),
        ]
        for kind in kinds { log.handle(ClientReport(number: 1, time: .zero, kind: kind)) }
        #expect(log.count == 0)
        log.handle(ClientReport(number: 2, time: .zero, kind: .signInChanged(.signedOut)))
        log.handle(
            ClientReport(
                number: 3, time: .zero, kind: .subscriptionStuck(Self.audit, after: .seconds(10))))
        #expect(log.count == 2)
    }

    @Test("the memory that an event keeps counts its frame, its answer and its texts")
    func memory() {
        let long = String(repeating: "x", count: 4000)
        let kinds: [ClientReport.Kind] = [
            .problem(ReportedProblem(kind: .malformedMessage, text: "", frame: long)),
            .subscriptionChanged(
                Self.audit,
                .failed(
                    SubscriptionFailure(phase: .authorization, FailureParts(""), stringToSign: long)
                )),
            .clientEventQueued(
                ChannelsEvent(name: "client-x", channel: Self.audit, data: EventData(long))),
        ]
        for kind in kinds {
            #expect(ClientReport(number: 1, time: .zero, kind: kind).retainedBytes > 4000)
        }
    }

    @Test("a server's names and texts stay harmless in the new reports")
    func hostile() {
        var session = RecordedEvents()
        session.connect()
        session.add(
            .watchlistChanged([WatchlistChange(name: "on\u{1B}[2J", userIDs: ["\u{202E}a\r\n"])]))
        session.add(
            .problem(
                ReportedProblem(
                    kind: .serverError(code: 1), text: "x\u{7}",
                    frame: "{\"a\":\"\u{1B}]0;t\u{7}\"}\u{9B}")))
        var state = DashboardFixture.dashboard(session)
        state.press("3", "Up", "Enter")
        let text = state.screen().textRows.joined()
        #expect(text.contains("\\u009B"))
        #expect(
            !text.unicodeScalars.contains { $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) })
    }
}

// MARK: - Screens

extension TroubleTests {
    @Test("each state of a channel has its mark and its words")
    func channelStates() throws {
        var session = RecordedEvents()
        session.connect()
        let signature = SignatureComparison(signedHere: "1.1:a", expected: "1.1:b")
        let states: [(String, SubscriptionState)] = [
            ("news", .subscribed), ("private-a", .requested), ("private-b", .authorizing),
            ("private-c", .subscribing), ("private-d", .unsubscribing),
            ("private-e", .failed(Self.refusal)),
            ("private-f", .failed(SubscriptionFailure(phase: .authorization, what: "no method"))),
            ("private-g", .failed(SubscriptionFailure(phase: .subscription, what: "", code: 4009))),
            (
                "private-encrypted-h",
                .failed(
                    SubscriptionFailure(
                        phase: .subscription, FailureParts(""), comparison: signature))
            ),
        ]
        for (name, state) in states {
            session.add(.subscriptionChanged(ChannelName(wire: name), state))
        }
        session.wait(.seconds(10))
        session.add(.subscriptionStuck(ChannelName(wire: "private-c"), after: .seconds(10)))
        var state = DashboardFixture.dashboard(session)
        state.notice = nil
        try expectGolden(state, pane: .channels, "channel-states")
        state = DashboardFixture.dashboard(session, 120, 40)
        state.press("z")
        state.notice = nil
        try expectGolden(state, pane: .channels, "channel-states")
    }

    @Test("a refused authorization shows the response and the signed string")
    func authorization() throws {
        var state = DashboardFixture.dashboard(Self.session(.failed(Self.refusal)))
        state.notice = nil
        state.press("Enter", "5", "z")
        try expectGolden(state, pane: .inspector, "inspect-authorization")
    }

    @Test("two signed strings stand one below the other, with a mark under the first difference")
    func signature() throws {
        let signed =
            "1184.7029:presence-lobby:{\"user_id\":\"u01\",\"user_info\":{\"name\":\"Ana\"}}"
        let expected = signed.replacing("Ana", with: "A\u{301}na\u{1B}")
        let failure = SubscriptionFailure(
            phase: .subscription,
            FailureParts("The server refused the subscription", "Invalid signature"),
            code: 4009, stringToSign: signed,
            comparison: SignatureComparison(signedHere: signed, expected: expected))
        var state = DashboardFixture.dashboard(Self.session(.failed(failure), Self.lobby))
        state.notice = nil
        state.press("Enter", "5", "z")
        try expectGolden(state, pane: .inspector, "inspect-signature")
    }

    @Test("a problem shows the frame that it is about")
    func problem() throws {
        var session = RecordedEvents()
        session.connect()
        session.add(
            .problem(
                ReportedProblem(
                    kind: .malformedMessage,
                    text: "A message could not be read: it has no channel.",
                    channel: Self.lobby, frame: "{\"event\":\"pusher:x\",\"data\":\"\u{1B}[31m\"")))
        session.wait(.seconds(1))
        var state = DashboardFixture.dashboard(session)
        state.notice = nil
        state.press("3", "Up", "Enter")
        try expectGolden(state, pane: .inspector, "inspect-problem")
    }

    @Test(
        "texts that differ from their first character on, or in their length only, have a mark too")
    func signatureEdges() {
        for (expected, signed, mark) in [
            ("b", "a", 10), ("a", "", 10), ("abc", "abcd", 13),
            (String(repeating: "x", count: 500) + "1", String(repeating: "x", count: 500), 39),
        ] {
            let comparison = SignatureComparison(signedHere: signed, expected: expected)
            let lines = SignatureLines(comparison).lines
            #expect(lines.count == 3)
            #expect(lines.last?.width == mark + 1)
        }
    }
}
