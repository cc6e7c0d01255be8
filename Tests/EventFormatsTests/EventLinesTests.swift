import ChannelsProtocol
import EventFormats
import EventWords
import Testing
import TextScreen

/// Many events as lines: the same as one by one.
@Suite("lines of many events")
struct EventLinesTests {
    private static let hostile = ChannelEvent(
        name: "a\nb", channel: ChannelName(wire: "c\u{1B}[2J"), data: EventData("\u{202E}x\u{7}"))

    private static let kinds: [ClientEvent.Kind] = [
        .received(
            ChannelEvent(
                name: "price", channel: ChannelName(wire: "ticker-BTC"), data: EventData("{}"))),
        .received(Self.hostile),
        .received(
            ChannelEvent(
                name: "price", channel: ChannelName(wire: "ticker-BTC"), data: EventData("é\u{1B}"))
        ),
        .received(
            ChannelEvent(
                name: "price", channel: ChannelName(wire: "ticker-BTC"), data: EventData(""))),
        .received(ChannelEvent(name: "price", channel: nil, data: EventData("x"))),
        .received(
            ChannelEvent(
                name: "price", channel: ChannelName(wire: "connection"), data: EventData("x"))),
        .received(
            ChannelEvent(
                name: "pusher:odd", channel: ChannelName(wire: "ticker-BTC"), data: EventData("x"))),
        .received(
            ChannelEvent(
                name: "client-x", channel: ChannelName(wire: "private-a"), data: EventData("x"))),
        .triggered(
            ChannelEvent(
                name: "price", channel: ChannelName(wire: "ticker-BTC"), data: EventData("{}"))),
        .subscriptionChanged(ChannelName(wire: "ticker-BTC"), .subscribing),
        .pongReceived(roundTrip: .milliseconds(3)),
        .received(Self.hostile),
    ]

    private static var events: [ClientEvent] {
        Self.kinds.enumerated().map { index, kind in
            ClientEvent(
                number: index + 1,
                time: Timestamp(
                    monotonicNanoseconds: 0, wallMicroseconds: Int64(index) * 1_234_567),
                kind: kind)
        }
    }

    @Test(
        "a batch gives the lines of its events", arguments: [SafeText.Alphabet.unicode, .ascii])
    func batch(alphabet: SafeText.Alphabet) {
        var lines = EventLines(utcOffsetSeconds: 3600, alphabet: alphabet)
        for _ in 0..<2 {
            lines.append(Self.events)
            let expected = Self.events.filter { !$0.words.isQuiet }.map {
                EventLine.text(of: $0, utcOffsetSeconds: 3600, alphabet: alphabet)
            }
            let text = lines.take().string
            #expect(text.split(separator: "\n").map(String.init) == expected)
            #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 })
        }
        #expect(lines.take().isEmpty)
    }

    @Test("what is only for the screen is no line")
    func quiet() {
        var lines = EventLines()
        lines.append([
            ClientEvent(number: 1, time: .zero, kind: .pongReceived(roundTrip: .milliseconds(3)))
        ])
        #expect(lines.take().isEmpty)
    }

    @Test("more names than are remembered give the same lines")
    func manyNames() {
        var lines = EventLines()
        let events = (0..<10_000).map {
            ClientEvent(
                number: $0 + 1, time: .zero,
                kind: .received(
                    ChannelEvent(
                        name: EventName("event-\($0 % 5_000)"),
                        channel: ChannelName(wire: "orders"), data: EventData("\($0)"))))
        }
        lines.append(events)
        let text = lines.take().string.split(separator: "\n")
        #expect(text.count == 10_000)
        #expect(text.last == "00:00:00.000 orders event-4999 9999")
    }
}
