import Channels
import ChannelsMeasurements
import Synchronization

/// Measures a client: it folds the client's reports, a batch at a time, and keeps the current
/// values ready to be read.
///
/// It has its own listener, so that the values are correct however slow the screen or the reader of
/// lines is. It also pings, because a client whose server sends continuously never does, and then
/// there would be no round trips.
final class ClientMetricsFeed: Sendable {
    private struct State {
        var meter = ClientMeter()
        var registry = MetricRegistry()
    }

    private let client: ChannelsClient
    private let batches: ClientStream<[ClientReport]>
    private let pingInterval: Duration
    private let state = Mutex(State())

    /// Starts to listen; reports are queued until `run()`.
    ///
    /// - Parameter pingInterval: how long it waits between two pings.
    init(_ client: ChannelsClient, pingInterval: Duration = .seconds(15)) {
        self.client = client
        self.pingInterval = pingInterval
        self.batches = client.reportBatches(limits: ListenerLimits(countsSkipped: false))
        self.state.withLock { $0.registry.take($0.meter.initial) }
    }

    /// Measures until the client has stopped, or the task is cancelled.
    func run() async {
        await withDiscardingTaskGroup { group in
            group.addTask { await self.ping() }
            for await batch in self.batches {
                self.state.withLock { $0.registry.take($0.meter.measure(batch)) }
            }
            group.cancelAll()
        }
    }

    /// By default, as often as Prometheus usually scrapes.
    private func ping() async {
        while (try? await Task.sleep(for: self.pingInterval)) != nil { await self.client.ping() }
    }

    /// The current values.
    var values: MetricRegistry {
        let skipped = self.client.skippedEvents
        return self.state.withLock { state in
            state.registry.take(state.meter.skipped(inTotal: skipped))
            return state.registry
        }
    }
}
