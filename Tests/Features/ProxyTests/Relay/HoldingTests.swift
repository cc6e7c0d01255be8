import BuoyDashboard
import BuoyTestBasics
import BuoyTestSupport
import ChannelsProtocol
import ChannelsTransport
import Testing

@testable import BuoyProxy

@Suite("Messages that are held on their way through the proxy", .inTurn)
struct HoldingTests {
    private static let client = ClientNumber(1)

    private static func message(_ event: String, _ data: String = #"{\"id\":7}"#) -> String {
        #"{"event":"\#(event)","channel":"orders","data":"\#(data)"}"#
    }

    /// A server that sends back what it gets.
    private static func echo() async throws -> ProxyBench {
        try await ProxyBench { connection in
            while true {
                let (texts, _) = await connection.texts(1)
                guard !texts.isEmpty else { return }
                try? connection.send(texts.map { Array($0.utf8) })
            }
        }
    }

    private static func rule(
        _ filter: String, limit: Duration = .seconds(600)
    ) throws -> MessageRule {
        MessageRule(filter: try EventFilter(filter), action: .hold(atMost: limit))
    }

    /// The message that is held, and what was told until then.
    private static func held(_ bench: ProxyBench) async throws -> HeldMessage {
        var found: HeldMessage?
        try await eventually {
            _ = await bench.proxy.takeNews()
            found = await bench.proxy.overview(selecting: nil).rows.first?.held.first
            return found != nil
        }
        return try #require(found)
    }

