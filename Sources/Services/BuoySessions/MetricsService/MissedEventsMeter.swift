package import ChannelsMeasurements
import Synchronization

/// Events that were published while a client could not receive them.
package final class MissedEventsMeter: Sendable {
    package static let families = [count]

    private static let count = MetricFamily(
        "channels_client_missed_events", .counter,
        help: "Events published during gaps, if the server keeps a history.")

    private let registry = Mutex(MetricRegistry())

    package init() {}

    package func record(_ count: Int) {
        self.registry.withLock { $0.take([Measurement(Self.count, .add(Double(count)))]) }
    }

    var values: MetricRegistry { self.registry.withLock { $0 } }
}
