import Channels
import ChannelsMeasurements
import ChannelsProtocol
import Synchronization

/// Measures a client with its own listener, so that the values are correct however slow the
/// screen or the reader of lines is. It also pings, because a client whose server sends
/// continuously never does, and there would be no round trips.
final class ClientMetricsFeed: Sendable {
    private struct State {
        var meter = ClientMeter()
        var registry = MetricRegistry()
        var health = ClientHealth(start: SystemTime().now())
    }

    private let client: ChannelsClient
    private let batches: ClientStream<[ClientReport]>
    private let pingInterval: Duration
    private let state = Mutex(State())

    /// Reports are queued until `run()`.
    ///
    /// - Parameter pingInterval: by default, as often as Prometheus usually scrapes.
    init(_ client: ChannelsClient, pingInterval: Duration = .seconds(15)) {
        self.client = client
        self.pingInterval = pingInterval
        self.batches = client.reportBatches(limits: ListenerLimits(countsSkipped: false))
        self.state.withLock { $0.registry.take($0.meter.initial) }
    }

    func run() async {
        await withDiscardingTaskGroup { group in
            group.addTask { await self.ping() }
            for await batch in self.batches {
                self.state.withLock {
                    $0.registry.take($0.meter.measure(batch))
                    $0.health.take(batch)
                }
            }
            group.cancelAll()
        }
    }

    private func ping() async {
        while (try? await Task.sleep(for: self.pingInterval)) != nil { await self.client.ping() }
    }

    var problem: String? {
        self.state.withLock { $0.health.problem(at: SystemTime().now()) }
    }

    var values: MetricRegistry {
        let skipped = self.client.skippedEvents
        return self.state.withLock { state in
            state.registry.take(state.meter.skipped(inTotal: skipped))
            return state.registry
        }
    }
}
