import Channels
import ChannelsMetrics
import ChannelsServiceLifecycle
import Logging
import ServiceLifecycle
import UnixSignals

/// Logs every order, and runs a client with its metrics, until SIGTERM or Ctrl-C. It watches
/// `buoy sandbox`; for your own app, change the key and the host.
@main
struct OrderWatcherProgram {
    static func main() async throws {
        // Here belongs MetricsSystem.bootstrap(…), with a backend such as swift-prometheus.
        let logger = Logger(label: "orders")
        let client = try ChannelsClient(
            ChannelsOptions(
                appKey: "buoy-sandbox-key", host: .host("127.0.0.1"), port: 6001, usesTLS: false))
        try await Self.group(client, logger).run()
    }

    /// A group that logs the orders, including those that arrived just before it shuts down.
    static func group(_ client: ChannelsClient, _ logger: Logger) async throws -> ServiceGroup {
        let orders = try await client.subscribe("orders").events
        let watcher = ChannelsService(client).consuming(orders) { order in
            logger.notice("\(order.name)", metadata: ["order": "\(order.data.text)"])
        }
        logger.notice("waiting for orders")
        return ServiceGroup(
            services: [watcher, ChannelsMetricsReporter(client)],
            gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
    }
}