    @Test(
        "what is decided happens, and what came after it waits behind it",
        arguments: [
            (HeldDecision.letGo, [Self.message("order.paid"), Self.message("other")]),
            (
                .change(data: #"{"id":8}"#),
                [Self.message("order.paid", #"{\"id\":8}"#), Self.message("other")]
            ),
            (.drop, [Self.message("other")]),
            (
                .sendTwice,
                [
                    Self.message("order.paid"), Self.message("order.paid"), Self.message("other"),
                ]
            ),
        ])
    func decided(_ decision: HeldDecision, arrive expected: [String]) async throws {
        let bench = try await Self.echo()
        let client = try await bench.connect()
        await bench.proxy.hold(try Self.rule("event:order.*"), of: Self.client)
        try client.send(Self.message("order.paid"), Self.message("other"))
        // It is held on its way up, and let go; then on its way down.
        let sent = try await Self.held(bench)
        #expect(sent.isSent && sent.content.event.name == "order.paid")
        bench.proxy.settle(sent, .letGo)
        var received: HeldMessage?
        try await eventually {
            received = try await Self.held(bench)
            return received?.isSent == false
        }
        bench.proxy.settle(try #require(received), decision)
        let (texts, _) = await client.texts(expected.count)
        #expect(texts.map(Self.normal) == expected.map(Self.normal))
        var isTold = false
        try await eventually {
            let news = await bench.proxy.takeNews()
            isTold =
                isTold
                || news.held.contains { $0.notes.contains { $0.outcome == .decided(decision) } }
            return isTold
        }
        let row = await bench.proxy.overview(selecting: nil).rows.first
        #expect(row?.traffic.changed == (decision == .letGo ? 0 : 1))
        await bench.close()
    }

    /// A message without regard to the order of its members.
    private static func normal(_ text: String) -> String {
        guard let message = PassingMessage(Array(text.utf8)) else { return text }
        let event = message.event
        return "\(event.name.text) \(event.channel?.text ?? "") \(event.data.text)"
    }

    @Test("what a client sends can be changed, too")
    func changedUpwards() async throws {
        let bench = try await Self.echo()
        let client = try await bench.connect()
        await bench.proxy.hold(try Self.rule("event:client-*"), of: Self.client)
        try client.send(Self.message("client-a"))
        bench.proxy.settle(try await Self.held(bench), .change(data: "changed"))
        await bench.proxy.hold(nil, of: Self.client)
        let (texts, _) = await client.texts(1)
        #expect(texts.map(Self.normal) == ["client-a orders changed"])
        await bench.close()
    }

    @Test("a message goes on by itself when its time is over, and when nothing is to be held")
    func undecided() async throws {
        let bench = try await Self.echo()
        let client = try await bench.connect()
        await bench.proxy.hold(
            try Self.rule("event:order.*", limit: .milliseconds(20)), of: Self.client)
        try client.send(Self.message("order.paid"))
        let (first, _) = await client.texts(1)
        #expect(first == [Self.message("order.paid")])
        await bench.proxy.hold(try Self.rule("event:order.*"), of: Self.client)
        try client.send(Self.message("order.paid"))
        _ = try await Self.held(bench)
        await bench.proxy.hold(nil, of: Self.client)
        let (second, _) = await client.texts(1)
        #expect(second == [Self.message("order.paid")])
        await bench.close()
    }

    @Test("what is held arrives before the close frame behind it")
    func closed() async throws {
        let bench = try await ProxyBench { connection in
            _ = await connection.texts(1)
            try? connection.send(Self.message("order.paid"))
            await connection.close(code: 4200, reason: "restart", timeLimit: .seconds(30))
        }
        let client = try await bench.connect()
        await bench.proxy.hold(try Self.rule("event:order.*"), of: Self.client)
        try client.send(Self.message("go"))
        let (texts, _) = await client.texts(1)
        #expect(texts == [Self.message("order.paid")])
        #expect(await client.end().code == 4200)
        await bench.close()
    }

    @Test("a flood is not held: beyond a thousand messages all pass, in order")
    func flood() async throws {
        let bench = try await Self.echo()
        let client = try await bench.connect()
        await bench.proxy.hold(try Self.rule("event:none or event:go"), of: Self.client)
        let sent = ["go"] + (0..<1000).map { "e\($0)" }
        for name in sent { try client.send(Self.message(name)) }
        await bench.proxy.hold(try Self.rule("event:none"), of: Self.client)
        let (texts, _) = await client.texts(1001)
        #expect(texts == sent.map { Self.message($0) })
        await bench.close()
    }

    @Test("what carries a signature is never held, because it would be shown")
    func signatures() throws {
        let rule = try Self.rule("event:pusher*")
        for (name, isHeld) in [
            ("pusher:subscribe", false), ("pusher:signin", false), ("pusher:unsubscribe", true),
        ] {
            let text = #"{"event":"\#(name)","data":{"auth":"key:signature","channel":"c"}}"#
            let message = try #require(PassingMessage(Array(text.utf8)))
            #expect(rule.matches(message, isSent: true) == isHeld, "\(name)")
        }
    }

    @Test("while something is to be held, everything else passes unchanged, large or in pieces")
    func others() async throws {
        let bench = try await ProxyBench.echo()
        let client = try await bench.connect()
        await bench.proxy.hold(try Self.rule("event:none"), of: Self.client)
        let sent = (0..<1000).map { number in
            "\(number) " + String(repeating: "x", count: number % 50 == 0 ? 70_000 : number % 300)
        }
        for text in sent { try client.send(text) }
        let (received, _) = await client.texts(1000)
        #expect(received == sent)
        await bench.close()
    }
}

@Suite("What a message on its way says")
struct PassingMessageTests {
    private static func message(_ text: String) -> PassingMessage? {
        PassingMessage(Array(text.utf8))
    }

    @Test("its event, channel and data, also of a subscription")
    func read() throws {
        let event = try #require(
            Self.message(#"{"event":"a","channel":"c","data":"{\"x\":1}"}"#)?.event)
        #expect(event.name == "a" && event.channel?.text == "c" && event.data.text == #"{"x":1}"#)
        let subscription = try #require(
            Self.message(#"{"event":"pusher:subscribe","data":{"channel":"c"}}"#)?.event)
        #expect(subscription.channel?.text == "c")
        #expect(Self.message("[]") == nil && Self.message("{}") == nil)
    }

    @Test(
        "other data is written as the sender wrote it: in a string, or as JSON",
        arguments: [
            (#"{"event":"a","data":"1"}"#, "2", #"{"event":"a","data":"2"}"#),
            (#"{"event":"a","data":{"x":1}}"#, #"{"x":2}"#, #"{"event":"a","data":{"x":2}}"#),
            (#"{"event":"a","data":{"x":1}}"#, "no JSON", #"{"event":"a","data":"no JSON"}"#),
            (#"{"event":"a"}"#, "x", #"{"event":"a","data":"x"}"#),
        ])
    func replaced(_ text: String, _ data: String, expected: String) throws {
        let bytes = try #require(Self.message(text)?.replacing(data: data))
        #expect(String(decoding: bytes, as: UTF8.self) == expected)
    }
}
