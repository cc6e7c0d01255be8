import BuoyTestBasics
import BuoyTestSupport
import Channels
import Testing

@Suite("Handlers: who is told, in which order, and until when", .inTurn)
struct HandlerTests {
    private static let ticker = ChannelName(wire: "ticker")
    private static let price = ClientScene.event("price", on: Self.ticker, "1")

    @Test("the channel before the client, and at each place every event before a name")
    func order() async throws {
        try await ClientScene().play { scene in
            let connection = await scene.establish()
            let calls = Mailbox<String>()
            for round in 1...2 {
                await scene.client.bind("price") { _ in calls.put("client, name \(round)") }
                await scene.client.bind(nil) { _ in calls.put("client, all \(round)") }
                await scene.client.bind("price", on: Self.ticker) { _ in
                    calls.put("channel, name \(round)")
                }
                await scene.client.bind(nil, on: Self.ticker) { _ in
                    calls.put("channel, all \(round)")
                }
            }
            await scene.client.bind("price", on: ChannelName(wire: "other")) { _ in
                calls.put("another channel")
            }
            await scene.client.bindUser(nil) { _ in calls.put("user") }
            connection.say(Self.price)
            for expected in ["channel, all", "channel, name", "client, all", "client, name"] {
                #expect(await calls.take() == "\(expected) 1")
                #expect(await calls.take() == "\(expected) 2")
            }
            #expect(calls.takeIfAny() == nil)
        }
    }

    @Test("a handler may come back to the client at once: what it removes hears nothing more")
    func callsBack() async throws {
        try await ClientScene().play { scene in
            let client = scene.client
            let connection = await scene.establish()
            let calls = Mailbox<String>()
            await client.bind("price") { event in
                client.assumeIsolated { client in
                    calls.put(event.data.text)
                    client.unbindAll("price")
                    client.bind("price", on: Self.ticker) { calls.put("new \($0.data.text)") }
                }
            }
            connection.say(Self.price)
            #expect(await calls.take() == "1")
            connection.say(ClientScene.event("price", on: Self.ticker, "2"))
            #expect(await calls.take() == "new 2")
            _ = await scene.catchUp()
            let numbers = await scene.report.seen.map(\.number)
            #expect(numbers == Array(1...numbers.count))
        }
    }

    @Test("what a handler removes hears nothing more, not even the rest of the same burst")
    func removesWithinBurst() async throws {
        try await ClientScene().play { scene in
            let client = scene.client
            let connection = await scene.establish()
            let calls = Mailbox<String>()
            let later = await client.bind("price") { _ in calls.put("later") }
            await client.bind("price", on: Self.ticker) { event in
                calls.put(event.data.text)
                client.assumeIsolated { $0.unbind(later.id) }
            }
            connection.say(Self.price, ClientScene.event("price", on: Self.ticker, "2"))
            #expect(await calls.take() == "1")
            #expect(await calls.take() == "2")
            _ = await scene.catchUp()
            #expect(calls.takeIfAny() == nil)
            let told = await scene.report.seen.contains { event in
                guard case .bindingsHit(let hits) = event.kind else { return false }
                return hits.contains { $0.id == later.id }
            }
            #expect(!told)
        }
    }

    @Test("each binding counts what it heard, also when one changes in the middle of a burst")
    func countsWithinBurst() async throws {
        try await ClientScene().play { scene in
            let client = scene.client
            let connection = await scene.establish()
            let calls = Mailbox<String>()
            let later = await client.bind("price") { calls.put("later \($0.data.text)") }
            // Called before the other one, because it listens to the channel.
            let first = await client.bind("price", on: Self.ticker) { event in
                calls.put(event.data.text)
                guard event.data.text == "2" else { return }
                client.assumeIsolated { $0.setBinding(later.id, isEnabled: false) }
            }
            connection.say(
                Self.price, ClientScene.event("price", on: Self.ticker, "2"),
                ClientScene.event("price", on: Self.ticker, "3"),
                ClientScene.event("price", on: Self.ticker, "4"))
            for expected in ["1", "later 1", "2", "3", "4"] {
                #expect(await calls.take() == expected)
            }
            let hits = await scene.nextHits(of: first.id, atLeast: 4)
            #expect(hits.first { $0.id == first.id }?.total == 4)
            #expect(hits.first { $0.id == later.id }?.total == 1)
        }
    }

    @Test("hits are reported when all handlers have been called, and never run ahead of them")
    func reportsAfterDelivery() async throws {
        try await ClientScene().play { scene in
            let connection = await scene.establish()
            let calls = Mailbox<String>()
            let binding = await scene.client.bind("price") { calls.put($0.data.text) }
            for total in 1...20 {
                connection.say(ClientScene.event("price", on: Self.ticker, "\(total)"))
                let hits = await scene.nextHits(of: binding.id, atLeast: total)
                #expect(hits.first?.total == total)
                #expect(calls.takeIfAny() == "\(total)")
            }
        }
    }
}
