import BuoyTestBasics
import BuoyTestSupport
import BuoyTextScreen
import ChannelsProtocol
import Testing

@testable import BuoyDashboard
@testable import ChannelsEventWords

@Suite("The narrator")
struct NarratorTests {
    private static let lobby = ChannelName(wire: "presence-lobby")
    private static let ana = PresenceMember(id: "u02", info: EventData(json: ["name": "Ana Ruiz"]))

    private static func told(_ kinds: [ClientReport.Kind]) -> [String] {
        var narrator = Narrator()
        let lines = narrator.lines(for: kinds.map { SharingSamples.event($0) })
        return (lines + narrator.finish()).map { String($0.dropFirst("14:02:32 ".count)) }
    }

    private static func attempt(
        _ number: Int, _ address: String = "ws://127.0.0.1:6001"
    ) -> ClientReport.Kind {
        .attemptStarted(
            ConnectionAttempt(
                number: number, address: address, usesTLS: address.hasPrefix("wss"),
                timeLimit: .seconds(10)))
    }

    private static let sentences: [(ClientReport.Kind, String?)] = [
        (SharingSamples.change(.initialized, .connecting, .asked), nil),
        (
            SharingSamples.change(.connected, .disconnected, .asked),
            "Disconnected, as requested."
        ),
        (attempt(1), "Connecting to 127.0.0.1 port 6001."),
        (attempt(3, "wss://[::1]:443/app"), "Connecting to ::1 port 443 with TLS, attempt 3."),
        (
            .attemptFailed(
                attempt: 2,
                .failed(ConnectFailure(kind: .unreachable, what: "Connection refused"))),
            "Attempt 2 failed: Connection refused."
        ),
        (
            .retryScheduled(
                ScheduledRetry(
                    attempt: 1, delay: .milliseconds(1200), attemptLimit: nil, rule: "r")),
            "Attempt 1 in 1.2 seconds."
        ),
        (
            .retryScheduled(
                ScheduledRetry(attempt: 2, delay: .zero, attemptLimit: 6, rule: "r")),
            "Attempt 2 of 6 starts immediately."
        ),
        (
            SharingSamples.change(.connecting, .connected, SharingSamples.established()),
            "Connected, socket id 1.2."
        ),
        (
            SharingSamples.change(.connected, .connecting, .ended(.closed(4100, reason: ""))),
            "Connection lost: the server closed it with 4100, over capacity."
        ),
        (
            SharingSamples.change(.connected, .failed, .ended(.closed(4003, reason: "no"))),
            "Connection lost: the server closed it with 4003, the application is disabled, saying "
                + "\"no\". It will not be retried. Fix the problem that the server reports, then "
                + "connect again."
        ),
        (
            SharingSamples.change(
                .connecting, .failed, .gaveUp(attempts: 6, .pongMissing(after: .seconds(30)))),
            "Gave up after 6 attempts: a ping was not answered within 30 seconds. Connect again when "
                + "the server has recovered."
        ),
        (
            SharingSamples.change(
                .connecting, .failed,
                .ended(.timedOut(in: .tls, limit: .seconds(10)))),
            "Connection failed: not connected within 10 seconds, stuck at: waiting for the TLS "
                + "handshake. It will not be retried. Check that the port uses TLS."
        ),
        (
            SharingSamples.change(.connecting, .unavailable, .unavailable(after: .seconds(10))),
            "No connection for 10 seconds. Still trying."
        ),
        (
            SharingSamples.change(.connected, .connecting, .ended(.reconnectAsked)),
            "Disconnected to reconnect, as requested."
        ),
        (.pingSent(.sample), nil), (.pongReceived(roundTrip: .milliseconds(3)), nil),
        (.intentChanged(.connected), nil), (.bindingsHit([]), nil),
        (
            .serverRecognized(ServerProfile(kind: .reverb, evidence: ["x"])),
            "The server is Laravel Reverb."
        ),
        (
            .suspended(for: .seconds(72)),
            "This program was suspended for 1 minute and 12 seconds. "
                + "The connection is being checked."
        ),
        (
            .clockStepped(by: .seconds(-3600)),
            "This machine's clock was set back by 1 hour."
        ),
        (.networkChanged(.addressGone("192.0.2.7")), "This machine's network changed."),
        (
            .gap(
                ConnectionGap(
                    from: .zero, to: ChannelsTimestamp.zero.advanced(by: .milliseconds(2100)),
                    channels: 1
                )),
            "Reconnected after 2.1 seconds without events on 1 channel: some may have been missed."
        ),
        (.subscriptionChanged(lobby, .authorizing), nil),
        (.subscriptionChanged(lobby, .subscribed), "Subscribed to presence-lobby."),
        (.subscriptionChanged(lobby, .unsubscribed), "Unsubscribed from presence-lobby."),
        (
            .subscriptionChanged(
                lobby,
                .failed(
                    SubscriptionFailure(
                        phase: .authorization, status: 403, what: "The endpoint answered 403"))),
            "Not subscribed to presence-lobby, status 403: The endpoint answered 403. It will "
                + "be retried on the next connection, or on request."
        ),
        (
            .subscriptionStuck(lobby, after: .seconds(10)),
            "The server has not answered the subscription to presence-lobby for 10 seconds. The "
                + "request is still pending; resubscribe to retry."
        ),
        (
            .membersReplaced(
                lobby,
                PresenceMembers(roster: Roster(members: [ana, PresenceMember(id: "u1")]), me: nil),
                difference: MemberDifference(joined: [ana], left: [])),
            "presence-lobby has 2 members: Ana Ruiz (u02), u1. Meanwhile 1 joined and 0 left."
        ),
        (.memberAdded(lobby, ana), "Ana Ruiz (u02) joined presence-lobby."),
        (.subscriptionCount(lobby, 1200), "presence-lobby has 1,200 subscribers."),
        (.cacheMissed(lobby), "presence-lobby has no cached event yet."),
        (
            .signInChanged(.signedIn(SignedInUser(id: "ana", data: "{}"))), "Signed in as ana."
        ),
        (
            .signInChanged(.failed(SignInFailure(phase: .signIn, what: "Refused"))),
            "Not signed in: Refused."
        ),
        (
            .watchlistChanged([WatchlistChange(name: "online", userIDs: ["a", "b"])]),
            "online on the watchlist: a, b."
        ),
        (
            SharingSamples.received("price", on: "ticker", #"{"a":1}"#),
            #"On ticker: price, 7 bytes: {"a":1}"#
        ),
        (
            SharingSamples.received("client-x", on: "presence-lobby", "a", from: "u9"),
            "On presence-lobby, from u9: client-x, 1 byte: a"
        ),
        (SharingSamples.received("e", on: "c", .absent), "On c: e, no data."),
        (SharingSamples.received("e", on: "c", ""), "On c: e, empty."),
        (
            SharingSamples.received("e", on: "c", EventData(String(repeating: "é", count: 700))),
            "On c: e, 1,400 bytes: " + String(repeating: "é", count: 100) + " and 1,200 more bytes"
        ),
        (
            .triggered(ChannelsEvent(name: "client-x", channel: lobby, data: "hi")),
            "Sent client-x on presence-lobby, 2 bytes: hi"
        ),
        (
            .clientEventQueued(ChannelsEvent(name: "client-x", channel: lobby, data: "hi")),
            "client-x on presence-lobby is waiting to be sent."
        ),
        (
            .clientEventsRejected(
                ClientEventRejection(
                    text: "Too many", code: 4301,
                    candidates: [ChannelsEvent(name: "client-x", channel: lobby, data: "")],
                    sentInLastSecond: 11)),
            "The server refused client events, code 4301: Too many. The event was client-x. Send fewer "
                + "per second."
        ),
        (
            .decryptionFailed(
                DecryptionFailure(channel: lobby, event: "e", reason: .tooShort)),
            "e on presence-lobby could not be decrypted: its ciphertext is too short. Publish with a "
                + "server library that has the app's encryption master key."
        ),
        (
            .bindingChanged(EventBinding(id: BindingID(1), event: nil, channel: nil)),
            "Binding 1 to every event on all channels is on."
        ),
        (.bindingRemoved(BindingID(1)), "Binding 1 was removed."),
        (
            .problem(
                ReportedProblem(kind: .malformedMessage, text: "No JSON", channel: nil, count: 3)),
            "Problem (3 times): No JSON."
        ),
        (
            .skipped(SkippedEvents(events: 2, folded: 0)),
            "2 events arrived too fast to be reported here."
        ),
        (
            .skipped(SkippedEvents(events: 0, folded: 3)),
            "3 reports arrived too fast to be reported here one by one."
        ),
    ]

    @Test("everything is said in a whole sentence, or not at all", arguments: sentences.indices)
    func sentence(index: Int) {
        let (kind, expected) = Self.sentences[index]
        #expect(Self.told([kind]) == [expected].compactMap { $0 })
    }

    @Test("a connection is told with the place and the time that it took")
    func connected() {
        var narrator = Narrator()
        let events = [
            SharingSamples.event(Self.attempt(1)),
            SharingSamples.event(
                SharingSamples.change(.connecting, .connected, SharingSamples.established()),
                after: .milliseconds(40)),
        ]
        #expect(
            narrator.lines(for: events) == [
                "14:02:32 Connecting to 127.0.0.1 port 6001.",
                "14:02:32 Connected to 127.0.0.1 port 6001, socket id 1.2, after 40 milliseconds.",
            ])
    }

