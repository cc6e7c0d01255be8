import BuoyScripts
import ChannelsEventWords
import ChannelsProtocol
import DequeModule

/// A step of the connection: a report of the client, or a fault that was made on purpose.
enum ConnectionStep: Hashable, Sendable {
    case report(ClientReport)
    case fault(FaultSchedule.Change, at: Timestamp)

    /// When it happened.
    var time: Timestamp {
        switch self {
        case .report(let event): event.time
        case .fault(_, let time): time
        }
    }

    /// Whether it is good news.
    var outcome: EventDescription.Outcome {
        switch self {
        case .report(let event): event.words.outcome
        case .fault(.end, _): .good
        case .fault: .warning
        }
    }

    /// What happened, as one line. It may contain text from a peer.
    var rowText: String {
        switch self {
        case .report(let event): event.words.rowText
        case .fault(let change, _): "fault \(change.sentence)"
        }
    }

    /// Whether this step lasts until the other one.
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
    /// The lasting fault that starts; `nil` for one that strikes or is over.
    fileprivate var inForce: FaultSchedule.InForce? {
        if case .begin(let fault) = self { fault } else { nil }
    }
}

/// The steps that led to the current state of the connection, oldest first.
struct ConnectionSteps: Hashable, Sendable {
    /// A day of a connection that is lost every few minutes.
    private static let limit = 2000

    private var kept: Deque<ConnectionStep> = []
    /// How many were dropped to make room.
    private var dropped = 0

    /// No steps.
    init() {}

    /// Keeps a report, if it is a step.
    mutating func handle(_ event: ClientReport) {
        switch event.kind {
        case .stateChanged, .attemptStarted, .attemptFailed, .retryScheduled, .gap, .suspended,
            .clockStepped, .networkChanged:
            self.append(.report(event.detached))
        default:
            break
        }
    }

    /// Keeps what has happened to faults.
    mutating func handle(_ report: FaultReport) {
        for change in report.changes { self.append(.fault(change, at: report.time)) }
    }

    /// Keeps a step in the order of time: a fault may be told after what came of it.
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

    /// The number of steps.
    var count: Int { self.kept.count }

    /// The sequence numbers of the steps; they stay the same when older ones are dropped.
    var sequence: Range<Int> { self.dropped..<self.dropped + self.kept.count }

    /// A step by its sequence number; `nil` if it is not kept.
    subscript(number: Int) -> ConnectionStep? {
        self.sequence.contains(number) ? self.kept[number - self.dropped] : nil
    }

    /// The attempt that was scheduled because of a report; `nil` if none was, or if it is not kept.
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

    /// How long a step lasted: a state until the next state, a lasting fault until its end, another
    /// report until the next one; up to now if there isn't one.
    func duration(of number: Int, at now: Timestamp) -> Duration {
        guard let step = self[number] else { return .zero }
        if case .fault(let change, _) = step, change.inForce == nil { return .zero }
        var next = number + 1
        while let other = self[next], !step.isFollowed(by: other) { next += 1 }
        return max((self[next]?.time ?? now).duration(since: step.time), .zero)
    }

    /// All steps, oldest first.
    var all: some Sequence<ConnectionStep> { self.kept }
}
