#if Integrations
import BuoyTestBasics
import Channels
import ChannelsMetrics
import ChannelsServiceLifecycle
import ChannelsTesting
import Logging
import ServiceLifecycle
import Testing
import UnixSignals

/// The code of the sections "In a service" and "Metrics" of OptionsAndIntegrations.md.
@Suite(.inTurn)
struct GuideServices {
    private static let options = ChannelsOptions(appKey: "key", host: .cluster("eu"))
    private let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    /// A reporter beside the client.
    static func metrics(_ client: ChannelsClient) async {
        // guide: metrics start
        let reporter = ChannelsMetricsReporter(client, dimensions: [("app", "shop")])
        async let reporting: Void = reporter.report()
        await client.run()
        // guide: metrics end
        await reporting
    }

    /// A group with a client, what it receives, and its metrics.
    private static func group(
        _ client: ChannelsClient, _ store: OrderStore, _ logger: Logger
    ) async throws -> ServiceGroup {
        // guide: service start
        let orders = try await client.subscribe("orders")
        let service = ChannelsService(client, drainTimeLimit: .seconds(10))
            .consuming(orders.events("created").pausingReading()) { order in
                try await store.add(order)
            }
        let group = ServiceGroup(
            services: [service, ChannelsMetricsReporter(client)],
            gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
        // guide: service end
        return group
    }

    // guide: service-drain start
    @Test("orders that have arrived are stored before the group ends")
    func drain() async throws {
        let (server, store) = (ScriptedServer(), OrderStore())
        let client = try server.client(Self.options)
        let orders = try await client.subscribe("orders").events("created")
        let service = ChannelsService(client)
            .consuming(orders) { order in try await store.add(order) }
        let group = ServiceGroup(services: [service], logger: self.logger)
        var arrivals = client.events("created").makeAsyncIterator()
        async let running: Void = group.run()
        let connection = try await server.nextAttempt().establish()
        try await connection.nextSubscription().confirm()
        for id in 1...3 {
            connection.publish("created", on: "orders", data: EventData("\(id)"))
            _ = await arrivals.next()
        }
        await group.triggerGracefulShutdown()
        while await arrivals.next() != nil {}
        #expect(await client.state == .disconnected)
        await store.open()
        try await running
        #expect(await store.orders == ["1", "2", "3"])
    }
    // guide: service-drain end

    @Test("the group of the guide ends with what has arrived")
    func wholeGroup() async throws {
        let (server, store) = (ScriptedServer(), OrderStore())
        let client = try server.client(Self.options)
        let group = try await Self.group(client, store, self.logger)
        await store.open()
        async let running: Void = group.run()
        let connection = try await server.nextAttempt().establish()
        try await connection.nextSubscription().confirm()
        connection.publish("created", on: "orders", data: EventData("1"))
        try await server.delivered()
        await group.triggerGracefulShutdown()
        try await running
        #expect(await store.orders == ["1"])
    }
}

/// A store that is busy until it is opened.
private actor OrderStore {
    private(set) var orders: [String] = []
    private var isOpen = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func add(_ order: ReceivedEvent) async throws {
        if !self.isOpen { await withCheckedContinuation { self.waiting.append($0) } }
        self.orders.append(order.data.text)
    }

    func open() {
        self.isOpen = true
        for continuation in self.waiting { continuation.resume() }
        self.waiting = []
    }
}
#endif
