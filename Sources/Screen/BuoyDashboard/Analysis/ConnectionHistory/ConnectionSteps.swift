import BuoyScripts
import ChannelsEventWords
import ChannelsProtocol
import DequeModule

enum ConnectionStep: Hashable, Sendable {
    case report(ClientReport)
    case fault(FaultSchedule.Change, at: ChannelsTimestamp)

    var time: ChannelsTimestamp {
        switch self {
        case .report(let event): event.time
        case .fault(_, let time): time
        }
    }

    var outcome: EventDescription.Outcome {
        switch self {
        case .report(let event): event.words.outcome
        case .fault(.end, _): .good
        case .fault: .warning
        }
    }

    /// One line, which may contain text from a peer.
    var rowText: String {
        switch self {
        case .report(let event): event.words.rowText
        case .fault(let change, _): "fault \(change.sentence)"
        }
    }

    fileprivate func isFollowed(by other: ConnectionStep) -> Bool {
        switch (self, other) {
        case (.report(let event), .report(let next)):
            guard case .stateChanged = event.kind else { return true }
            if case .stateChanged = next.kind { return true }
            return false
        case (.fault(.begin(let begun), _), .fault(.end(let ended), _)): return begun == ended
        default: return false
        }
    }
}

extension FaultSchedule.Change {
    fileprivate var inForce: FaultSchedule.InForce? {
        if case .begin(let fault) = self { fault } else { nil }
    }
}

struct ConnectionSteps: Hashable, Sendable {
    /// A day of a connection that is lost every few minutes.
    private static let limit = 2000

    private var kept: Deque<ConnectionStep> = []
    private var dropped = 0

    mutating func handle(_ event: ClientReport) {
        switch event.kind {
        case .stateChanged, .attemptStarted, .attemptFailed, .retryScheduled, .gap, .suspended,
            .clockStepped, .networkChanged:
            self.append(.report(event.detached))
        default:
            break
        }
    }

    mutating func handle(_ report: FaultReport) {
        for change in report.changes { self.append(.fault(change, at: report.time)) }
    }

    /// In the order of time: a fault may be told after what came of it.
    private mutating func append(_ step: ConnectionStep) {
        var index = self.kept.endIndex
        if case .fault(_, let time) = step {
            while index > self.kept.startIndex, self.kept[index - 1].time > time { index -= 1 }
        }
        self.kept.insert(step, at: index)
        guard self.kept.count > Self.limit else { return }
        self.kept.removeFirst()
        self.dropped += 1
    }

    var count: Int { self.kept.count }

    /// A step keeps its number when older ones are dropped.
    var sequence: Range<Int> { self.dropped..<self.dropped + self.kept.count }

    subscript(number: Int) -> ConnectionStep? {
        self.sequence.contains(number) ? self.kept[number - self.dropped] : nil
    }

    func retry(after event: ClientReport) -> ScheduledRetry? {
        let place = self.kept.lastIndex {
            if case .report(let step) = $0 { step.number <= event.number } else { false }
        }
        guard let place, case .report(let step) = self.kept[place], step.number == event.number
        else { return nil }
        for step in self.kept[(place + 1)...].prefix(3) {
            guard case .report(let next) = step else { continue }
            if case .retryScheduled(let retry) = next.kind { return retry }
            if case .stateChanged = next.kind { continue }
            return nil
        }
        return nil
    }

    /// A state lasts until the next state, a lasting fault until its end, another report until the
    /// next one; up to now if there isn't one.
    func duration(of number: Int, at now: ChannelsTimestamp) -> Duration {
        guard let step = self[number] else { return .zero }
        if case .fault(let change, _) = step, change.inForce == nil { return .zero }
        var next = number + 1
        while let other = self[next], !step.isFollowed(by: other) { next += 1 }
        return max((self[next]?.time ?? now).duration(since: step.time), .zero)
    }

    var all: some Sequence<ConnectionStep> { self.kept }
}
