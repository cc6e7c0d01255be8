/// A metric's name, type and unit, by the conventions of Prometheus and OpenMetrics 1.0: base
/// units, and the unit as the end of the name.
package struct MetricFamily: Sendable {
    package enum Kind: Hashable, Sendable {
        case counter
        case gauge
        /// The buckets' upper bounds, ascending, without infinity.
        case histogram([Double])
        case info
    }

    package enum Unit: String, Hashable, Sendable {
        case seconds, bytes
    }

    /// Without the suffix of a sample: `channels_client_attempts`.
    package let name: String
    package let kind: Kind
    package let unit: Unit?
    package let labels: [String]
    package let help: String

    package init(
        _ name: String, _ kind: Kind, unit: Unit? = nil, labels: [String] = [], help: String
    ) {
        self.name = name
        self.kind = kind
        self.unit = unit
        self.labels = labels
        self.help = help
    }

    /// `channels_client_attempts_total`
    package var sampleName: String {
        switch self.kind {
        case .counter: self.name + "_total"
        case .info: self.name + "_info"
        case .gauge, .histogram: self.name
        }
    }
}

extension MetricFamily: Hashable {
    package static func == (left: MetricFamily, right: MetricFamily) -> Bool {
        left.name == right.name
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(self.name) }
}

package struct Measurement: Hashable, Sendable {
    package enum Change: Hashable, Sendable {
        /// To a total; 0 makes it known. A distribution is only made known.
        case add(Double)
        case set(Double)
        case observe(Double)
    }

    package let family: MetricFamily
    package let labels: [String]
    package let change: Change

    package init(_ family: MetricFamily, _ labels: [String], _ change: Change) {
        self.family = family
        self.labels = labels
        self.change = change
    }

    package init(_ family: MetricFamily, _ change: Change) { self.init(family, [], change) }
}
