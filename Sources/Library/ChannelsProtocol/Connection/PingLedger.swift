/// The pings of a connection that the server has not answered.
///
/// A pong says neither which ping it answers nor whether earlier pongs are late or lost: a server
/// may leave out pings, and answers the others in order. What is known:
/// - A pong proves that the server answers now. No ping before it counts as unanswered any more.
/// - If exactly one ping was unanswered, the pong answers it, and the time between is the round
///   trip. If there were several, the round trip is unknown.
/// - As many pongs may still come as there were other pings. Until the time limit for the last of
///   these has passed, no pong is measured against a newer ping.
struct PingLedger: Hashable, Sendable {
    /// When the unanswered pings were sent, oldest first.
    private var unanswered: [ChannelsTimestamp] = []
    /// How many pongs to earlier pings may still arrive, and the latest time for them.
    private var late = 0
    private var lateUntil = ChannelsTimestamp.zero
    /// Whether the oldest unanswered ping was reported as overdue, or is not to be.
    private var isOverdueReported = false

    /// Bounds the list for servers that never answer.
    private static let limit = 100

    /// When the oldest unanswered ping was sent; `nil` if all were answered.
    var oldest: ChannelsTimestamp? { self.unanswered.first }

    mutating func sent(at time: ChannelsTimestamp) {
        if self.unanswered.count < Self.limit { self.unanswered.append(time) }
    }

    /// A pong arrived.
    /// - Parameters:
    ///   - newest: it had arrived when this ping was sent, so that it does not answer it or those
    ///     that followed; `nil` if it may answer any.
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

    /// A pong arrived, and no ping was unanswered.
    private mutating func pongedLate() -> LivenessStateMachine.PongOutcome {
        guard self.late > 0 else { return .unexpected }
        self.late -= 1
        return .answer(roundTrip: nil)
    }

    /// The time until the oldest ping is overdue; `nil` if that was reported, or all were answered.
    func timeToOverdue(_ limit: Duration, at time: ChannelsTimestamp) -> Duration? {
        guard !self.isOverdueReported, let oldest = self.oldest else { return nil }
        return limit - time.duration(since: oldest)
    }

    /// The oldest ping was reported as overdue, or is not to be.
    mutating func noteOverdue() {
        if !self.unanswered.isEmpty { self.isOverdueReported = true }
    }
}
