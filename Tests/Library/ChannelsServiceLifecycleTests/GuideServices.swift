#if Integrations
import Channels
import ChannelsMetrics
import ChannelsServiceLifecycle
import Logging
import ServiceLifecycle
import UnixSignals

/// The code of the section "Metrics and services" of docs/library/reference.md.
enum GuideServices {
    /// A reporter beside the client.
    static func metrics(_ client: ChannelsClient) async {
        // guide: metrics start
        let reporter = ChannelsMetricsReporter(client, dimensions: [("app", "shop")])
        async let reporting: Void = reporter.report()
        await client.run()
        // guide: metrics end
        await reporting
    }

    /// A group with a client and its metrics.
    static func group(_ client: ChannelsClient, _ logger: Logger) -> ServiceGroup {
        // guide: service start
        let group = ServiceGroup(
            services: [ChannelsMetricsReporter(client), ChannelsService(client)],
            gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
        // guide: service end
        return group
    }
}
#endif
