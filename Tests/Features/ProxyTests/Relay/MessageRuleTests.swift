import ArgumentParser
import BuoyDashboard
import BuoyTestBasics
import BuoyTestSupport
import ChannelsProtocol
import ChannelsTransport
import Testing

@testable import BuoyProxy

@Suite("Rules and frames of buoy's own, on their way through the proxy", .inTurn)
struct MessageRuleTests {
    private static func message(_ event: String, _ data: String = "1") -> String {
        #"{"event":"\#(event)","channel":"orders","data":"\#(data)"}"#
    }

    /// A server that sends back what it gets.
    private static func echo(_ rules: String = "") async throws -> ProxyBench {
        try await ProxyBench(
            rules: rules.isEmpty ? [] : try MessageRuleFile.rules(rules, path: "rules.toml")
        ) { connection in
            while true {
                let (texts, _) = await connection.texts(1)
                guard !texts.isEmpty else { return }
                try? connection.send(texts.map { Array($0.utf8) })
            }
        }
    }

    @Test("the first rule that matches drops, repeats or changes a message, in one direction")
    func decided() async throws {
        let bench = try await Self.echo(
            """
            [[rule]]
            filter = "event:lost kind:sent"
            action = "drop"
            [[rule]]
            filter = "event:double -kind:sent"
            action = "twice"
            [[rule]]
            filter = "event:price -kind:sent"
            action = "change"
            data = "0"
            [[rule]]
            filter = "event:price"
            action = "drop"
            """)
        let client = try await bench.connect()
        for name in ["lost", "double", "price", "other"] {
            try client.send(Self.message(name))
        }
        // The last rule drops the price on its way up.
        let (texts, _) = await client.texts(3)
        #expect(texts == ["double", "double", "other"].map { Self.message($0) })
        var notes: [HeldNote] = []
        try await eventually {
            notes += await bench.proxy.takeNews().held.flatMap(\.notes)
            return notes.count == 3
        }
        #expect(
            notes.map(\.text) == [
                "lost on orders, sent by the client, was dropped by a rule",
                "price on orders, sent by the client, was dropped by a rule",
                "double on orders was sent twice by a rule",
            ])
        await bench.close()
    }

    @Test("a delayed message keeps its place, and is not listed as held")
    func delayed() async throws {
        let bench = try await Self.echo(
            """
            [[rule]]
            filter = "event:slow -kind:sent"
            action = "delay 20ms"
            """)
        let client = try await bench.connect()
        try client.send(Self.message("slow"), Self.message("other"))
        let (texts, _) = await client.texts(2)
        #expect(texts == ["slow", "other"].map { Self.message($0) })
        let news = await bench.proxy.takeNews()
        #expect(news.held.isEmpty)
        await bench.close()
    }

    @Test("a rule that holds is listed, and :hold off leaves the rules")
    func held() async throws {
        let bench = try await Self.echo(
            """
            [[rule]]
            filter = "event:order -kind:sent"
            action = "hold for 10m"
            """)
        let client = try await bench.connect()
        for _ in 0..<2 {
            try client.send(Self.message("order"))
            try await eventually {
                _ = await bench.proxy.takeNews()
                return await bench.proxy.overview(selecting: nil).rows.first?.held.count == 1
            }
            await bench.proxy.hold(nil, of: ClientNumber(1))
            let (texts, _) = await client.texts(1)
            #expect(texts == [Self.message("order")])
            try await eventually {
                _ = await bench.proxy.takeNews()
                return await bench.proxy.overview(selecting: nil).rows.first?.held.isEmpty == true
            }
        }
        await bench.close()
    }

    @Test("a frame reaches the other end, which gets it as if from the other side, and is noted")
    func injected() async throws {
        let bench = try await Self.echo()
        let client = try await bench.connect()
        try client.send("up")
        #expect(await client.texts(1).texts == ["up"])
        let scope = ProxyScope.client(ClientNumber(1))
        // The server sends it back.
        #expect(await bench.proxy.inject(Array("odd".utf8), .server, on: scope) == 1)
        #expect(await client.texts(1).texts == ["odd"])
        let event = Self.message("order.paid")
        #expect(await bench.proxy.inject(Array(event.utf8), .client, on: .all) == 1)
        #expect(await client.texts(1).texts == [event])
        #expect(await bench.proxy.inject([], .client, on: .client(ClientNumber(9))) == 0)
        var notes: [HeldNote] = []
        try await eventually {
            notes += await bench.proxy.takeNews().held.flatMap(\.notes)
            return notes.count == 2
        }
        #expect(
            notes.map(\.text) == [
                "a frame was sent to the server by buoy, not by the client",
                "order.paid on orders was sent to the client by buoy, not by the server",
            ])
        #expect(await bench.proxy.overview(selecting: nil).rows.first?.traffic.changed == 2)
        await bench.close()
    }

    @Test(
        "a mistake in the file is explained, with its line",
        arguments: [
            ("", "rules.toml: the file must have [[rule]] tables, each with filter and action"),
            ("[[rules]]", #"rules.toml, line 1: unknown key "rules"; did you mean "rule"?"#),
            (
                "[[rule]]\nfilter = \"a\"\naction = \"drp\"",
                #"rules.toml, line 3: unknown action "drp"; did you mean "drop"?"#
            ),
            (
                "[[rule]]\nfilter = \"a\"\naction = \"hold every 5s\"",
                "rules.toml, line 3: use hold, hold for 5s or delay 500ms, without other times"
            ),
            (
                "[[rule]]\nfilter = \"a\"\naction = \"change\"",
                "rules.toml, line 1: a rule that changes messages must have data, a string"
            ),
            (
                "[[rule]]\nfilter = \"a\"\naction = \"drop\"\ndata = \"1\"",
                #"rules.toml, line 4: only a rule with action = "change" has data"#
            ),
        ])
    func mistakes(_ text: String, _ sentence: String) throws {
        let error = #expect(throws: ValidationError.self) {
            try MessageRuleFile.rules(text, path: "rules.toml")
        }
        #expect(error?.message == sentence)
    }
}
