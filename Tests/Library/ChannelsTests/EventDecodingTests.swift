import Channels
import Testing

@Suite("Events as values of one's own types")
struct EventDecodingTests {
    private struct Order: Decodable, Equatable {
        var id: Int
        var lines: [Line]

        struct Line: Decodable, Equatable { var name: String }
    }

    private static func event(_ data: EventData) -> ChannelsEvent {
        ChannelsEvent(name: "order", channel: nil, data: data)
    }

    @Test("JSON in a string and JSON itself are the same")
    func decodes() throws {
        let order = Order(id: 7, lines: [.init(name: "a")])
        let text = EventData(#"{"id":7,"lines":[{"name":"a"}]}"#)
        #expect(try Self.event(text).decode(Order.self) == order)
        let json = EventData(json: ["id": .number("7"), "lines": .array([["name": .string("a")]])])
        #expect(try Self.event(json).decode(Order.self) == order)
        #expect(try Self.event(EventData("[1,2]")).decode() == [1, 2])
    }

    @Test(
        "what does not fit is told with its place",
        arguments: [
            (#"{"id":7,"lines":[{"name":"a"},{"name":1}]}"#, "lines.1.name", "expected String"),
            (#"{"id":7,"lines":[{}]}"#, "lines.0", #""name" is missing"#),
            (#"{"id":null,"lines":[]}"#, "id", "null"),
            (#"{"id":1e400,"lines":[]}"#, "", ""), (#"[]"#, "", "expected"),
            ("plain text", "", ""), ("", "", ""),
        ])
    func errors(_ data: String, _ path: String, _ reason: String) {
        let error = #expect(throws: ChannelsError.self) {
            try Self.event(EventData(data)).decode(Order.self)
        }
        guard case .eventData(let misfit)? = error?.reason else {
            Issue.record("another error: \(String(describing: error))")
            return
        }
        #expect(misfit.path == path)
        #expect(misfit.reason.contains(reason))
        #expect(misfit.description.hasPrefix("The data of order is not Order: "))
    }

    @Test("no data at all is an error too, and so is JSON that is nested without end")
    func odd() {
        #expect(throws: ChannelsError.self) {
            try Self.event(.absent).decode([Int].self)
        }
        let deep = String(repeating: "[", count: 100_000)
        #expect(throws: ChannelsError.self) {
            try Self.event(EventData(deep)).decode([Int].self)
        }
    }
}
