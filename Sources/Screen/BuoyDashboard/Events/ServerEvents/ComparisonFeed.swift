package import ChannelsProtocol
import DequeModule

/// Compares two servers while their reports come in, and names the events that differ.
///
/// Starts when both servers have answered for every channel: earlier events only one of them may
/// have been able to deliver.
package struct ComparisonFeed: Sendable {
    package enum Difference: Hashable, Sendable {
        case onlyHere(ServerEvent)
        case late(ServerEvent, Duration)
        case data(ServerEvent, ServerEvent)
    }

    private struct Content: Hashable {
        let channel: ChannelName?
        let name: EventName
        let data: EventData
    }

    package private(set) var comparison: ServerComparison
    private var merge = ServerMerge()
    /// Events that something may still be found about, in order.
    private var events: Deque<ServerEvent> = []

    private var unanswered: [Set<ChannelName>]
    /// Per server, events from before the start whose counterpart has not come, and how often.
    private var early: [[Content: Int]] = [[:], [:]]
    private var start: ChannelsTimestamp?

    static let limit = 50_000

    package init(of channels: Set<ChannelName>, window: Duration) {
        self.comparison = ServerComparison(window: window)
        self.unanswered = [channels, channels]
    }

    package var hasBegun: Bool { self.start != nil }

    /// - Parameter server: 0 or 1.
    package mutating func received(_ batch: [ClientReport], from server: Int) {
        self.merge.received(batch, from: server)
    }

    package mutating func passed(to now: ChannelsTimestamp) -> [Difference] {
        var findings = self.compare(self.merge.due(at: now))
        findings += self.comparison.passed(to: now.advanced(by: .zero - ServerMerge.patience))
        defer { self.forget(before: now) }
        return self.differences(findings)
    }

    package mutating func finish(at now: ChannelsTimestamp) -> [Difference] {
        let findings = self.compare(self.merge.due(at: nil)) + self.comparison.finish(at: now)
        return self.differences(findings)
    }

    private mutating func compare(_ events: [ServerEvent]) -> [ComparisonFinding] {
        var findings: [ComparisonFinding] = []
        for event in events {
            if case .received(let received) = event.event.kind {
                guard self.isCompared(received, from: event.server) else { continue }
                self.events.append(event)
            }
            self.noteAnswer(event)
            findings += self.comparison.handle(
                event.event, number: event.event.number, on: event.server == 0 ? .first : .second)
        }
        return findings
    }

    private mutating func noteAnswer(_ event: ServerEvent) {
        guard self.start == nil,
            case .subscriptionChanged(let channel, let state) = event.event.kind
        else { return }
        switch state {
        case .subscribed, .failed: self.unanswered[event.server].remove(channel)
        default: return
        }
        if self.unanswered.allSatisfy(\.isEmpty) { self.start = event.event.time }
    }

    /// Not before the start, and not if its counterpart came then.
    private mutating func isCompared(_ event: ChannelsEvent, from server: Int) -> Bool {
        let content = Content(channel: event.channel, name: event.name, data: event.data)
        let other = 1 - server
        if let count = self.early[other][content] {
            self.early[other][content] = count > 1 ? count - 1 : nil
            return false
        }
        guard !self.hasBegun else { return true }
        self.early[server][content, default: 0] += 1
        return false
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

    private mutating func forget(before now: ChannelsTimestamp) {
        if let start, now.duration(since: start) > self.comparison.window {
            self.early = [[:], [:]]
        }
        let end = now.advanced(by: .zero - self.comparison.window * 3)
        while let first = self.events.first,
            first.event.time < end || self.events.count > Self.limit
        {
            self.events.removeFirst()
        }
    }
}
