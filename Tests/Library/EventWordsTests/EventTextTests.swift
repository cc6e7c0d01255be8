import ChannelsProtocol
import Testing

@testable import BuoyDashboard
@testable import ChannelsEventWords

@Suite("Events as lines")
struct EventTextTests {
    private static let lobby = ChannelName(wire: "presence-lobby")
    private static let time = ChannelsTimestamp(
        monotonicNanoseconds: 0, wallMicroseconds: 1_795_269_720_123_000)

    private static func change(
        _ previous: ConnectionState, _ current: ConnectionState, _ cause: StateCause
    ) -> ClientReport.Kind {
        .stateChanged(StateChange(previous: previous, current: current, cause: cause))
    }

    private static let typing = ChannelsEvent(
        name: "client-typing", channel: lobby, data: EventData("{\"from\":\"u17\"}"))

    private static let lines: [(ClientReport.Kind, String)] = [
        (.received(typing), "presence-lobby client-typing {\"from\":\"u17\"}"),
        (.triggered(typing), "presence-lobby >client-typing {\"from\":\"u17\"}"),
        (
            change(.connected, .connecting, .ended(.closed(4201, reason: "bye"))),
            "connection !state connected -> connecting: closed with 4201: a pong did not arrive in time "
                + "(server: \"bye\")"
        ),
        (
            change(.initialized, .connecting, .asked),
            "connection ~state initialized -> connecting: requested"
        ),
        (
            change(.connecting, .unavailable, .unavailable(after: .seconds(10))),
            "connection !state connecting -> unavailable: no connection for 10s"
        ),
        (
            change(.connecting, .failed, .gaveUp(attempts: 6, .pongMissing(after: .seconds(30)))),
            "connection !state connecting -> failed: gave up after 6 attempts: a ping was not answered within 30s. "
                + "Connect again when the server has recovered."
        ),
        (
            .attemptStarted(
                ConnectionAttempt(
                    number: 2, address: "ws://h:1", usesTLS: false, timeLimit: .seconds(10))),
            "connection ~attempt 2 ws://h:1, no TLS, at most 10s"
        ),
        (
            .attemptFailed(attempt: 2, .timedOut(in: .tls, limit: .seconds(10))),
            "connection !attempt 2: not connected within 10s, stuck at: waiting for the TLS "
                + "handshake. Check that the port uses TLS."
        ),
        (
            .attemptFailed(
                attempt: 1, .timedOut(in: .tls, limit: .seconds(10)),
                parts: Self.stuckParts),
            "connection !attempt 1: not connected within 10s, stuck at: waiting for the TLS "
                + "handshake (dns 2, tcp 15 ms, stuck in tls for 10.0s). Check that the port uses TLS."
        ),
        (
            .retryScheduled(
                ScheduledRetry(
                    attempt: 3, delay: .milliseconds(4200), attemptLimit: 6, rule: "fixed")),
            "connection ~retry attempt 3 of 6 in 4.2s, fixed"
        ),
        (
            .pingSent(SentPing(lastReceived: .zero, timeLimit: .seconds(30))),
            "connection ~ping sent"
        ),
        (.pongReceived(roundTrip: .microseconds(1250)), "connection ~pong round trip 1.2ms"),
        (
            .pongReceived(roundTrip: nil),
            "connection ~pong it may answer any of several pings, so no round trip is measured"
        ),
        (
            .gap(Self.gap),
            "connection !gap up to 58.0s (at least 12.0s) on 2 channels: events may have been missed. Nothing "
                + "arrived for 46.0s before the loss was noticed, subscribed again 12.0s later"
        ),
        (
            .gap(Self.gapAfterSuspension),
            "connection !gap up to 58.0s (at least 12.0s) on 2 channels: events may have been missed. "
                + "Suspended for 50.0s. Nothing arrived for 46.0s before the loss was noticed, "
                + "subscribed again 12.0s later"
        ),
        (
            .gap(Self.gapWithMissingChannel),
            "connection !gap up to 47.0s (at least 1.0s) on 2 channels: events may have been missed. Nothing "
                + "arrived for 46.0s before the loss was noticed, subscribed again 1.0s later; not "
                + "subscribed again: private-a"
        ),
        (
            .gap(Self.gapInOrder),
            "connection !gap 58.0s on 2 channels: events may have been missed. Everything "
                + "the peer sent arrived (it closed cleanly, noticed 46.0s later), subscribed "
                + "again 12.0s later"
        ),
        (
            .gap(
                ConnectionGap(lastReceived: .zero, lossNoticed: .zero, reconnected: Self.after(2))),
            "connection !gap 2.0s without a connection, no channels were subscribed"
        ),
        (
            .subscriptionChanged(lobby, .requested),
            "presence-lobby ~requested waiting for a connection"
        ),
        (
            .subscriptionChanged(lobby, .authorizing),
            "presence-lobby ~authorizing requesting a signature"
        ),
        (
            .subscriptionChanged(lobby, .subscribing),
            "presence-lobby ~subscribing sent to the server"
        ),
        (.subscriptionChanged(lobby, .subscribed), "presence-lobby ~subscribed"),
        (
            .subscriptionChanged(lobby, .unsubscribing),
            "presence-lobby ~unsubscribing waiting for the server's answer"
        ),
        (.subscriptionChanged(lobby, .unsubscribed), "presence-lobby ~unsubscribed"),
        (
            .subscriptionChanged(
                lobby, .failed(SubscriptionFailure(phase: .authorization, status: 403, what: "no"))),
            "presence-lobby !refused 403, no"
        ),
        (
            .membersReplaced(
                lobby, PresenceMembers(roster: Roster(members: [PresenceMember(id: "a")]), me: "a"),
                difference: MemberDifference(joined: [PresenceMember(id: "a")], left: [])),
            "presence-lobby ~members 1 member; while away 1 joined: a"
        ),
        (
            .membersReplaced(
                lobby, PresenceMembers(roster: Roster(members: [PresenceMember(id: "a")]), me: "a"),
                difference: MemberDifference(
                    joined: [], left: [PresenceMember(id: "b")], isAfterAbsence: false)),
            "presence-lobby ~members 1 member; 1 left: b"
        ),
        (
            .memberAdded(lobby, PresenceMember(id: "u1", info: EventData("{}"))),
            "presence-lobby ~joined u1 {}"
        ),
        (.memberRemoved(lobby, PresenceMember(id: "u1")), "presence-lobby ~left u1"),
        (.subscriptionCount(lobby, 1200), "presence-lobby ~count 1,200 subscribers"),
        (.cacheMissed(lobby), "presence-lobby ~cache miss no event is cached yet"),
        (
            .bindingChanged(EventBinding(id: BindingID(3), event: nil, channel: nil)),
            "connection ~bound every event on all channels, binding #3"
        ),
        (.bindingRemoved(BindingID(3)), "connection ~unbound binding #3"),
        (.bindingsHit([BindingHits(id: BindingID(3), total: 7)]), "connection ~hits #3: 7"),
        (
            .problem(
                ReportedProblem(
                    kind: .serverError(code: 4301), text: "slow down", channel: lobby, count: 3)
            ),
            "presence-lobby !error 4301 slow down (3 times)"
        ),
        (
            .skipped(SkippedEvents(events: 12, folded: 2)),
            "connection !skipped 12 events and 2 reports arrived too fast to show"
        ),
        (
            .skipped(SkippedEvents(events: 0, folded: 1)),
            "connection !skipped 1 report arrived too fast to show one by one"
        ),
    ]

