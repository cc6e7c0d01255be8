import ChannelsProtocol

/// Puts the reports of several clients into one order, by the time of arrival.
///
/// Clients report in batches: a batch may contain events that are older than some of an earlier
/// batch of another client. Events therefore wait for a moment, and leave together.
package struct ServerMerge: Hashable, Sendable {
    private var waiting: [ServerEvent] = []
    private var next = 1

    package static let patience = Duration.milliseconds(60)
    /// Beyond that, all waiting events leave.
    static let limit = 20_000

    var isWaiting: Bool { !self.waiting.isEmpty }

    mutating func received(_ batch: [ClientReport], from server: Int) {
        self.waiting += batch.map { ServerEvent($0, from: server) }
    }

    /// In order and numbered from 1. `nil` for all.
    mutating func due(at now: ChannelsTimestamp?) -> [ServerEvent] {
        guard self.isWaiting else { return [] }
        // Sorting is stable, so that what one server said at the same time stays in its order.
        self.waiting.sort { $0.event.time < $1.event.time }
        var count = self.waiting.count
        if let now, count <= Self.limit {
            let latest = now.advanced(by: .zero - Self.patience)
            count = self.waiting.firstIndex { $0.event.time > latest } ?? count
        }
        var due = Array(self.waiting.prefix(count))
        self.waiting.removeFirst(count)
        for index in due.indices {
            due[index].event.number = self.next
            self.next += 1
        }
        return due
    }
}
