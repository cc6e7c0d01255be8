import ChannelsProtocol
import Testing

@testable import Dashboard

@Suite("Filters")
struct EventFilterTests {
    private static let events: [ClientEvent] = [
        event("order.paid", "private-orders-42", "{\"amount\":\"129.90\"}"),
        event("client-typing", "presence-lobby", "{\"from\":\"u17\"}"),
        event("new-message", "chat-room", "{\"text\":\"Two Words\"}"),
        ClientEvent(
            number: 4, time: .zero,
            kind: .memberAdded(ChannelName(wire: "presence-lobby"), Member(id: "u99"))),
    ]

    private static func event(_ name: EventName, _ channel: String, _ data: String) -> ClientEvent {
        let event = ChannelEvent(
            name: name, channel: ChannelName(wire: channel), data: EventData(data))
        return ClientEvent(number: 1, time: .zero, kind: .received(event))
    }

    @Test(
        "terms choose events by text, channel and name",
        arguments: [
            ("", [0, 1, 2, 3]), ("   ", [0, 1, 2, 3]), ("ORDER", [0]), ("u17", [1]),
            ("u", [1, 3, 0]),
            ("channel:presence-*", [1, 3]), ("channel:presence", []), ("event:*ing", [1]),
            ("event:order.?aid", [0]), ("-channel:presence-*", [0, 2]), ("-u17 -order", [2, 3]),
            ("channel:presence-* -event:client-*", [3]), ("\"two words\"", [2]), ("two words", [2]),
            ("\"channel:\"", []), ("EVENT:new-*", [2]), ("joined", [3]),
            ("channel:*a* channel:*m", [2]), ("pusher:error", []), ("-\"two words\"", [0, 1, 3]),
        ])
    func matches(source: String, expected: [Int]) throws {
        let filter = try EventFilter(source)
        let matching = Self.events.indices.filter { filter.matches(Self.events[$0]) }
        #expect(Set(matching) == Set(expected))
    }

    @Test(
        "what cannot be read is refused with a reason",
        arguments: [
            ("\"open", EventFilterError.openQuotation), ("-", .nothingExcluded),
            ("a - b", .nothingExcluded), ("channel:", .emptyPattern("channel")),
            ("event:", .emptyPattern("event")), ("chan:x", .unknownField("chan", meant: "channel")),
            ("name:x", .unknownField("name", meant: "event")),
        ])
    func refuses(source: String, error: EventFilterError) {
        #expect(throws: error) { try EventFilter(source) }
        #expect(!error.description.isEmpty)
    }

    @Test(
        "wildcards match whole texts, without regard to case",
        arguments: [
            ("*", "", true), ("*", "anything", true), ("", "", true), ("", "a", false),
            ("a*c", "abc", true), ("a*c", "ac", true), ("a*c", "acb", false), ("A?C", "abc", true),
            ("a?c", "aéc", true), ("a?c", "ac", false), ("*b*b*", "abcb", true),
            ("*b*b*", "abc", false), ("é*", "Éa", false), ("**", "x", true), ("?", "日", true),
        ])
    func wildcard(pattern: String, text: String, expected: Bool) {
        #expect(Wildcard(pattern).matches(text) == expected)
    }

    @Test("a pattern that makes others take for ever ends at once")
    func hostilePattern() {
        let pattern = Wildcard(String(repeating: "a*", count: 60) + "b")
        #expect(!pattern.matches(String(repeating: "a", count: 20_000)))
    }

    @Test(
        "a needle is found anywhere",
        arguments: [
            ("", "", true), ("a", "", false), ("x", "aX", true), ("ab", "aab", true),
            ("aab", "aaab", true), ("é", "caf\u{e9}", true), ("long text", "long", false),
        ])
    func needle(needle: String, text: String, expected: Bool) {
        #expect(Needle(needle).occurs(in: text) == expected)
        #expect(Needle(needle).occurs(in: Array(text.utf8)) == expected)
    }
}
