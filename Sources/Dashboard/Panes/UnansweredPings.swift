import ChannelsProtocol

/// The pings that the server has not answered, and when it was heard last.
struct UnansweredPings: Hashable, Sendable {
    /// A server that does not answer.
    struct NoAnswer: Hashable, Sendable {
        /// How long ago the oldest ping was sent that is not answered.
        let pingAge: Duration
        /// When the connection is given up; `nil` when something has come since the last ping.
        let timeLeft: Duration?
        /// How long ago the last frame came.
        let lastFrameAge: Duration
    }

    private var sent: [Timestamp] = []
    private var timeLimit = Duration.zero
    /// When anything was heard last that is reported.
    private(set) var lastHeard: Timestamp?

    /// How long a ping may be out before it is worth a word.
    private static let patience = Duration.seconds(2)
    /// A server that never answers makes no longer list.
    private static let limit = 100

    mutating func sent(_ ping: SentPing, at time: Timestamp) {
        self.timeLimit = ping.timeLimit
        self.heard(at: ping.lastReceived)
        if self.sent.count < Self.limit { self.sent.append(time) }
    }

    /// Reports may have been folded: what was sent up to the ping that is answered is answered too.
    mutating func answered(after roundTrip: Duration, at time: Timestamp) {
        self.heard(at: time)
        self.sent.removeAll { time.duration(since: $0) >= roundTrip - .milliseconds(5) }
    }

    mutating func heard(at time: Timestamp) {
        self.lastHeard = max(self.lastHeard ?? time, time)
    }

    func noAnswer(at now: Timestamp) -> NoAnswer? {
        guard let first = self.sent.first, let last = self.sent.last,
            now.duration(since: first) >= Self.patience
        else { return nil }
        let heard = self.lastHeard ?? first
        let left = self.timeLimit - now.duration(since: last)
        return NoAnswer(
            pingAge: now.duration(since: first),
            timeLeft: heard < last && left >= .zero ? left : nil,
            lastFrameAge: now.duration(since: heard))
    }
}
