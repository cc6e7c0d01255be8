import ChannelsProtocol

struct AlertMonitor: Sendable {
    private var watches: [AlertWatch]

    /// - Parameter start: when silences start to count.
    init(_ rules: [AlertRule], from start: ChannelsTimestamp) {
        self.watches = rules.map { AlertWatch($0, from: start) }
    }

    var isEmpty: Bool { self.watches.isEmpty }

    /// A rule that is the same keeps its state.
    mutating func use(_ rules: [AlertRule], at time: ChannelsTimestamp) {
        let before = self.watches
        self.watches = rules.map { rule in
            before.first { $0.rule == rule } ?? AlertWatch(rule, from: time)
        }
    }

    mutating func received(_ events: [ClientReport]) -> [Alert] {
        guard !self.isEmpty else { return [] }
        var alerts: [Alert] = []
        for event in events {
            for index in self.watches.indices {
                alerts += self.watches[index].received(event)
            }
        }
        return alerts
    }

    mutating func ticked(at time: ChannelsTimestamp) -> [Alert] {
        self.watches.indices.flatMap { self.watches[$0].ticked(at: time) }
    }
}
