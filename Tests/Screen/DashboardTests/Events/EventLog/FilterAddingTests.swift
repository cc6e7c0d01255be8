import ChannelsProtocol
import Testing

@testable import BuoyDashboard

@Suite("Filters that keys make")
struct FilterAddingTests {
    @Test(
        "an event name is hidden, and the source says how",
        arguments: [
            ("", "price", "-event:price"), ("a", "price", "a -event:price"),
            ("a or b", "price", "(a or b) -event:price"), ("", "two words", "-event:\"two words\""),
            ("", "a*\"b\\", "-event:\"a*\\\"b\\\\\""), ("", "App\\Up", "-event:App\\Up"),
            ("", "/x", "-event:\"/x\""), ("", "", "-event:\"\""), ("", "(x)", "-event:\"(x)\""),
            ("-event:price", "price", "-event:price"),
            ("a -event:price", "price", "a -event:price"),
            ("-event:price", "other", "-event:price -event:other"),
        ])
    func excluding(source: String, name: String, expected: String) throws {
        let filter = try EventFilter(source).excluding(EventName(name))
        #expect(filter.source == expected)
        #expect(try EventFilter(filter.source).root == filter.root)
    }

    @Test("only one channel is left")
    func only() throws {
        let filter = try EventFilter("a or b").only(ChannelName(wire: "my room"))
        #expect(filter.source == "(a or b) channel:\"my room\"")
        #expect(try filter.only(ChannelName(wire: "my room")) == filter)
        #expect(try EventFilter(filter.source) == filter)
    }

    @Test("hidden names with strange characters are hidden, and no others")
    func hidden() throws {
        for name in ["a*", "a b", "\\\"", "(", ")", "-x", "/re/", "@x", "a\"b", "é", "or", "\\\\"] {
            let filter = try EventFilter("").excluding(EventName(name))
            #expect(!filter.matches(Self.event(name)))
            #expect(filter.matches(Self.event(name + "z")))
        }
    }

    private static func event(_ name: String, _ data: String = "{}") -> ClientReport {
        let event = ChannelsEvent(
            name: EventName(name), channel: ChannelName(wire: "c"), data: EventData(data))
        return ClientReport(number: 1, time: .zero, kind: .received(event))
    }

    @Test(
        "a value becomes a term that its event matches",
        arguments: [
            ([.member("a")], .number("1.50"), "data.a=1.50"),
            ([.member("a")], .bool(true), "data.a=true"), ([.member("a")], .null, "data.a=null"),
            ([.member("a"), .element(0)], .string("x \"y"), "data.a[0]=\"x \\\"y\""),
            ([.member("a b"), .member("c.d")], .number("2"), "data.\"a b\".\"c.d\"=2"),
            ([.member("a")], .array([]), "has:data.a"),
            ([], .object(JSONValue.Object()), "has:data"),
            ([], .string("x"), "data:\"x\""),
            (
                [.member("a")], .string(String(repeating: "é", count: 201)),
                "data.a:\"\(String(repeating: "é", count: 200))\"*"
            ),
        ] as [([EventData.Step], JSONValue, String)])
    func values(steps: [EventData.Step], value: JSONValue, source: String) throws {
        let filter = try EventFilter(path: DataPath(steps), value: value)
        #expect(filter.source == source)
        var data = value
        for step in steps.reversed() {
            switch step {
            case .member(let name):
                data = .object(JSONValue.Object([JSONValue.Object.Member(key: name, value: data)]))
            case .element(let index):
                data = .array(Array(repeating: .null, count: index) + [data])
            }
        }
        #expect(filter.matches(Self.event("e", data.compactText)))
        #expect(!filter.matches(Self.event("e", "{\"other\":1}")) || steps.isEmpty)
    }

    @Test("saved filters stand for their terms")
    func saved() throws {
        let saved = [
            SavedFilter(name: "money", source: "event:order.* or @rich"),
            SavedFilter(name: "rich", source: "data.amount>100"),
        ]
        let filter = try EventFilter("@money -@rich", saved: saved)
        #expect(filter.matches(Self.event("order.x")))
        #expect(!filter.matches(Self.event("order.x", "{\"amount\":200}")))
        #expect(!filter.matches(Self.event("other", "{\"amount\":2}")))
        #expect(SavedFilter.isName("a-B_1.x"))
        #expect(!SavedFilter.isName("") && !SavedFilter.isName("a b") && !SavedFilter.isName("é"))
    }
}
