import ChannelsBasics
import ChannelsProtocol
import Testing

@testable import BuoyDashboard

@Suite("Filters")
struct EventFilterTests {
    private static let events: [ClientReport] = [
        event(
            "order.paid", "private-orders-42",
            #"{"amount":"129.90","items":[{"sku":"A1","n":3},{"sku":"B 2"}],"ok":true,"by":null}"#),
        event("client-typing", "presence-lobby", "{\"from\":\"u17\"}", user: "u17"),
        event("new-message", "chat-room", "{\"text\":\"Two Words\",\"amount\":50}"),
        ClientReport(
            number: 4, time: .zero,
            kind: .memberAdded(
                ChannelName(wire: "presence-lobby"),
                PresenceMember(id: "u99", info: "{\"amount\":7}"))),
        event("App\\Events\\Up*", "chat-room", "a (plain) text/html \"thing\"\nsecond line"),
        ClientReport(
            number: 6, time: .zero,
            kind: .problem(ReportedProblem(kind: .serverError(code: 4009), text: "not authorized"))),
    ]

    private static func event(
        _ name: EventName, _ channel: String, _ data: String, user: UserID? = nil
    ) -> ClientReport {
        let event = ChannelsEvent(
            name: name, channel: ChannelName(wire: channel), data: EventData(data), userID: user)
        return ClientReport(number: 1, time: .zero, kind: .received(event))
    }

    private static func matching(_ source: String) throws -> [Int] {
        let filter = try EventFilter(source)
        return Self.events.indices.filter { filter.matches(Self.events[$0]) }
    }

    @Test(
        "texts and names choose events",
        arguments: [
            ("", [0, 1, 2, 3, 4, 5]), ("   ", [0, 1, 2, 3, 4, 5]), ("ORDER", [0]), ("u17", [1]),
            ("channel:presence-*", [1, 3]), ("channel:presence", []), ("event:*ing", [1]),
            ("event:order.?aid", [0]), ("-channel:presence-*", [0, 2, 4, 5]),
            ("!channel:presence-*", [0, 2, 4, 5]), ("-u17 -order", [2, 3, 4, 5]),
            ("channel:presence-* -event:client-*", [3]), ("\"two words\"", [2]),
            ("two words", [2]), ("\"channel:\"", []), ("EVENT:new-*", [2]), ("joined", [3]),
            ("channel:*a* channel:*m", [2, 4]), ("pusher:error", []),
            ("-\"two words\"", [0, 1, 3, 4, 5]), ("t*o?words", [2]), ("\"t*o\"", []),
            ("(plain)", [4]), ("\"(plain)\"", [4]), ("a(b)", []), ("text:two", [2]),
            ("text:\"two words\"", [2]), ("data:chat", []), ("data:Two*s", [2]),
            ("event:\"App\\Events\\Up*\"", [4]), ("event=App\\Events\\Up*", [4]),
            ("event:*\\*", [4]), ("event:\"*ing\"", []), ("channel!=chat-room", [0, 1, 3, 5]),
            ("\"\\\"thing\\\"\"", [4]), ("\"ts\\\\up\"", [4]), ("user:u*", [1, 3]),
            ("user=U17", [1]), ("user!=u17", [3]), ("event!=joined has:user", [1]),
            ("data:\"\" -event:*", []), ("event:\"\"", []),
        ] as [(String, [Int])])
    func names(source: String, expected: [Int]) throws {
        #expect(try Self.matching(source) == expected)
    }

    @Test(
        "a class is found by its name without its namespace",
        arguments: [
            ("OrderPaid", true), ("Order*", true), ("*Paid", true), ("App*", true),
            ("Paid", false), ("Events", false),
        ])
    func classes(pattern: String, isFound: Bool) {
        let pattern = FilterPattern.wildcard(Wildcard(pattern))
        #expect(pattern.matchesName(#"App\Events\OrderPaid"#) == isFound)
    }

    @Test(
        "a sign binds closer than a space, and a space closer than or",
        arguments: [
            ("order or u17", [0, 1]), ("order OR u17 lobby", [0, 1]),
            ("chat two or order", [0, 2]),
            ("chat (two or order)", [2]), ("-(order or chat)", [1, 3, 5]),
            ("chat and two", [2]), ("chat AND -two", [4]), ("-order or order", [0, 1, 2, 3, 4, 5]),
            ("(order)(private)", [0]), ("((order or u17) or (u99))", [0, 1, 3]),
            ("\"or\" order", [0]), ("-or", [1, 3, 4]), ("order oro", []),
            ("chat or -(u17 or order) joined", [2, 3, 4]),
        ] as [(String, [Int])])
    func structure(source: String, expected: [Int]) throws {
        #expect(try Self.matching(source) == expected)
    }

    @Test(
        "values in the data are compared",
        arguments: [
            ("data.amount>100", [0]), ("amount>100", [0]), ("data.amount>=129.9", [0]),
            ("data.amount<100", [2, 3]), ("amount > 100", [0]), ("amount> 100", [0]),
            ("data.amount >= 129.9", [0]), ("amount < 100 or amount >100", [0, 2, 3]),
            ("size > 1m", []),
            ("data.amount<=7", [3]), ("data.amount=129.9", [0]), ("data.amount=50.0", [2]),
            ("data.amount=5e1", [2]), ("data.amount!=50", [0, 3]), ("data.amount=\"50\"", []),
            ("data.amount=\"129.90\"", [0]), ("data.amount!=\"x\"", [0, 2, 3]),
            ("data.amount:1*", [0]), ("data.amount:/\\.9/", [0]),
            ("-data.amount=50", [0, 1, 3, 4, 5]),
            ("data.items[1].sku=\"b 2\"", [0]), ("data.items[1].sku:b*", [0]),
            ("data.items[2].sku:*", []), ("data.items[0].n>2", [0]), ("data[0]:*", []),
            ("data.ok=true", [0]), ("data.ok!=true", []), ("data.ok=\"true\"", []),
            ("data.by=null", [0]), ("has:data.by", [0]), ("has:data.from", [1]),
            ("has:data.items[1]", [0]), ("has:data", [0, 1, 2, 3, 4]), ("has:user", [1, 3]),
            ("has:channel", [0, 1, 2, 3, 4]), ("data.\"from\"=u17", [1]),
            ("data.from>\"u16\"", [1]), ("data.from<\"u17\"", []), ("data.from>=5", []),
            ("data.items>5", []), ("data.from!=5", [1]), ("data.items:*a1*", [0]),
            ("data.Amount>1", []),
        ] as [(String, [Int])])
    func values(source: String, expected: [Int]) throws {
        #expect(try Self.matching(source) == expected)
    }

    @Test(
        "kinds and sizes choose events",
        arguments: [
            ("kind:event", [0, 2, 4]), ("kind:client", [1]), ("kind:member", [3]),
            ("kind:error", [5]), ("kind:system", [3, 5]), ("kind=Problem", [5]),
            ("kind!=event", [1, 3, 5]), ("kind:gap", []),
            ("kind:connection or kind:sent or kind:binding or kind:user or kind:channel", []),
            ("size=14", [1]), ("size!=14", [0, 2, 3, 4]), ("size>0.05k", [0]),
            ("size<1M", [0, 1, 2, 3, 4]),
            ("size>=50b size<=0.1k", [0]), ("size>1MB", []), ("-size>50 has:data", [1, 2, 3, 4]),
        ] as [(String, [Int])])
    func kinds(source: String, expected: [Int]) throws {
        #expect(try Self.matching(source) == expected)
    }

    @Test(
        "regular expressions look into names, channel and data, or into one of them",
        arguments: [
            ("/ord(er|re)/", [0]), ("/^TWO/", []), ("/Two\\s+w/", [2]), ("/Two/c", [2]),
            ("/two/c", []), ("/two/i", [2]), ("event:/^(new|client)-/", [1, 2]),
            ("channel:/room$/", [2, 4]), ("-event:/./ or event:/^new/", [2]),
            ("/text\\/html/", [4]), ("/[/]html/", [4]), ("data:/^a .*g\"$/", []),
            ("data:/line$/", [4]), ("user:/\\d{2}/", [1, 3]), ("(/u17/ or /u99/)", [1, 3]),
        ] as [(String, [Int])])
    func expressions(source: String, expected: [Int]) throws {
        #expect(try Self.matching(source) == expected)
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
            ("`", "@@@@@@@@@@", false), ("[", "{{{{{{{{{{", false), ("@x", "`x`x`x`x`x@X", true),
        ])
    func needle(needle: String, text: String, expected: Bool) {
        #expect(Needle(needle).occurs(in: text) == expected)
        #expect(Needle(needle).occurs(in: Array(text.utf8)) == expected)
    }

