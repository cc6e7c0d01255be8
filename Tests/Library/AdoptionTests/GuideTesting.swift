import BuoyTestBasics
import Channels
import ChannelsTesting
import Testing

/// Tests that the article TestingYourCode.md shows.
@Suite(.inTurn)
struct GuideTesting {
    /// The orders that are not paid yet.
    private actor Orders {
        private(set) var open: Set<Int> = []

        func handle(_ event: ReceivedEvent) {
            guard let id = event.data.json?["id"]?.intValue else { return }
            if event.name == "created" { self.open.insert(id) } else { self.open.remove(id) }
        }

        func watch(_ events: ClientStream<ReceivedEvent>) async {
            for await event in events { self.handle(event) }
        }
    }

    private static let options = ChannelsOptions(appKey: "key", host: .cluster("eu"))

    // guide: testing-receiving start
    @Test("events published before the end are not lost")
    func receiving() async throws {
        let (server, orders) = (ScriptedServer(), Orders())
        let client = try server.client(Self.options)
        let events = try await client.subscribe("orders").events
        async let watching: Void = orders.watch(events)
        try await client.run {
            let connection = try await server.nextAttempt().establish()
            try await connection.nextSubscription().confirm()
            connection.publish("created", on: "orders", data: ["id": 7])
            connection.publish("created", on: "orders", data: ["id": 8])
            connection.publish("paid", on: "orders", data: ["id": 7])
            try await server.delivered()
        }
        await watching
        #expect(await orders.open == [8])
    }
    // guide: testing-receiving end

    // guide: testing-handlers start
    @Test("handlers have finished")
    func handlers() async throws {
        let (server, orders) = (ScriptedServer(), Orders())
        let client = try server.client(Self.options)
        await client.bind { event in await orders.handle(event) }
        try await client.run {
            try await client.subscribe("orders")
            let connection = try await server.nextAttempt().establish()
            try await connection.nextSubscription().confirm()
            connection.publish("created", on: "orders", data: ["id": 7])
            try await server.delivered()
            #expect(await orders.open == [7])
        }
    }
    // guide: testing-handlers end

    // guide: testing-refusal start
    @Test("a refusal is thrown")
    func refusal() async throws {
        let server = ScriptedServer()
        let client = try server.client(Self.options)
        try await client.run {
            let orders = try await client.subscribe("orders")
            try await server.nextAttempt().establish().nextSubscription().refuse("not for you")
            await #expect(throws: ClientError.self) { try await orders.subscribed() }
        }
    }
    // guide: testing-refusal end

    // guide: testing-lag start
    @Test("a late confirmation is waited for")
    func lag() async throws {
        let server = ScriptedServer()
        let client = try server.client(Self.options)
        try await client.run {
            let orders = try await client.subscribe("orders")
            let connection = try await server.nextAttempt().establish()
            connection.lag = .seconds(2)
            try await connection.nextSubscription().confirm()
            #expect(await !orders.isSubscribed)
            server.clock.advance(by: .seconds(2))
            try await orders.subscribed()
        }
    }
    // guide: testing-lag end
}
