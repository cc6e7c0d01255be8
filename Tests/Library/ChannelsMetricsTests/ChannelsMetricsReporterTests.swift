#if Integrations
import BuoyTestBasics
import Channels
import ChannelsMetrics
import ChannelsTesting
import MetricsTestKit
import Testing

/// What users of the product do, with its public interface alone and the test backend of
/// swift-metrics.
@Suite("Metrics of a client in a backend", .inTurn)
struct ChannelsMetricsReporterTests {
    private static let app = [("app", "shop")]

    @Test("states, attempts, events, losses and gaps arrive, with the dimensions of the client")
    func everything() async throws {
        let backend = TestMetrics()
        let server = ScriptedServer()
        let client = try server.client(
            ChannelsOptions(
                appKey: "key", host: .host("example.test"), policy: .fixed(.seconds(3))))
        let reporter = ChannelsMetricsReporter(client, dimensions: Self.app, factory: backend)
        async let reporting: Void = reporter.report()
        async let running: Void = client.run()
        let orders = try await client.subscribe("orders")
        await client.connect()
        let first = try await server.nextAttempt().establish()
        try await first.nextSubscription().confirm()
        try await orders.subscribed()
        first.publish("created", on: "orders", data: ["id": 7])
        let ordersOfShop = Self.app + [("channel", "orders")]
        // `delivered()` does not wait for a reporter that has not started reading.
        try await eventually { backend.counterTotal(label: "channels_client_events_total") == 1 }
        try await server.delivered()
        let events = try backend.expectCounter("channels_client_events_total", ordersOfShop)
        #expect(events.totalValue == 1)
        let bytes = try backend.expectCounter(
            "channels_client_event_data_bytes_total", ordersOfShop)
        #expect(bytes.totalValue == 8)
        let connected = Self.app + [("state", "connected")]
        #expect(try backend.expectGauge("channels_client_state", connected).lastValue == 1)

        server.clock.advance(by: .seconds(1))
        first.lose()
        _ = try await server.clock.timer(of: .seconds(3))
        server.clock.advance(by: .seconds(3))
        let second = try await server.nextAttempt().establish()
        try await second.nextSubscription().confirm()
        try await server.delivered()
        #expect(try backend.expectCounter("channels_client_gaps_total", Self.app).totalValue == 1)
        #expect(
            try backend.expectCounter("channels_client_attempts_total", Self.app).totalValue == 2)
        let losses = backend.counterTotal(label: "channels_client_connection_losses_total")
        #expect(losses == 1)
        #expect(
            try backend.expectGauge("channels_client_subscribed_channels", Self.app).lastValue == 1)
        await client.stop()
        await running
        await reporting
        let stopped = Self.app + [("state", "disconnected")]
        #expect(try backend.expectGauge("channels_client_state", stopped).lastValue == 1)
    }

    @Test("round trips are a timer, and further channels share a label")
    func roundTrips() async throws {
        let backend = TestMetrics()
        let server = ScriptedServer()
        let client = try server.client(ChannelsOptions(appKey: "key", host: .host("a.test")))
        let reporter = ChannelsMetricsReporter(client, channelLimit: 0, factory: backend)
        async let reporting: Void = reporter.report()
        async let running: Void = client.run()
        let orders = try await client.subscribe("orders")
        await client.connect()
        let connection = try await server.nextAttempt().establish()
        try await connection.nextSubscription().confirm()
        try await orders.subscribed()
        connection.publish("created", on: "orders", data: ["id": 7])
        await client.ping()
        while try await !connection.nextText().contains("pusher:ping") {}
        connection.send(#"{"event":"pusher:pong","data":{}}"#)
        try await eventually { backend.counterTotal(label: "channels_client_events_total") == 1 }
        try await server.delivered()
        #expect(try backend.expectTimer("channels_client_round_trip_seconds").values.count == 1)
        let others = try backend.expectCounter(
            "channels_client_events_total", [("channel", "(other)")])
        #expect(others.totalValue == 1)
        await client.stop()
        await running
        await reporting
    }
}
#endif
