import ChannelsMeasurements

/// The current values of families, the result of all changes.
struct MetricRegistry: Sendable {
    enum Value: Hashable, Sendable {
        case number(Double)
        case distribution(Distribution)
    }

    private(set) var families: [MetricFamily] = []
    private(set) var values: [MetricFamily: [[String]: Value]] = [:]

    init() {}

    init(of servers: [(name: String, values: MetricRegistry)]) {
        for server in servers {
            for family in server.values.families {
                let labelled = MetricFamily(
                    family.name, family.kind, unit: family.unit, labels: ["server"] + family.labels,
                    help: family.help)
                if self.values[labelled] == nil { self.families.append(labelled) }
                for (labels, value) in server.values.values[family] ?? [:] {
                    self.values[labelled, default: [:]][[server.name] + labels] = value
                }
            }
        }
    }

    /// Adds families that this one does not have.
    mutating func add(_ other: MetricRegistry) {
        for family in other.families where self.values[family] == nil {
            self.families.append(family)
            self.values[family] = other.values[family]
        }
    }

    /// A family is shown from its first change on.
    mutating func take(_ changes: [Measurement]) {
        for change in changes { self.take(change) }
    }

    private mutating func take(_ measurement: Measurement) {
        let family = measurement.family
        if self.values[family] == nil { self.families.append(family) }
        // What is no longer so has no series.
        if family.kind == .info, measurement.change == .set(0) {
            self.values[family, default: [:]][measurement.labels] = nil
            return
        }
        let empty: Value =
            if case .histogram(let bounds) = family.kind {
                .distribution(Distribution(bounds: bounds))
            } else { .number(0) }
        self.values[family, default: [:]][measurement.labels, default: empty]
            .apply(measurement.change)
    }
}

extension MetricRegistry.Value {
    /// Numbers are not observed, and distributions are only observed; any other change is ignored.
    fileprivate mutating func apply(_ change: Measurement.Change) {
        switch (self, change) {
        case (.number(let value), .add(let difference)): self = .number(value + difference)
        case (.number, .set(let value)): self = .number(value)
        case (.distribution(var distribution), .observe(let value)):
            distribution.observe(value)
            self = .distribution(distribution)
        case (.number, .observe), (.distribution, .add), (.distribution, .set): break
        }
    }
}

struct Distribution: Hashable, Sendable {
    /// Inclusive upper bounds, in ascending order.
    let bounds: [Double]
    /// The numbers of values up to each bound that exceed the bound before.
    private var counts: [Int]
    private(set) var count = 0
    private(set) var sum = 0.0

    init(bounds: [Double]) {
        self.bounds = bounds
        self.counts = bounds.map { _ in 0 }
    }

    mutating func observe(_ value: Double) {
        self.count += 1
        self.sum += value
        guard let bucket = self.bounds.firstIndex(where: { value <= $0 }) else { return }
        self.counts[bucket] += 1
    }

    var cumulative: [(bound: Double, count: Int)] {
        var total = 0
        return zip(self.bounds, self.counts).map { bound, count in
            total += count
            return (bound, total)
        }
    }
}
