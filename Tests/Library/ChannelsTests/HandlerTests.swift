import BuoyTestBasics
import BuoyTestSupport
import Channels
import ChannelsProtocol
import Testing

@Suite("Handlers: which events they get, and until when", .inTurn)
struct HandlerTests {
    private static let ticker = ChannelName(wire: "ticker")

    private static func price(_ text: String) -> ServerMessage {
        ClientScene.event("price", on: Self.ticker, text)
    }

    @Test("each handler gets the events of its name and channel, in order")
    func order() async throws {
        try await ClientScene().play { scene in
            let connection = await scene.establish()
            let ticker = await scene.client.subscribe(Self.ticker)
            let calls = (0..<4).map { _ in Mailbox<String>() }
            await scene.client.bind("price") { calls[0].put($0.data.text) }
            await scene.client.bind { calls[1].put($0.data.text) }
            await ticker.bind("price") { calls[2].put($0.data.text) }
            await ticker.bind { calls[3].put($0.data.text) }
            await scene.client.channel("other")?.bind { _ in Issue.record("another channel") }
            await scene.client.bindUser { _ in Issue.record("no user") }
            for burst in 0..<10 {
                connection.say(
                    Self.price("\(2 * burst)"), Self.price("\(2 * burst + 1)"))
            }
            for handler in calls {
                for number in 0..<20 { #expect(await handler.take() == "\(number)") }
            }
        }
    }

    @Test("a handler may call the client: what it binds gets the later events")
    func callsBack() async throws {
        try await ClientScene().play { scene in
            let client = scene.client
            let connection = await scene.establish()
            let calls = Mailbox<String>()
            await client.bind("price") { event in
                await client.unbindAll("price")
                await client.bind("price") { calls.put("new \($0.data.text)") }
                calls.put(event.data.text)
            }
            connection.say(Self.price("1"))
            #expect(await calls.take() == "1")
            connection.say(Self.price("2"))
            #expect(await calls.take() == "new 2")
        }
    }

    @Test("a binding counts the events that it got, once each")
    func counts() async throws {
        try await ClientScene().play { scene in
            let connection = await scene.establish()
            let calls = Mailbox<String>()
            let binding = await scene.client.bind("price") { calls.put($0.data.text) }
            for total in 1...20 {
                connection.say(Self.price("\(total)"))
                let hits = await scene.nextHits(of: binding.id, atLeast: total)
                #expect(hits.first?.total == total)
                #expect(await calls.take() == "\(total)")
            }
        }
    }
}
