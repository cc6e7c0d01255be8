import BuoyTestBasics
import BuoyTestSupport
import ChannelsDiagnostics
import ChannelsProtocol
import ChannelsTransport
import Testing

@testable import Channels

@Suite("Streams of a name, a channel or a user", .inTurn)
struct ListeningTests {
    private static func price(_ number: Int) -> ServerMessage {
        ClientScene.event("price", on: ChannelName(wire: "ticker"), "\(number)")
    }

    @Test("a name on a channel, a name anywhere, and a channel with all its names")
    func selects() async throws {
        try await ClientScene().play { scene in
            let connection = await scene.establish()
            let ticker = try await scene.client.subscribe("ticker")
            var named = ticker.events("price").makeAsyncIterator()
            var anywhere = scene.client.events("price").makeAsyncIterator()
            var all = ticker.events.makeAsyncIterator()
            connection.say(
                ClientScene.event("price", on: ChannelName(wire: "other"), "0"),
                ClientScene.event("volume", on: ticker.name, "1"), Self.price(2))
            #expect(await named.next()?.data.text == "2")
            #expect(await anywhere.next()?.data.text == "0")
            #expect(await anywhere.next()?.data.text == "2")
            #expect(await all.next()?.data.text == "1")
            #expect(await all.next()?.data.text == "2")
        }
    }

    @Test("a reader that is behind by 200,000 events gets every one of them, in order")
    func nothingIsLost() async throws {
        let count = 200_000
        try await ClientScene().play { scene in
            let connection = await scene.establish()
            let prices = try await scene.client.subscribe("ticker").events("price")
            for start in stride(from: 0, to: count, by: 1000) {
                connection.send(
                    (start..<start + 1000).map { number in
                        .text(
                            Array(#"{"event":"price","channel":"ticker","data":"\#(number)"}"#.utf8)
                        )
                    })
            }
            // The last has been published before the first is read.
            await scene.report.first { kind in
                if case .received(let event) = kind { event.data.text == "199999" } else { false }
            }
            var expected = 0
            for await price in prices {
                #expect(price.skippedBefore == 0)
                guard price.data.text == String(expected) else {
                    Issue.record("\(price.data.text) came in place of \(expected)")
                    return
                }
                expected += 1
                if expected == count { break }
            }
            #expect(expected == count)
        }
    }

    @Test("what a reader that has stopped did not get is counted in the stream")
    func countsSkipped() async throws {
        try await ClientScene().play { scene in
            let connection = await scene.establish()
            let interest = EventInterest(name: "price")
            let source = ListenerSource(
                scene.client.broadcaster, limits: ListenerLimits(events: 10), interest: interest)
            let prices = ClientStream(source, select: interest.select)
            for number in 1...100 { connection.say(Self.price(number)) }
            await scene.report.first { kind in
                if case .received(let event) = kind { event.data.text == "100" } else { false }
            }
            var iterator = prices.makeAsyncIterator()
            let first = try #require(await iterator.next())
            #expect(first.skippedBefore >= 90)
            #expect(first.data.text == String(first.skippedBefore + 1))
            for number in first.skippedBefore + 2...100 {
                let price = await iterator.next()
                #expect(price?.data.text == String(number))
                #expect(price?.skippedBefore == 0)
            }
        }
    }

    @Test("the protocol's own events are heard by their public names")
    func protocolEvents() async throws {
        try await ClientScene().play { scene in
            let connection = await scene.establish()
            let orders = try await scene.client.subscribe("orders")
            _ = await connection.heard()
            let errors = orders.events("pusher:subscription_error")
            connection.say(
                .subscriptionError(orders.name, type: "AuthError", text: "No.", status: 401))
            var iterator = errors.makeAsyncIterator()
            let data = await iterator.next()?.data.json
            #expect(data?["status"] == .number("401"))
            #expect(data?["error"]?.stringValue?.contains("No.") == true)
        }
    }

    @Test("an event that a stream is about counts as heard, and one that none is about does not")
    func unbound() async throws {
        try await ClientScene().play { scene in
            let connection = await scene.establish()
            let ticker = try await scene.client.subscribe("ticker")
            var prices: ClientStream<ReceivedEvent>? = ticker.events("price")
            connection.say(
                Self.price(1), ClientScene.event("volume", on: ticker.name, "2"))
            _ = await scene.received()
            _ = await scene.received()
            #expect(await ticker.unboundEventCount == 1)
            #expect(prices != nil)
            prices = nil
            connection.say(Self.price(3))
            _ = await scene.received()
            #expect(await ticker.unboundEventCount == 2)
        }
    }

    @Test(
        "streams end when the client stops, are over afterwards, and when the reader is cancelled")
    func ends() async throws {
        let scene = try ClientScene()
        let before = scene.client.events("price")
        let cancelled = scene.client.events("price")
        try await scene.play { _ in
            let reader = Task { for await _ in cancelled {} }
            reader.cancel()
            await reader.value
        }
        for await _ in before {}
        for await _ in scene.client.events("price") {}
        for await _ in scene.client.frames {}
        for await _ in scene.client.reports {}
    }
}
