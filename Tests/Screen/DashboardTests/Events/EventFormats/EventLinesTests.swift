import BuoyDashboard
import BuoyTextScreen
import ChannelsEventWords
import ChannelsProtocol
import Testing

/// Many events as lines: the same as one by one.
@Suite("lines of many events")
struct EventLinesTests {
    private static let hostile = ChannelsEvent(
        name: "a\nb", channel: ChannelName(wire: "c\u{1B}[2J"), data: EventData("\u{202E}x\u{7}"))

    private static let kinds: [ClientReport.Kind] = [
        .received(
            ChannelsEvent(
                name: "price", channel: ChannelName(wire: "ticker-BTC"), data: EventData("{}"))),
        .received(Self.hostile),
        .received(
            ChannelsEvent(
                name: "price", channel: ChannelName(wire: "ticker-BTC"), data: EventData("é\u{1B}"))
        ),
        .received(
            ChannelsEvent(
                name: "price", channel: ChannelName(wire: "ticker-BTC"), data: EventData(""))),
        .received(ChannelsEvent(name: "price", channel: nil, data: EventData("x"))),
        .received(
            ChannelsEvent(
                name: "price", channel: ChannelName(wire: "connection"), data: EventData("x"))),
        .received(
            ChannelsEvent(
                name: "pusher:odd", channel: ChannelName(wire: "ticker-BTC"), data: EventData("x"))),
        .received(
            ChannelsEvent(
                name: "client-x", channel: ChannelName(wire: "private-a"), data: EventData("x"))),
        .triggered(
            ChannelsEvent(
                name: "price", channel: ChannelName(wire: "ticker-BTC"), data: EventData("{}"))),
        .subscriptionChanged(ChannelName(wire: "ticker-BTC"), .subscribing),
        .pongReceived(roundTrip: .milliseconds(3)),
        .received(Self.hostile),
    ]

    private static var events: [ClientReport] {
        Self.kinds.enumerated().map { index, kind in
            ClientReport(
                number: index + 1,
                time: ChannelsTimestamp(
                    monotonicNanoseconds: 0, wallMicroseconds: Int64(index) * 1_234_567),
                kind: kind)
        }
    }

    @Test(
        "a batch gives the lines of its events", arguments: [SafeText.Alphabet.unicode, .ascii])
    func batch(alphabet: SafeText.Alphabet) {
        var writer = EventLines(utcOffsetSeconds: 3600, alphabet: alphabet)
        var lines = PlainLines(alphabet: alphabet)
        for _ in 0..<2 {
            lines.removeAll()
            writer.append(Self.events, to: &lines)
            let expected = Self.events.map {
                EventLine.text(of: $0, utcOffsetSeconds: 3600, alphabet: alphabet)
            }
            #expect(lines.string.split(separator: "\n").map(String.init) == expected)
            #expect(lines.string.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 })
        }
    }

    @Test("a line is the same with colours, apart from the colours")
    func colors() {
        var plain = PlainLines()
        var colored = PlainLines()
        var writer = EventLines()
        var painter = EventLines(isColored: true)
        writer.append(Self.events, to: &plain)
        painter.append(Self.events, to: &colored)
        #expect(colored.string != plain.string)
        let bare = LineColor.allCases.reduce(colored.string) { text, color in
            var sequence = PlainLines()
            sequence.append(color)
            return text.replacing(sequence.string, with: "")
        }
        #expect(bare == plain.string)
    }

    @Test("more names than are remembered give the same lines")
    func manyNames() {
        var writer = EventLines()
        var lines = PlainLines()
        let events = (0..<10_000).map {
            ClientReport(
                number: $0 + 1, time: .zero,
                kind: .received(
                    ChannelsEvent(
                        name: EventName("event-\($0 % 5_000)"),
                        channel: ChannelName(wire: "orders"), data: EventData("\($0)"))))
        }
        writer.append(events, to: &lines)
        let text = lines.string.split(separator: "\n")
        #expect(text.count == 10_000)
        #expect(text.last == "00:00:00.000 orders event-4999 9999")
    }
}