    /// Nothing came for 46 s; a channel was subscribed again after 1 s, the other one after 12 s.
    private static let parts = Self.attempt.ended(at: Self.after(10), succeeded: true)
    private static let stuckParts = Self.attempt.ended(at: Self.after(10), succeeded: false)

    private static var attempt: AttemptParts {
        var parts = AttemptParts()
        parts.begin(.dns, at: .zero)
        parts.begin(
            .tcp, at: ChannelsTimestamp(monotonicNanoseconds: 2_000_000, wallMicroseconds: 0))
        parts.begin(
            .tls, at: ChannelsTimestamp(monotonicNanoseconds: 17_000_000, wallMicroseconds: 0))
        return parts
    }

    @Test("a connection tells how long its parts took")
    func parts() throws {
        let connection = Establishment(
            socketID: try #require(SocketID("1.2")), serverActivityTimeout: nil,
            activityTimeout: .seconds(30), attempt: 1, parts: Self.parts)
        let kind = Self.change(.connecting, .connected, .established(connection))
        Self.expect(
            (
                kind,
                "connection ~state connecting -> connected: socket id 1.2, attempt 1, activity "
                    + "timeout 30s (dns 2, tcp 15, tls 9983 ms)"
            ))
    }

    private static let gap = ConnectionGap(
        lastReceived: .zero, lossNoticed: Self.after(46), reconnected: Self.after(46.5),
        channels: [
            ConnectionGap.Channel(name: lobby, subscribedAgain: Self.after(47)),
            ConnectionGap.Channel(
                name: ChannelName(wire: "private-a"), subscribedAgain: Self.after(58)),
        ])

