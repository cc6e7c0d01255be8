/// What is measured under one name: the description that a monitoring system is given with it.
///
/// Names and units follow the conventions of Prometheus and OpenMetrics 1.0: base units, and the
/// unit as the end of the name.
package struct MetricFamily: Sendable {
    /// How the values behave.
    package enum Kind: Hashable, Sendable {
        /// A total, which only grows.
        case counter
        /// A value that goes up and down.
        case gauge
        /// A distribution; the upper bounds of its buckets, in ascending order, without infinity.
        case histogram([Double])
        /// Facts that do not change, as labels.
        case info
    }

    /// The unit of the values.
    package enum Unit: String, Hashable, Sendable {
        case seconds, bytes
    }

    /// The name without the suffix of a sample: `channels_client_attempts`.
    package let name: String
    package let kind: Kind
    /// `nil` for plain numbers.
    package let unit: Unit?
    /// The names of the labels.
    package let labels: [String]
    /// One sentence.
    package let help: String

    /// - Parameter name: ends with the unit, if there is one.
    package init(
        _ name: String, _ kind: Kind, unit: Unit? = nil, labels: [String] = [], help: String
    ) {
        self.name = name
        self.kind = kind
        self.unit = unit
        self.labels = labels
        self.help = help
    }

    /// The name of a value: `channels_client_attempts_total`.
    package var sampleName: String {
        switch self.kind {
        case .counter: self.name + "_total"
        case .info: self.name + "_info"
        case .gauge, .histogram: self.name
        }
    }
}

extension MetricFamily: Hashable {
    /// A name means one thing.
    package static func == (left: MetricFamily, right: MetricFamily) -> Bool {
        left.name == right.name
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(self.name) }
}

/// One change of a value.
package struct Measurement: Hashable, Sendable {
    /// What happens to the value.
    package enum Change: Hashable, Sendable {
        /// A total grows by this much; 0 makes it known. A distribution is only made known.
        case add(Double)
        /// The value is now this; also for a total that is counted elsewhere.
        case set(Double)
        /// One more value of a distribution.
        case observe(Double)
    }

    package let family: MetricFamily
    /// The values of the labels, in the order of the family's names. They may come from others.
    package let labels: [String]
    package let change: Change

    /// A change of a value with labels.
    package init(_ family: MetricFamily, _ labels: [String], _ change: Change) {
        self.family = family
        self.labels = labels
        self.change = change
    }

    /// A change of a family's only value.
    package init(_ family: MetricFamily, _ change: Change) { self.init(family, [], change) }
}
