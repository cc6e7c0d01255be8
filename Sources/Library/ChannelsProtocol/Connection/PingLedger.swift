/// The unanswered pings of a connection.
///
/// A pong says neither which ping it answers nor whether earlier pongs are late or lost;
/// servers answer in order, but may leave out pings. So:
/// - A pong proves that the server answers now: no earlier ping is unanswered any more.
/// - If exactly one ping was unanswered, the time since is the round trip; else it is unknown.
/// - As many pongs may still come as there were other pings. Until the time limit of the last
///   of these, no pong is measured against a newer ping.
struct PingLedger: Hashable, Sendable {
    private var unanswered: [ChannelsTimestamp] = []
    /// Pongs to earlier pings that may still arrive, and the latest time for them.
    private var late = 0
    private var lateUntil = ChannelsTimestamp.zero
    private var isOverdueReported = false

    /// Bounds the list for servers that never answer.
    private static let limit = 100

    var oldest: ChannelsTimestamp? { self.unanswered.first }

    mutating func sent(at time: ChannelsTimestamp) {
        if self.unanswered.count < Self.limit { self.unanswered.append(time) }
    }

    /// - Parameters:
    ///   - newest: the pong had arrived when this ping was sent, so it answers an earlier one;
    ///     `nil` if it may answer any.
    ///   - limit: how late a pong may come.
    mutating func ponged(
        before newest: ChannelsTimestamp? = nil, within limit: Duration, at time: ChannelsTimestamp
    ) -> LivenessStateMachine.PongOutcome {
        if time > self.lateUntil { self.late = 0 }
        let later = newest.map { newest in self.unanswered.filter { $0 >= newest } } ?? []
        let answered = self.unanswered.dropLast(later.count)
        guard let last = answered.last else { return self.pongedLate() }
        self.unanswered = later
        self.isOverdueReported = false
        guard answered.count > 1 || self.late > 0 else {
            return .answer(roundTrip: max(time.duration(since: last), .zero))
        }
        if answered.count > 1 { self.lateUntil = last.advanced(by: limit) }
        self.late += answered.count - 1
        return .answer(roundTrip: nil)
    }

    private mutating func pongedLate() -> LivenessStateMachine.PongOutcome {
        guard self.late > 0 else { return .unexpected }
        self.late -= 1
        return .answer(roundTrip: nil)
    }

    func timeToOverdue(_ limit: Duration, at time: ChannelsTimestamp) -> Duration? {
        guard !self.isOverdueReported, let oldest = self.oldest else { return nil }
        return limit - time.duration(since: oldest)
    }

    mutating func noteOverdue() {
        if !self.unanswered.isEmpty { self.isOverdueReported = true }
    }
}
