import Channels
import TestSupport
import Testing

@Suite("Bindings: who is told, in which order, and until when", .timeLimit(.minutes(1)))
struct BoundEventsTests {
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

    @Test("a binding can be read, one event after the other, until it is taken away")
    func reads() async throws {
        try await ClientScene().play { scene in
            let connection = await scene.establish()
            let prices = await scene.client.boundEvents("price", on: Self.ticker)
            connection.say(Self.price, ClientScene.event("other", on: Self.ticker, "x"))
            connection.say(ClientScene.event("price", on: Self.ticker, "2"))
            var iterator = prices.makeAsyncIterator()
            #expect(await iterator.next()?.data.text == "1")
            #expect(await iterator.next()?.data.text == "2")
            #expect(await scene.client.allBindings.map(\.hits) == [2])
            await scene.client.unbind(prices.id)
            #expect(await iterator.next() == nil)
            #expect(prices.droppedCount == 0)
        }
    }

    @Test("a reader that is too slow loses the oldest, and knows how many")
    func drops() async throws {
        try await ClientScene().play { scene in
            let connection = await scene.establish()
            let prices = await scene.client.boundEvents("price", limit: 3)
            for number in 1...10 {
                connection.say(ClientScene.event("price", on: Self.ticker, "\(number)"))
            }
            _ = await scene.nextHits(of: prices.id, atLeast: 10)
            #expect(prices.droppedCount == 7)
            var heard: [String] = []
            for await price in prices {
                heard.append(price.data.text)
                if heard.count == 3 { break }
            }
            #expect(heard == ["8", "9", "10"])
        }
    }

    @Test("a limit that is not positive keeps the newest event")
    func oddLimit() async throws {
        try await ClientScene().play { scene in
            let connection = await scene.establish()
            let prices = await scene.client.boundEvents(limit: -5)
            connection.say(Self.price, ClientScene.event("price", on: Self.ticker, "2"))
            _ = await scene.nextHits(of: prices.id, atLeast: 2)
            var iterator = prices.makeAsyncIterator()
            #expect(await iterator.next()?.data.text == "2")
        }
    }

    @Test("nobody holds it any more: the binding is gone")
    func released() async throws {
        try await ClientScene().play { scene in
            var prices: BoundEvents? = await scene.client.boundEvents("price")
            let id = prices?.id
            #expect(await scene.client.allBindings.count == 1)
            prices = nil
            let removed = await scene.report.first {
                if case .bindingRemoved = $0 { true } else { false }
            }
            #expect(removed == id.map { .bindingRemoved($0) })
            #expect(await scene.client.allBindings.isEmpty)
        }
    }

    @Test("who reads keeps the binding, also without the sequence itself")
    func keptByReader() async throws {
        try await ClientScene().play { scene in
            let connection = await scene.establish()
            var iterator = await scene.client.boundEvents("price").makeAsyncIterator()
            connection.say(Self.price)
            #expect(await iterator.next()?.data.text == "1")
            #expect(await scene.client.allBindings.count == 1)
        }
    }

    @Test("the streams end when the client stops, and are over afterwards")
    func ends() async throws {
        let scene = try ClientScene()
        let before = await scene.client.boundEvents()
        try await scene.play { _ in }
        for await _ in before {}
        for await _ in await scene.client.boundEvents() {}
        for await _ in scene.client.frames() {}
        for await _ in scene.client.events() {}
    }

    @Test("a reader that is cancelled gets the end")
    func cancelled() async throws {
        try await ClientScene().play { scene in
            let prices = await scene.client.boundEvents()
            let reader = Task {
                for await _ in prices {}
                return true
            }
            reader.cancel()
            #expect(await reader.value)
        }
    }

    @Test("the refusal of a subscription is heard with its words and its status")
    func subscriptionError() async throws {
        try await ClientScene().play { scene in
            let connection = await scene.establish()
            let channel = try await scene.client.subscribe("orders")
            _ = await connection.heard()
            let errors = await channel.boundEvents("pusher:subscription_error")
            connection.say(
                .subscriptionError(channel.name, type: "AuthError", text: "No.", status: 401))
            var iterator = errors.makeAsyncIterator()
            let data = await iterator.next()?.data.json
            #expect(data?["status"] == .number("401"))
            #expect(data?["error"]?.stringValue?.contains("No.") == true)
        }
    }
}
