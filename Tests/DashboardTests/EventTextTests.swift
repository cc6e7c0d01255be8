import ChannelsProtocol
import Testing

@testable import Dashboard

@Suite("Events as lines")
struct EventTextTests {
    private static let lobby = ChannelName(wire: "presence-lobby")
    private static let time = Timestamp(
        monotonicNanoseconds: 0, wallMicroseconds: 1_795_269_720_123_000)

    private static func change(
        _ previous: ConnectionState, _ current: ConnectionState, _ cause: StateCause
    ) -> ClientEvent.Kind {
        .stateChanged(StateChange(previous: previous, current: current, cause: cause))
    }

    private static let typing = ChannelEvent(
        name: "client-typing", channel: lobby, data: EventData("{\"from\":\"u17\"}"))

    private static let lines: [(ClientEvent.Kind, String)] = [
        (.received(typing), "presence-lobby client-typing {\"from\":\"u17\"}"),
        (.triggered(typing), "presence-lobby >client-typing {\"from\":\"u17\"}"),
        (
            change(.connected, .connecting, .ended(.closed(4201, reason: "bye"))),
            "connection !state connected -> connecting: closed with 4201: a pong did not arrive in time "
                + "(server: \"bye\")"
        ),
        (
            change(.initialized, .connecting, .asked),
            "connection ~state initialized -> connecting: you asked for it"
        ),
        (
            change(.connecting, .unavailable, .unavailable(after: .seconds(10))),
            "connection !state connecting -> unavailable: no connection for 10s"
        ),
        (
            change(.connecting, .failed, .gaveUp(attempts: 6, .pongMissing(after: .seconds(30)))),
            "connection !state connecting -> failed: gave up after 6 attempts: a ping was not answered within 30s"
        ),
        (
            .attemptStarted(
                ConnectionAttempt(
                    number: 2, address: "ws://h:1", usesTLS: false, timeLimit: .seconds(10))),
            "connection ~attempt 2 ws://h:1, no TLS, at most 10s"
        ),
        (
            .attemptFailed(attempt: 2, .timedOut(phase: "TLS handshake", limit: .seconds(10))),
            "connection !attempt 2 no connection within 10s, stuck at: TLS handshake"
        ),
        (
            .retryScheduled(
                ScheduledRetry(
                    attempt: 3, delay: .milliseconds(4200), attemptLimit: 6, rule: "fixed")),
            "connection ~retry attempt 3 of 6 in 4.2s, fixed"
        ),
        (.pingSent, "connection ~ping sent"),
        (.pongReceived(roundTrip: .microseconds(1250)), "connection ~pong round trip 1.2ms"),
        (
            .gap(
                Gap(
                    start: .zero, end: Timestamp.zero.advanced(by: .milliseconds(2100)), channels: 1
                )),
            "connection !gap 2.1s without a connection on 1 channel: events may have been missed"
        ),
        (
            .subscriptionChanged(lobby, .requested),
            "presence-lobby ~requested waits for a connection"
        ),
        (
            .subscriptionChanged(lobby, .authorizing),
            "presence-lobby ~authorizing asks for a signature"
        ),
        (.subscriptionChanged(lobby, .subscribing), "presence-lobby ~subscribing asks the server"),
        (.subscriptionChanged(lobby, .subscribed), "presence-lobby ~subscribed"),
        (.subscriptionChanged(lobby, .unsubscribed), "presence-lobby ~unsubscribed"),
        (
            .subscriptionChanged(
                lobby, .failed(SubscriptionFailure(phase: .authorization, status: 403, text: "no"))),
            "presence-lobby !refused 403, no"
        ),
        (
            .membersReplaced(
                lobby, Members(roster: Roster(members: [Member(id: "a")]), me: "a"),
                difference: MemberDifference(joined: [Member(id: "a")], left: [])),
            "presence-lobby ~members 1 member; meanwhile 1 joined, 0 left"
        ),
        (
            .memberAdded(lobby, Member(id: "u1", info: EventData("{}"))),
            "presence-lobby ~joined u1 {}"
        ),
        (.memberRemoved(lobby, Member(id: "u1")), "presence-lobby ~left u1"),
        (.subscriptionCount(lobby, 1200), "presence-lobby ~count 1 200 subscribers"),
        (.cacheMissed(lobby), "presence-lobby ~cache miss no event is cached yet"),
        (
            .bindingChanged(Binding(id: BindingID(3), event: nil, channel: nil)),
            "connection ~bound every event on all channels, binding #3"
        ),
        (.bindingRemoved(BindingID(3)), "connection ~unbound binding #3"),
        (.bindingsHit([BindingHits(id: BindingID(3), total: 7)]), "connection ~hits #3: 7"),
        (
            .problem(
                Problem(kind: .serverError(code: 4301), text: "slow down", channel: lobby, count: 3)
            ),
            "presence-lobby !error 4301 slow down (3 times)"
        ),
        (
            .skipped(SkippedEvents(events: 12, folded: 2)),
            "connection !skipped 12 events came too fast to show, 2 reports were folded"
        ),
    ]

    @Test("every kind of event is one readable line", arguments: Self.lines.indices)
    func line(index: Int) {
        let (kind, expected) = Self.lines[index]
        let event = ClientEvent(number: 1, time: Self.time, kind: kind)
        #expect(EventText.line(for: event) == "14:02:00.123 " + expected)
    }

    @Test("a line shows hidden and control characters as escapes")
    func hostile() {
        let event = ChannelEvent(
            name: "a\nb", channel: ChannelName(wire: "c\u{1B}[2J"),
            data: EventData("\u{202E}x\u{7}"))
        let line = EventText.line(for: ClientEvent(number: 1, time: .zero, kind: .received(event)))
        #expect(line == "00:00:00.000 c\\u001B[2J a\\nb \\u202Ex\\u0007")
    }

    @Test("the time of day is that of the offset, before the epoch too")
    func offset() {
        let event = ClientEvent(number: 1, time: Self.time, kind: .pingSent)
        #expect(EventText.line(for: event, utcOffsetSeconds: -7200).hasPrefix("12:02:00.123 "))
        #expect(Figures.timeOfDay(.zero, utcOffsetSeconds: -1) == "23:59:59")
        let extreme = Timestamp(monotonicNanoseconds: .max, wallMicroseconds: .max)
        #expect(Figures.timeOfDay(extreme, utcOffsetSeconds: .max).count == 8)
    }
}