    private static var gapAfterSuspension: ConnectionGap {
        var gap = Self.gap
        gap.suspended = .seconds(50)
        return gap
    }

    private static var gapInOrder: ConnectionGap {
        var gap = Self.gap
        gap.endedInOrder = true
        return gap
    }

    private static var gapWithMissingChannel: ConnectionGap {
        var gap = Self.gap
        gap.channels[1].subscribedAgain = nil
        return gap
    }

    private static func after(_ seconds: Double) -> ChannelsTimestamp {
        .zero.advanced(by: .milliseconds(Int64(seconds * 1000)))
    }

    @Test("every kind of event is one readable line", arguments: Self.lines.indices)
    func line(index: Int) { Self.expect(Self.lines[index]) }

    private static func expect(_ line: (ClientReport.Kind, String)) {
        let event = ClientReport(number: 1, time: Self.time, kind: line.0)
        #expect(EventLine.text(of: event) == "14:02:00.123 " + line.1)
    }

    private static func answered(
        _ subject: AuthorizationReport.Subject, _ status: Int?, attempts: Int = 1,
        isGranted: Bool = true
    ) -> ClientReport.Kind {
        .authorizationAnswered(
            AuthorizationReport(
                subject: subject, duration: .milliseconds(12), attempts: attempts, status: status,
                isGranted: isGranted))
    }

    private static func rejected(_ candidates: [ChannelsEvent]) -> ClientReport.Kind {
        .clientEventsRejected(
            ClientEventRejection(
                text: "slow down", code: 4301, channel: lobby, candidates: candidates,
                sentInLastSecond: candidates.count))
    }

    private static let happenings: [(ClientReport.Kind, String)] = [
        (.intentChanged(.connected), "connection ~intent connect requested"),
        (.intentChanged(.disconnected), "connection ~intent disconnect requested"),
        (
            .serverRecognized(
                ServerProfile(
                    kind: .reverb, evidence: ["Its pongs have no data.", "It is PHP."])),
            "connection ~server Laravel Reverb. Its pongs have no data. It is PHP."
        ),
        (
            .suspended(for: .seconds(75)),
            "connection !suspended for 1m15s; checking the connection"
        ),
        (.clockStepped(by: .milliseconds(3200)), "connection ~clock set forward by 3.2s"),
        (.clockStepped(by: .seconds(-4)), "connection ~clock set back by 4.0s"),
        (
            .networkChanged(.reachable),
            "connection ~network changed: there may be a new route to the server"
        ),
        (
            .networkChanged(.addressGone("192.0.2.7")),
            "connection ~network changed: this machine no longer has 192.0.2.7"
        ),
        (
            .subscriptionStuck(lobby, after: .seconds(10)),
            "presence-lobby !stuck no answer for 10.0s, still waiting. The "
                + "request is still pending; resubscribe to retry."
        ),
        (answered(.channel(lobby), 200), "presence-lobby ~authorized HTTP 200 in 12ms"),
        (
            answered(.channel(lobby), 503, attempts: 3, isGranted: false),
            "presence-lobby ~unauthorized HTTP 503 in 12ms, 3 requests"
        ),
        (answered(.newKey(lobby), nil), "presence-lobby ~new key in 12ms"),
        (
            answered(.newKey(lobby), nil, isGranted: false),
            "presence-lobby ~no new key in 12ms"
        ),
        (answered(.user, 200), "connection ~authenticated HTTP 200 in 12ms"),
        (answered(.user, 403, isGranted: false), "connection ~unauthenticated HTTP 403 in 12ms"),
    ]

    @Test("what happens beside events is told too", arguments: Self.happenings.indices)
    func happening(index: Int) { Self.expect(Self.happenings[index]) }

