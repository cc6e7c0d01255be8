#if Integrations
public import Channels
import ChannelsMeasurements
import ChannelsProtocol
public import CoreMetrics
public import ServiceLifecycle

/// Reports a client's activity to the metrics backend of your program (swift-metrics): its state,
/// attempts, losses, gaps, round trips, and its events by channel. The names are the same as in
/// `buoy --metrics` (docs/operating.md), so the same rules and dashboards work.
///
/// ```swift
/// let reporter = ChannelsMetricsReporter(client)
/// async let reporting: Void = reporter.report()
/// async let running: Void = client.run()
/// ```
/// In a `ServiceGroup`, use it as a service, before or after the client's.
///
/// ```swift
/// let group = ServiceGroup(
///     services: [ChannelsMetricsReporter(client), ChannelsService(client)],
///     gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
/// ```
/// It reads a separate stream from the client, one batch at a time. Without a reporter, a client
/// has no overhead.
public struct ChannelsMetricsReporter: Service {
    private let client: ChannelsClient
    private let batches: ClientStream<[ClientReport]>
    private let dimensions: [(String, String)]
    private let channelLimit: Int
    private let factory: any MetricsFactory

    /// Starts listening to a client. Reports are queued until `run()` or `report()` is called.
    ///
    /// - Parameters:
    ///   - client: the client whose activity to report.
    ///   - dimensions: labels for every metric, such as the app name if there are several clients.
    ///   - channelLimit: the number of channels to count by name. Events on other channels are
    ///     counted under `(other)`, because a backend keeps a series for each channel.
    ///   - factory: the backend; by default, the program's.
    public init(
        _ client: ChannelsClient, dimensions: [(String, String)] = [], channelLimit: Int = 100,
        factory: any MetricsFactory = MetricsSystem.factory
    ) {
        self.client = client
        self.batches = client.reportBatches(limits: ListenerLimits(countsSkipped: false))
        self.dimensions = dimensions
        self.channelLimit = channelLimit
        self.factory = factory
    }

    /// Reports until the group shuts down or the task is cancelled. Call it only once.
    ///
    /// When the group shuts down, it stops the client, whose service may not have been asked yet,
    /// and reports everything up to that stop. If the client stops first, it keeps waiting, because
    /// a service that returns early shuts down its group. Without a group, call `report()`.
    public func run() async {
        await withDiscardingTaskGroup { group in
            group.addTask {
                guard (try? await gracefulShutdown()) != nil else { return }
                await self.client.stop()
            }
            await self.report()
        }
    }

    /// Reports until the client has stopped or the task is cancelled, in a program without a
    /// `ServiceGroup`. Call it only once.
    public func report() async {
        var meter = ClientMeter(channelLimit: self.channelLimit)
        var recorder = MetricRecorder(self.factory, self.dimensions)
        recorder.record(meter.initial)
        for await batch in self.batches {
            recorder.record(meter.measure(batch))
            recorder.record(meter.skipped(inTotal: self.client.skippedEvents))
        }
    }
}
#endif
