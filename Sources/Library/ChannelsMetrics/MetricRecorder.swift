#if Integrations
import ChannelsMeasurements
import CoreMetrics

/// Passes changes on to a metrics backend. Its objects are made once, because a backend looks
/// each up by its name and labels.
struct MetricRecorder {
    private enum Handle {
        case counter(Counter)
        case sum(FloatingPointCounter)
        case gauge(Gauge)
        case timer(CoreMetrics.Timer)
    }

    private struct Key: Hashable {
        let family: MetricFamily
        let labels: [String]
    }

    private let factory: any MetricsFactory
    private let dimensions: [(String, String)]
    private var handles: [Key: Handle] = [:]

    init(_ factory: any MetricsFactory, _ dimensions: [(String, String)]) {
        self.factory = factory
        self.dimensions = dimensions
    }

    mutating func record(_ changes: [Measurement]) {
        for change in changes { self.record(change) }
    }

    private mutating func record(_ measurement: Measurement) {
        let key = Key(family: measurement.family, labels: measurement.labels)
        let handle = self.handles[key] ?? self.handle(key)
        self.handles[key] = handle
        switch (handle, measurement.change) {
        case (.counter(let counter), .add(let difference)):
            counter.increment(by: Int64(exactly: difference) ?? 0)
        case (.sum(let counter), .add(let difference)): counter.increment(by: difference)
        case (.gauge(let gauge), .set(let value)): gauge.record(value)
        case (.timer(let timer), .observe(let seconds)): timer.recordSeconds(seconds)
        // A distribution is announced, but nothing else is measured of a client.
        case (.timer, _), (.counter, _), (.sum, _), (.gauge, _): break
        }
    }

    private func handle(_ key: Key) -> Handle {
        let family = key.family
        let label = family.sampleName
        let dimensions = self.dimensions + zip(family.labels, key.labels).map { ($0, $1) }
        switch family.kind {
        case .counter where family.unit == .seconds:
            return .sum(
                FloatingPointCounter(label: label, dimensions: dimensions, factory: self.factory))
        case .counter:
            return .counter(Counter(label: label, dimensions: dimensions, factory: self.factory))
        case .gauge, .info:
            return .gauge(Gauge(label: label, dimensions: dimensions, factory: self.factory))
        case .histogram:
            return .timer(
                CoreMetrics.Timer(
                    label: label, dimensions: dimensions, preferredDisplayUnit: .seconds,
                    factory: self.factory))
        }
    }
}
#endif