    @Test("a needle is found at every place of texts of every length, and nowhere else")
    func needlePlaces() {
        for length in 1...20 {
            for place in 0..<length {
                for size in 1...(length - place) {
                    var text = [UInt8](repeating: UInt8(ascii: "N"), count: length)
                    for index in place..<(place + size) { text[index] = UInt8(ascii: "X") }
                    #expect(Needle(String(repeating: "x", count: size)).occurs(in: text))
                    #expect(!Needle(String(repeating: "x", count: size + 1)).occurs(in: text))
                }
            }
        }
    }

    @Test("what is expensive to match uses the budget up sooner")
    func budget() throws {
        let cheap = try EventFilter("order")
        let expensive = try EventFilter("/(a|b)*a(a|b){14}c/")
        #expect(cheap.weight == 1)
        #expect(expensive.weight > 5)
        var budgets = [
            ScanBudget(events: 1000, bytes: 10_000), ScanBudget(events: 1000, bytes: 10_000),
        ]
        var counts = [0, 0]
        for (index, filter) in [cheap, expensive].enumerated() {
            while budgets[index].spend(on: Self.events[0], weight: filter.weight) {
                counts[index] += 1
            }
        }
        #expect(counts[1] > 0)
        #expect(counts[0] > counts[1] * 4)
    }
}
