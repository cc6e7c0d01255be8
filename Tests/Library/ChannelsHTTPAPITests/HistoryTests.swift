import ChannelsHTTPAPI
import ChannelsTransport
import Testing

@Suite("Connections and history, of servers that tell")
struct HistoryTests {
    private let scene = APIScene()

    private static func page(_ items: String, next: String? = nil, cut: Bool = false) -> String {
        let cursor = next.map { "\"\($0)\"" } ?? "null"
        return """
            {"items":[\(items)],"direction":"oldest_first","limit":1000,"has_more":\(next != nil),
            "next_cursor":\(cursor),"continuity":{"truncated_by_retention":\(cut)}}
            """
    }

    private static func item(_ serial: Int, data: String = "\"{}\"") -> String {
        """
        {"serial":\(serial),"published_at_ms":\(serial * 1000),"event_name":"paid",
        "message":{"event":"paid","channel":"orders","data":\(data)}}
        """
    }

    @Test("the number of connections, as Reverb answers")
    func connections() async throws {
        self.scene.sender.answer(200, #"{"connections":812}"#)
        #expect(try await self.scene.api().connectionCount() == 812)
        let target = try #require(self.scene.sender.requests.first?.target)
        #expect(target.hasPrefix("/apps/3/connections?"))
    }

    @Test(
        "an answer that is no number is an error",
        arguments: [#"{"connections":-1}"#, #"{"connections":"9"}"#, "[]"])
    func unusable(answer: String) async throws {
        self.scene.sender.answer(200, answer)
        let error = await #expect(throws: ChannelsAPIError.self) {
            try await self.scene.api().connectionCount()
        }
        #expect(error?.kind == .unexpectedResponse)
    }

    @Test("the pages of a history, as sockudo answers, with data as text or as JSON")
    func pages() async throws {
        self.scene.sender.answer(200, Self.page(Self.item(1), next: "c1"))
        self.scene.sender.answer(200, Self.page(Self.item(2, data: #"{"id":7}"#)))
        let history = try await self.scene.api().history(of: "orders", in: 500...9000)
        #expect(history.events.map(\.data.text) == ["{}", #"{"id":7}"#])
        #expect(history.events.map(\.publishedAt) == [1000, 2000])
        #expect(history.isComplete)
        let targets = self.scene.sender.requests.map(\.target)
        #expect(targets.count == 2)
        #expect(targets[0].hasPrefix("/apps/3/channels/orders/history?"))
        #expect(targets[0].contains("start_time_ms=500") && targets[0].contains("end_time_ms=9000"))
        #expect(targets[1].contains("cursor=c1"))
    }

    @Test("what the server no longer has, and what is more than was asked for, is not all")
    func incomplete() async throws {
        self.scene.sender.answer(200, Self.page(Self.item(1), cut: true))
        #expect(try await !self.scene.api().history(of: "orders", in: 0...1).isComplete)
        self.scene.sender.answer(200, Self.page("\(Self.item(1)),\(Self.item(2))", next: "more"))
        let some = try await self.scene.api().history(of: "orders", in: 0...1, limit: 1)
        #expect(some.events.map(\.publishedAt) == [1000])
        #expect(!some.isComplete)
    }

    @Test("a server that always names another page is not asked for ever")
    func endless() async throws {
        for _ in 0..<2 { self.scene.sender.answer(200, Self.page("", next: "again")) }
        let history = try await self.scene.api().history(of: "orders", in: 0...1)
        #expect(history.events.isEmpty)
        #expect(self.scene.sender.requests.count == 1)
    }
}