    @Test("members are named and counted, and told once")
    func members() {
        let first = PresenceMembers(roster: Roster(members: [PresenceMember(id: "u1")]), me: "u1")
        let kinds: [ClientReport.Kind] = [
            .membersReplaced(Self.lobby, first, difference: nil),
            .memberAdded(Self.lobby, Self.ana), .memberAdded(Self.lobby, Self.ana),
            SharingSamples.received("client-x", on: "presence-lobby", "hi", from: "u02"),
            .memberRemoved(Self.lobby, PresenceMember(id: "u02")),
            .memberRemoved(Self.lobby, PresenceMember(id: "u02")),
        ]
        #expect(
            Self.told(kinds) == [
                "presence-lobby has 1 member: u1.",
                "Ana Ruiz (u02) joined presence-lobby: 2 members.",
                "On presence-lobby, from Ana Ruiz (u02): client-x, 2 bytes: hi",
                "Ana Ruiz (u02) left presence-lobby: 1 member.",
            ])
    }

    @Test("a burst is told in its first events and a count, however it is batched")
    func bursts() {
        let events = (0..<46).map { index in
            SharingSamples.event(
                SharingSamples.received("p", on: "ticker", "1"), number: index,
                after: .milliseconds(index * 20))
        }
        let late = SharingSamples.event(
            SharingSamples.received("p", on: "other", "1"), after: .seconds(1))
        var whole = Narrator()
        let lines = whole.lines(for: events + [late])
        #expect(lines.count == 7)
        #expect(lines[4] == "14:02:32 On ticker: p, 1 byte: 1")
        #expect(lines[5] == "14:02:33 41 more events on ticker in the last second.")
        #expect(lines[6] == "14:02:33 On other: p, 1 byte: 1")

        var single = Narrator()
        #expect((events + [late]).flatMap { single.lines(for: [$0]) } == lines)
        #expect(single == whole)
    }

    @Test("a summary is never earlier than the line before it, where the two clocks differ")
    func summaryTime() {
        var narrator = Narrator()
        // Within one second of the clock that never steps, the other one continues to the next.
        let burst = (0..<7).map { _ in
            SharingSamples.event(SharingSamples.received("p", on: "ticker", "1"))
        }
        let next = SharingSamples.event(
            SharingSamples.received("p", on: "other", "1"), after: .milliseconds(900))
        let late = SharingSamples.event(
            SharingSamples.received("p", on: "other", "2"), after: .milliseconds(1100))
        let times = narrator.lines(for: burst + [next, late]).map { $0.prefix(8) }
        #expect(times == times.sorted())
        #expect(times.suffix(3) == ["14:02:33", "14:02:33", "14:02:33"])
    }

    @Test("a burst that nothing follows is told when its second is over, once")
    func flush() {
        var narrator = Narrator()
        let events = (0..<7).map { _ in
            SharingSamples.event(.memberAdded(Self.lobby, PresenceMember(id: UserID("u"))))
        }
        #expect(narrator.lines(for: events).count == 5)
        #expect(narrator.flush(at: SharingSamples.time) == [])
        let later = SharingSamples.time.advanced(by: .seconds(1))
        #expect(
            narrator.flush(at: later) == [
                "14:02:32 2 more members joined or left presence-lobby in the last second."
            ])
        #expect(narrator.flush(at: later) == [])
        #expect(narrator.finish() == [])
    }

    @Test("around the texts of the peer there is nothing but ASCII")
    func ascii() {
        for line in Self.told(SharingSamples.everyKind("x")) {
            #expect(line.utf8.allSatisfy { (0x20..<0x7F).contains($0) })
            #expect(!line.contains("->"))
        }
    }

    @Test(
        "a hostile text makes no line of its own and hides nothing",
        arguments: SharingSamples.hostile.map { HostileString($0) })
    func hostile(text: HostileString) {
        let text = text.text
        for kind in SharingSamples.everyKind(text) {
            for line in Self.told([kind]) { #expect(SharingSamples.isSafe(line)) }
        }
        var options = Narrator.Options()
        options.alphabet = .ascii
        var narrator = Narrator(options: options)
        let lines = narrator.lines(
            for: SharingSamples.everyKind(text).map { SharingSamples.event($0) })
        #expect(lines.allSatisfy { $0.utf8.allSatisfy { (0x20..<0x7F).contains($0) } })
    }

    private static let durations: [(Duration, String)] = [
        (.zero, "0 milliseconds"), (.milliseconds(1), "1 millisecond"), (.seconds(1), "1 second"),
        (.milliseconds(59_990), "59.9 seconds"), (.seconds(60), "1 minute"),
        (.seconds(192), "3 minutes and 12 seconds"), (.seconds(7261), "2 hours and 1 minute"),
        (.seconds(90_000), "1 day and 1 hour"), (.seconds(-5), "0 milliseconds"),
    ]

    @Test("durations are words", arguments: durations)
    func duration(duration: Duration, expected: String) {
        #expect(SpokenWords.duration(duration) == expected)
    }
}
