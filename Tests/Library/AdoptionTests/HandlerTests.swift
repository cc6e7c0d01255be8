import BuoyTestBasics
import Channels
import ChannelsDiagnostics
import ChannelsTesting
import Logging
import Synchronization
import Testing

/// Handlers, and tests of handlers.
@Suite(.inTurn)
struct HandlerTests {
    // MARK: A test without a server

    /// What an app does with events.
    private actor Shop {
        private(set) var orders: [Int] = []
        private(set) var isOpen = false

        func handle(_ event: ReceivedEvent) {
            guard event.name == "created", event.channel == "orders" else { return }
            if let id = event.data.json?["id"]?.intValue { self.orders.append(id) }
        }

        func handle(_ change: StateChange) { self.isOpen = change.current == .connected }
    }

    @Test("a handler is tested with values")
    func values() async throws {
        let shop = Shop()
        await shop.handle(ReceivedEvent("created", on: "orders", data: ["id": 7, "by": "ana"]))
        await shop.handle(ReceivedEvent("removed", on: "orders", data: ["id": 8]))
        struct Order: Encodable { var id: Int }
        await shop.handle(try ReceivedEvent("created", on: "orders", encoding: Order(id: 9)))
        await shop.handle(
            ReceivedEvent(
                event: ChannelsEvent(
                    name: "created", channel: ChannelName("orders"), data: ["id": 10]),
                time: .zero, skippedBefore: 2))
        #expect(await shop.orders == [7, 9, 10])
        await shop.handle(StateChange(from: .connecting, to: .connected))
        #expect(await shop.isOpen)
    }

    @Test("what handles errors and reports is tested with values too")
    func reports() throws {
        let error = ClientError(phase: .connecting, code: 4004, text: "over quota")
        #expect(error.code == 4004 && "\(error)" == "connecting, code 4004: over quota")
        let report = ClientReport(
            number: 1, time: .zero,
            kind: .subscriptionChanged(
                ChannelName("private-a"),
                .failed(SubscriptionFailure(status: 403, what: "refused"))))
        guard case .subscriptionChanged(_, .failed(let failure)) = report.kind else {
            Issue.record("another kind")
            return
        }
        #expect(failure.status == 403)
        let gap = ConnectionGap(
            lastReceived: .zero, lossNoticed: ChannelsTimestamp.zero.advanced(by: .seconds(5)),
            reconnected: ChannelsTimestamp.zero.advanced(by: .seconds(6)))
        #expect(gap.downtime == .seconds(1) && gap.duration == .seconds(6))
    }

    // MARK: Handlers that wait

    @MainActor private final class Screen {
        var lines: [String] = []
        var states: [ConnectionState] = []

        func show(_ event: ReceivedEvent) { self.lines.append("\(event.name)") }
    }

    private static func play(
        _ scene: (ChannelsClient, ScriptedServer) async throws -> Void
    ) async throws {
        let server = ScriptedServer()
        let client = try server.client(ChannelsOptions(appKey: "key", host: .cluster("eu")))
        async let running: Void = client.run()
        try await scene(client, server)
        await client.stop()
        await running
    }

