package import ChannelsProtocol
import DequeModule

/// Compares two servers while their reports come in, and names the events that differ.
package struct ComparisonFeed: Sendable {
    /// What differs.
    package enum Difference: Hashable, Sendable {
        /// Only this server delivered the event within the window.
        case onlyHere(ServerEvent)
        /// This server delivered the event this much later than the other.
        case late(ServerEvent, Duration)
        /// The first server delivered this event, the second one with other data.
        case data(ServerEvent, ServerEvent)
    }

    /// What was found so far.
    package private(set) var comparison: ServerComparison
    private var merge = ServerMerge()
    /// The events that something may still be found about, in order.
    private var events: Deque<ServerEvent> = []

    /// How many events are kept, to be named. Beyond that, differences are only counted.
    package static let limit = 50_000

    /// - Parameter window: how long an event waits for its counterpart.
    package init(window: Duration) { self.comparison = ServerComparison(window: window) }

    /// A client reported something.
    ///
    /// - Parameter server: 0 or 1.
    package mutating func received(_ batch: [ClientReport], from server: Int) {
        self.merge.received(batch, from: server)
    }

    /// Time passed.
    ///
    /// - Returns: what was found.
    package mutating func passed(to now: Timestamp) -> [Difference] {
        var findings = self.compare(self.merge.due(at: now))
        findings += self.comparison.passed(to: now.advanced(by: .zero - ServerMerge.patience))
        defer { self.forget(before: now) }
        return self.differences(findings)
    }

    /// Nothing more comes.
    ///
    /// - Returns: what was found.
    package mutating func finish(at now: Timestamp) -> [Difference] {
        let findings = self.compare(self.merge.due(at: nil)) + self.comparison.finish(at: now)
        return self.differences(findings)
    }

    private mutating func compare(_ events: [ServerEvent]) -> [ComparisonFinding] {
        var findings: [ComparisonFinding] = []
        for event in events {
            if case .received = event.event.kind { self.events.append(event) }
            findings += self.comparison.handle(
                event.event, number: event.event.number, on: event.server == 0 ? .first : .second)
        }
        return findings
    }

    private func differences(_ findings: [ComparisonFinding]) -> [Difference] {
        findings.compactMap { finding in
            guard let event = self.event(finding.number) else { return nil }
            switch finding.mark {
            case .onlyHere: return .onlyHere(event)
            case .late(let lag): return .late(event, lag)
            case .differs(let other):
                // Both events have this mark.
                guard event.server == 0, let other = self.event(other) else { return nil }
                return .data(event, other)
            }
        }
    }

    private func event(_ number: Int) -> ServerEvent? {
        var (low, high) = (self.events.startIndex, self.events.endIndex)
        while low < high {
            let middle = (low + high) / 2
            if self.events[middle].event.number < number { low = middle + 1 } else { high = middle }
        }
        guard self.events.indices.contains(low), self.events[low].event.number == number else {
            return nil
        }
        return self.events[low]
    }

    /// Forgets the events that nothing is found about any more.
    private mutating func forget(before now: Timestamp) {
        let end = now.advanced(by: .zero - self.comparison.window * 3)
        while let first = self.events.first,
            first.event.time < end || self.events.count > Self.limit
        {
            self.events.removeFirst()
        }
    }
}
