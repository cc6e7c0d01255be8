import BuoyTestBasics
import Channels
import ChannelsDiagnostics
import ChannelsTesting
import Synchronization
import Testing

/// `delivered()`: after it, what the test sent has reached the code under test.
@Suite("The barrier of the test double", .inTurn)
struct DeliveryTests {
    /// What the code under test has seen.
    private actor Seen {
        private(set) var texts: [String] = []
        func add(_ text: String) { self.texts.append(text) }
    }

    private static func connect(
        _ server: ScriptedServer, _ client: ChannelsClient
    ) async throws -> ScriptedConnection {
        await client.connect()
        let connection = try await server.nextAttempt().establish()
        try await connection.nextSubscription().confirm()
        return connection
    }

    private static func publish(_ connection: ScriptedConnection) -> [String] {
        let texts = (1...10).map { "\($0)" }
        for text in texts { connection.publish("created", on: "orders", data: EventData(text)) }
        return texts
    }

    private static let options = ChannelsOptions(appKey: "key", host: .cluster("eu"))

    @Test("published, stopped, looked: nothing is lost", arguments: 1...100)
    func stopping(time: Int) async throws {
        let server = ScriptedServer()
        let client = try server.client(Self.options)
        async let running: Void = client.run()
        let orders = try await client.subscribe("orders").events("created")
        let connection = try await Self.connect(server, client)
        let texts = Self.publish(connection)
        try await server.delivered()
        await client.stop()
        await running
        var seen: [String] = []
        for await event in orders { seen.append(event.data.text) }
        #expect(seen == texts)
    }

    @Test("published and looked: every loop and handler has done its work", arguments: 1...100)
    func looking(time: Int) async throws {
        let server = ScriptedServer()
        let client = try server.client(Self.options)
        async let running: Void = client.run()
        let orders = try await client.subscribe("orders")
        let (looped, waited) = (Seen(), Seen())
        let called = Mutex<[String]>([])
        let (ready, begin) = AsyncStream<Void>.makeStream()
        let (events, states) = (orders.events("created"), client.states)
        let reading = Task {
            // A stream that the task leaves for another one.
            var left = states.makeAsyncIterator()
            while let state = await left.next(), state != .connected {}
            begin.finish()
            for await event in events {
                await Task.yield()
                await looped.add(event.data.text)
            }
            _ = left
        }
        await orders.bind("created") { event in called.withLock { $0.append(event.data.text) } }
        await orders.bind("created") { event in
            await Task.yield()
            await waited.add(event.data.text)
        }
        let connection = try await Self.connect(server, client)
        for await _ in ready {}
        try await server.delivered()
        let texts = Self.publish(connection)
        try await server.delivered()
        #expect(called.withLock(\.self) == texts)
        #expect(await looped.texts == texts)
        #expect(await waited.texts == texts)
        await client.stop()
        await running
        await reading.value
    }

    @Test("a handler that waits is waited for, even if its task has not begun", arguments: 1...100)
    func handler(time: Int) async throws {
        let (server, seen) = (ScriptedServer(), Seen())
        let client = try server.client(Self.options)
        await client.bind("created") { event in await seen.add(event.data.text) }
        // Not run yet: nobody is waited for.
        try await server.delivered()
        try await client.run {
            try await client.subscribe("orders")
            let connection = try await server.nextAttempt().establish()
            try await connection.nextSubscription().confirm()
            let texts = Self.publish(connection)
            try await server.delivered()
            #expect(await seen.texts == texts)
        }
    }

    @Test("what the test itself reads, or nobody, is not waited for")
    func unread() async throws {
        let server = ScriptedServer()
        let client = try server.client(Self.options)
        async let running: Void = client.run()
        let orders = try await client.subscribe("orders")
        var events = orders.events.makeAsyncIterator()
        let unread = client.reports
        let connection = try await Self.connect(server, client)
        connection.publish("first", on: "orders", data: "")
        while await events.next()?.name != "first" {}
        let texts = Self.publish(connection)
        try await server.delivered()
        for text in texts { #expect(await events.next()?.data.text == text) }
        await client.stop()
        await running
        var count = 0
        for await _ in unread { count += 1 }
        #expect(count > texts.count)
    }

    @Test("it ends when the client has left, was never connected, or the task is cancelled")
    func ending() async throws {
        let server = ScriptedServer()
        let client = try server.client(Self.options)
        try await server.delivered()
        async let running: Void = client.run()
        try await client.subscribe("orders")
        let connection = try await Self.connect(server, client)
        await client.stop()
        await running
        connection.publish("late", on: "orders", data: "")
        try await server.delivered()

        let other = ScriptedServer()
        let idle = try other.client(Self.options)
        async let idling: Void = idle.run()
        await idle.connect()
        let attempt = try await other.nextAttempt()
        await idle.stop()
        await idling
        _ = attempt.establish()
        try await other.delivered()
    }

    @Test("a loop that does not come back is waited for until the task is cancelled")
    func stuck() async throws {
        let server = ScriptedServer()
        let client = try server.client(Self.options)
        async let running: Void = client.run()
        let events = try await client.subscribe("orders").events("created")
        let (entered, enter) = AsyncStream<Void>.makeStream()
        let (released, release) = AsyncStream<Void>.makeStream()
        let reading = Task {
            for await _ in events {
                enter.finish()
                for await _ in released {}
            }
        }
        let connection = try await Self.connect(server, client)
        connection.publish("created", on: "orders", data: "")
        for await _ in entered {}
        let waiting = Task { try await server.delivered() }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        release.finish()
        try await server.delivered()
        await client.stop()
        await running
        await reading.value
    }
}