    @Test("a handler may wait, and gets one event after the other")
    func waiting() async throws {
        try await Self.play { client, server in
            let orders = try await client.subscribe("orders")
            let (handled, handle) = AsyncStream<String>.makeStream()
            let isBusy = Mutex(false)
            await orders.bind("created") { event in
                #expect(
                    isBusy.withLock { busy in
                        defer { busy = true }; return !busy
                    })
                await Task.yield()
                handle.yield(event.data.text)
                isBusy.withLock { $0 = false }
            }
            await client.connect()
            let connection = try await server.nextAttempt().establish()
            try await connection.nextSubscription().confirm()
            for number in 1...100 {
                connection.publish("created", on: "orders", data: EventData("\(number)"))
            }
            var texts: [String] = []
            for await text in handled {
                texts.append(text)
                if texts.count == 100 { break }
            }
            #expect(texts == (1...100).map { "\($0)" })
        }
    }

    @Test("a handler on the main actor compiles as it is written, and is called")
    func mainActor() async throws {
        try await Self.play { client, server in
            let screen = Screen()
            let (ends, end) = AsyncStream<Void>.makeStream()
            let orders = try await client.subscribe("orders")
            await client.onStateChange { @MainActor change in screen.states.append(change.current) }
            await orders.bind("created") { @MainActor event in screen.lines.append(event.data.text)
            }
            await client.bind { @MainActor event in
                await Task.yield()
                screen.show(event)
                if event.name == "last" { end.yield() }
            }
            await client.connect()
            let connection = try await server.nextAttempt().establish()
            try await connection.nextSubscription().confirm()
            connection.publish("created", on: "orders", data: "tea")
            connection.publish("last", on: "orders", data: "")
            for await _ in ends { break }
            for await state in client.states where state == .connected { break }
            while await screen.states.count < 2 { await Task.yield() }
            while await screen.lines.contains("tea") == false { await Task.yield() }
            #expect(await screen.lines.contains("last"))
            #expect(await screen.states == [.connecting, .connected])
        }
    }

    @Test("a handler that waits is called no more once it is removed")
    func removed() async throws {
        try await Self.play { client, server in
            let orders = try await client.subscribe("orders")
            let (handled, handle) = AsyncStream<String>.makeStream()
            let binding = await orders.bind { event in
                await Task.yield()
                handle.yield("removed: \(event.name)")
            }
            await orders.unbind(binding)
            await orders.bind("created") { event in
                await Task.yield()
                handle.yield("\(event.name)")
            }
            await client.connect()
            let connection = try await server.nextAttempt().establish()
            try await connection.nextSubscription().confirm()
            connection.publish("created", on: "orders", data: "")
            for await line in handled {
                #expect(line == "created")
                break
            }
        }
    }

    @Test("a handler that has its channel does not keep a forgotten client alive")
    func forgotten() async throws {
        weak var forgotten: ChannelsClient?
        var kept: ChannelsClient.Channel?
        do {
            let client = try ScriptedServer().client(
                ChannelsOptions(appKey: "key", host: .cluster("eu")))
            let orders = try await client.subscribe("private-orders")
            await orders.bind("created") { _ in
                _ = try? await orders.trigger("client-seen", data: ["seen": true])
            }
            await orders.bind("paid") { _ in
                _ = try? await orders.trigger("client-seen", data: ["seen": true])
            }
            await client.onStateChange { _ in await orders.unsubscribe() }
            (forgotten, kept) = (client, orders)
        }
        #expect(forgotten == nil)
        let orders = try #require(kept)
        #expect(await orders.state == nil)
        for await _ in orders.events {}
        await #expect(throws: ChannelsError.self) {
            try await orders.trigger("client-seen", data: ["seen": true])
        }
        await #expect(throws: ClientError.self) { try await orders.subscribed() }
    }

    // MARK: Without `run()`

    private struct Lines: LogHandler {
        let lines: AsyncStream<String>.Continuation
        var logLevel = Logger.Level.notice
        var metadata = Logger.Metadata()

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { self.metadata[key] }
            set { self.metadata[key] = newValue }
        }

        func log(event: LogEvent) { self.lines.yield("\(event.level): \(event.message)") }
    }

    @Test("connect() without run() is told in the log")
    func withoutRun() async throws {
        let (lines, line) = AsyncStream<String>.makeStream()
        let server = ScriptedServer()
        var options = ChannelsOptions(appKey: "key", host: .cluster("eu"))
        options.logger = Logger(label: "channels") { _ in Lines(lines: line) }
        let client = try server.client(options)
        await client.connect()
        try await server.clock.timer(of: .seconds(5))
        server.clock.advance(by: .seconds(5))
        for await line in lines {
            #expect(line.hasPrefix("notice: connect() was called, but run() was not"))
            break
        }
    }
}
