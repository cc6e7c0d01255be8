import Channels
import ChannelsMetrics
import ChannelsServiceLifecycle
import Logging
import ServiceLifecycle
import UnixSignals

/// Runs a client with its metrics and a service that uses it, until SIGTERM or Ctrl-C. It watches
/// `buoy sandbox`; for your own app, change the key and the host.
@main
struct OrderWatcherProgram {
    static func main() async throws {
        // Here belongs MetricsSystem.bootstrap(…), with a backend such as swift-prometheus.
        let logger = Logger(label: "orders")
        let client = try ChannelsClient(
            ChannelsOptions(
                appKey: "buoy-sandbox-key", host: .host("127.0.0.1"), port: 6001, usesTLS: false))
        let orders = try await client.subscribe("orders").events
        try await Self.group(client, OrderWatcher(orders: orders, logger: logger), logger).run()
    }

    /// A group ends its services in reverse order: first what uses the client, then the client, and
    /// at last the reporter, which has heard how the client ended.
    static func group(
        _ client: ChannelsClient, _ watcher: OrderWatcher, _ logger: Logger
    ) -> ServiceGroup {
        ServiceGroup(
            services: [ChannelsMetricsReporter(client), ChannelsService(client), watcher],
            gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
    }
}
