import ChannelsEventWords
import ChannelsProtocol
import DequeModule

/// A reconnection, from the loss to the last channel that is back, or many subscriptions at once.
/// Its rows are folded into the first one.
struct RowGroup: Hashable, Sendable {
    enum Subject: Hashable, Sendable {
        case reconnection(ConnectionEnd)
        case subscriptions
    }

    let subject: Subject
    /// The row that stands for all of them.
    let head: Int
    let start: ChannelsTimestamp
    fileprivate(set) var rows: [Int] = []
    /// When the latest row came.
    fileprivate(set) var end: ChannelsTimestamp
    fileprivate(set) var subscribed = 0
    fileprivate(set) var refused = 0
    /// Attempts that failed, and how the latest one did.
    fileprivate(set) var failures = 0
    fileprivate(set) var lastFailure: ConnectionEnd?
    fileprivate(set) var back: ChannelsTimestamp?
    /// When the channels were back too.
    fileprivate(set) var settled: ChannelsTimestamp?
    fileprivate(set) var isOver = false
    var isUnfolded = false

    fileprivate init(_ subject: Subject, head: Int, at time: ChannelsTimestamp) {
        (self.subject, self.head, self.start, self.end) = (subject, head, time, time)
    }

    /// Whether the connection, or one of its channels, is not back yet.
    var isGoingOn: Bool {
        if case .subscriptions = self.subject { return false }
        return self.settled == nil && !self.isOver
    }

    fileprivate mutating func add(_ sequence: Int, at time: ChannelsTimestamp) {
        self.rows.append(sequence)
        self.end = time
    }
}

/// The groups of a log, oldest first. At most the latest one is not over.
struct RowGroups: Hashable, Sendable {
    private var groups: Deque<RowGroup> = []
    /// Subscriptions that become a group if there are enough of them.
    private var burst: RowGroup?

    /// Fewer rows are read faster than their sum.
    private static let leastSubscriptions = 4
    /// The longest time between two rows of a burst.
    private static let pause = Duration.seconds(1)
    /// Counts and members come a little later than the channels.
    private static let settling = Duration.seconds(2)

    subscript(head sequence: Int) -> RowGroup? {
        self.index(of: sequence).flatMap {
            self.groups[$0].head == sequence ? self.groups[$0] : nil
        }
    }

    var reconnection: RowGroup? { self.groups.last.flatMap { $0.isGoingOn ? $0 : nil } }

    /// - Returns: the rows to fold; some may be earlier rows.
    mutating func note(_ event: ClientReport, _ sequence: Int) -> [Int] {
        self.close(at: event.time)
        if case .stateChanged(let change) = event.kind, let end = change.lossEnd {
            self.burst = nil
            self.groups.append(RowGroup(.reconnection(end), head: sequence, at: event.time))
            return []
        }
        guard let last = self.groups.indices.last, !self.groups[last].isOver else {
            return self.noteBurst(event, sequence)
        }
        guard self.groups[last].take(event) else { return [] }
        self.groups[last].add(sequence, at: event.time)
        return self.groups[last].isUnfolded ? [] : [sequence]
    }

    private mutating func close(at time: ChannelsTimestamp) {
        if let burst, time.duration(since: burst.end) > Self.pause { self.burst = nil }
        guard let last = self.groups.indices.last else { return }
        let group = self.groups[last]
        switch group.subject {
        case .subscriptions:
            if time.duration(since: group.end) > Self.pause { self.groups[last].isOver = true }
        case .reconnection:
            guard let settled = group.settled else { return }
            if time.duration(since: settled) > Self.settling { self.groups[last].isOver = true }
        }
    }

    private mutating func noteBurst(_ event: ClientReport, _ sequence: Int) -> [Int] {
        guard var burst = self.burst else {
            guard case .subscriptionChanged(_, .subscribed) = event.kind else { return [] }
            var burst = RowGroup(.subscriptions, head: sequence, at: event.time)
            burst.subscribed = 1
            self.burst = burst
            return []
        }
        if burst.take(event) { burst.add(sequence, at: event.time) }
        guard burst.subscribed >= Self.leastSubscriptions else {
            self.burst = burst
            return []
        }
        self.burst = nil
        self.groups.append(burst)
        return burst.rows
    }

    /// - Parameter head: the row that stands for a group.
    /// - Returns: the group; `nil` if the row stands for none.
    mutating func toggle(head: Int) -> RowGroup? {
        guard let index = self.index(of: head), self.groups[index].head == head else { return nil }
        self.groups[index].isUnfolded.toggle()
        return self.groups[index]
    }

    mutating func drop(before first: Int) {
        while let oldest = self.groups.first, oldest.isOver,
            (oldest.rows.last ?? oldest.head) < first
        {
            self.groups.removeFirst()
        }
    }

    /// The latest group that begins at or before a row.
    private func index(of sequence: Int) -> Int? {
        var (low, high) = (0, self.groups.count)
        while low < high {
            let middle = (low + high) / 2
            if self.groups[middle].head <= sequence { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? low - 1 : nil
    }
}

extension RowGroup {
    /// Failures keep their own rows.
    /// - Returns: whether the row of the report belongs to the group.
    fileprivate mutating func take(_ event: ClientReport) -> Bool {
        switch event.kind {
        case .subscriptionChanged(_, .subscribed):
            self.subscribed += 1
            return true
        case .subscriptionChanged(_, .failed):
            self.refused += 1
            self.end = event.time
            return false
        case .subscriptionCount, .cacheMissed, .membersReplaced: return true
        default: break
        }
        guard case .reconnection = self.subject else { return false }
        switch event.kind {
        case .stateChanged(let change):
            guard change.current != .failed, change.current != .disconnected else {
                self.isOver = true
                return false
            }
            if case .established = change.cause { self.back = event.time }
            return true
        case .attemptFailed(_, let end, _):
            self.failures += 1
            self.lastFailure = end
            return true
        case .gap:
            self.settled = event.time
            return true
        case .signInChanged(.signedIn), .serverRecognized: return true
        default: return false
        }
    }
}

extension ConnectionEnd {
    /// What the row of a reconnection begins with.
    var lossWords: String { "lost: \(self.words(.row))" }
}

extension StateChange {
    /// Why a connection ended, if the client tries again.
    var lossEnd: ConnectionEnd? {
        guard self.previous == .connected, self.current != .failed, self.current != .disconnected
        else { return nil }
        return self.cause.end
    }
}
