import ChannelsProtocol
import ChannelsSigning
import Testing

@testable import BuoyServers

@Suite("The sandbox's own view: connections, health, history")
struct HistoryRouteTests {
    private var dialogue = RouteDialogue()

    /// The events of `news` that the sandbox answers.
    private func history(_ parameters: [(String, String)] = []) throws -> JSONValue {
        let answer = try self.dialogue.call(
            "GET", "/channels/news/history", parameters.map { RequestParameter($0.0, $0.1) })
        try #require(answer.status == 200, "\(answer.text)")
        return try JSONValue(parsing: Array(answer.text.utf8))
    }

    private static func data(_ json: JSONValue) -> [String] {
        json["items"]?.arrayValue?.compactMap { $0["message"]?["data"]?.stringValue } ?? []
    }

    /// Publishes `1`, `2` and so on, a second apart.
    private mutating func publish(_ count: Int, on channel: String = "news") {
        for number in 1...count {
            self.dialogue.hub.now += .seconds(1)
            _ = self.dialogue.hub.publish("e", on: channel, data: "\(number)")
        }
    }

    @Test("the number of connections and the health")
    mutating func connections() throws {
        #expect(try self.dialogue.call("GET", "/connections").text == #"{"connections":0}"#)
        _ = try self.dialogue.hub.connect()
        #expect(try self.dialogue.call("GET", "/connections").text == #"{"connections":1}"#)
        #expect(self.dialogue.answer("GET", "/up").text == #"{"health":"OK"}"#)
        #expect(self.dialogue.answer("GET", "/apps/1/connections").status == 401)
    }

    @Test("events of a channel, newest first unless asked otherwise, with their times")
    mutating func order() throws {
        self.publish(3)
        self.publish(1, on: "other")
        #expect(Self.data(try self.history()) == ["3", "2", "1"])
        let json = try self.history([("direction", "oldest_first")])
        #expect(Self.data(json) == ["1", "2", "3"])
        // The last of four was published now.
        let times = json["items"]?.arrayValue?.compactMap { $0["published_at_ms"]?.intValue }
        let now = Int(RouteDialogue.unixTime) * 1000
        #expect(times == [now - 3000, now - 2000, now - 1000])
        #expect(json["continuity"]?["complete"]?.boolValue == true)
    }

    @Test("a period and pages")
    mutating func pages() throws {
        self.publish(5)
        let now = Int(RouteDialogue.unixTime) * 1000
        let period = [("start_time_ms", "\(now - 3000)"), ("end_time_ms", "\(now - 1000)")]
        #expect(Self.data(try self.history(period)) == ["4", "3", "2"])
        var found: [String] = []
        var cursor: String?
        repeat {
            let page = try self.history(
                [("direction", "oldest_first"), ("limit", "2")]
                    + (cursor.map { [("cursor", $0)] } ?? []))
            found += Self.data(page)
            cursor = page["next_cursor"]?.stringValue
        } while cursor != nil
        #expect(found == ["1", "2", "3", "4", "5"])
    }

    @Test("what is no longer kept is said")
    mutating func dropped() throws {
        let large = String(repeating: "x", count: 3 << 20)
        for _ in 0..<3 { _ = self.dialogue.hub.publish("e", on: "other", data: large) }
        self.dialogue.hub.now += .seconds(10)
        let now = Int(RouteDialogue.unixTime) * 1000
        let all = try self.history()
        #expect(all["continuity"]?["truncated_by_retention"]?.boolValue == true)
        let late = try self.history([("start_time_ms", "\(now - 5000)")])
        #expect(late["continuity"]?["truncated_by_retention"]?.boolValue == false)
    }

    @Test(
        "what makes no sense is refused",
        arguments: [
            ("limit", "0"), ("limit", "x"), ("start_time_ms", "now"), ("direction", "up"),
            ("start_serial", "1"),
        ])
    func refused(name: String, value: String) throws {
        let answer = try self.dialogue.call(
            "GET", "/channels/news/history", [RequestParameter(name, value)])
        #expect(answer.status == 400)
    }
}