    private static let userLines: [(ClientReport.Kind, String)] = [
        (.signInChanged(.requested), "connection ~sign-in waiting for a connection"),
        (.signInChanged(.authenticating), "connection ~sign-in requesting a signature"),
        (.signInChanged(.signingIn), "connection ~sign-in sent to the server"),
        (
            .signInChanged(.signedIn(SignedInUser(id: "ana", data: "{}"))),
            "connection ~signed in as ana"
        ),
        (
            .signInChanged(.failed(SignInFailure(phase: .authentication, status: 403, what: "no"))),
            "connection !not signed in 403, no"
        ),
        (.signInChanged(.signedOut), "connection ~signed out"),
        (
            .signInChanged(
                .failed(
                    SignInFailure(
                        phase: .signIn, what: "The server refused the sign-in", cause: "Bad auth"))),
            "connection !not signed in Bad auth"
        ),
        (
            .subscriptionChanged(
                lobby,
                .failed(
                    SubscriptionFailure(
                        phase: .subscription,
                        what: "The server refused the subscription", cause: "Bad auth"))),
            "presence-lobby !refused Bad auth"
        ),
        (
            .watchlistChanged([
                WatchlistChange(name: "online", userIDs: ["ana", "bo"]),
                WatchlistChange(name: "offline", userIDs: ["cy"]),
            ]),
            "connection ~watchlist online: ana, bo; offline: cy"
        ),
        (.clientEventQueued(typing), "presence-lobby ~queued client-typing waits"),
        (rejected([]), "presence-lobby !rejected 4301 slow down"),
        (
            rejected([typing]),
            "presence-lobby !rejected 4301 slow down; the event was client-typing"
        ),
        (
            rejected([typing, ChannelsEvent(name: "client-x", channel: lobby, data: EventData(""))]
            ),
            "presence-lobby !rejected 4301 slow down; the event was one of client-typing, client-x"
        ),
        (
            .decryptionFailed(
                DecryptionFailure(
                    channel: ChannelName(wire: "private-encrypted-a"), event: "opened",
                    reason: .nonceLength(3))),
            "private-encrypted-a !not decrypted opened: its nonce is 3 bytes instead of 24. "
                + "Publish with a server library that has the app's encryption master key."
        ),
        (
            .decryptionFailed(
                DecryptionFailure(
                    channel: ChannelName(wire: "private-encrypted-a"), event: "opened",
                    reason: .tooShort, keyWasRenewed: true)),
            "private-encrypted-a !not decrypted opened: its ciphertext is too short, even "
                + "with a new key. Publish with a server library that has the app's encryption "
                + "master key."
        ),
    ]

    @Test("users, client events and sealed events are told too", arguments: Self.userLines.indices)
    func userLine(index: Int) { Self.expect(Self.userLines[index]) }

    @Test("a line shows hidden and control characters as escapes")
    func hostile() {
        let event = ChannelsEvent(
            name: "a\nb", channel: ChannelName(wire: "c\u{1B}[2J"),
            data: EventData("\u{202E}x\u{7}"))
        let line = EventLine.text(of: ClientReport(number: 1, time: .zero, kind: .received(event)))
        #expect(line == "00:00:00.000 c\\u001B[2J a\\nb \\u202Ex\\u0007")
    }

    @Test("the time of day is that of the offset, before the epoch too")
    func offset() {
        let event = ClientReport(
            number: 1, time: Self.time,
            kind: .pingSent(SentPing(lastReceived: .zero, timeLimit: .seconds(30))))
        #expect(EventLine.text(of: event, utcOffsetSeconds: -7200).hasPrefix("12:02:00.123 "))
        #expect(Figures.timeOfDay(.zero, utcOffsetSeconds: -1) == "23:59:59")
        let extreme = ChannelsTimestamp(monotonicNanoseconds: .max, wallMicroseconds: .max)
        #expect(Figures.timeOfDay(extreme, utcOffsetSeconds: .max).count == 8)
    }

    @Test(
        "an event that nobody can have sent, or that the protocol does not have, is marked",
        arguments: [
            ("client-x", nil, false), ("client-x", .notNamed, true),
            ("client-x", .notAMember, true), ("pusher:maintenance", nil, true), ("x", nil, false),
        ] as [(EventName, SenderDoubt?, Bool)])
    func oddEvents(name: EventName, doubt: SenderDoubt?, isOdd: Bool) {
        var event = ChannelsEvent(name: name, channel: nil, data: EventData("{}"))
        event.senderDoubt = doubt
        let words = EventDescription(.received(event))
        #expect((words.mark == "!") == isOdd)
        #expect((words.outcome == .warning) == isOdd)
        #expect((event.oddity != nil) == isOdd)
    }
}
