import ChannelsProtocol

struct UnansweredPings: Hashable, Sendable {
    struct NoAnswer: Hashable, Sendable {
        let pingAge: Duration
        /// Until the connection is given up; `nil` if anything was received since the last ping.
        let timeLeft: Duration?
        let lastFrameAge: Duration
    }

    private var sent: [ChannelsTimestamp] = []
    private var timeLimit = Duration.zero
    private(set) var lastHeard: ChannelsTimestamp?

    /// How long a ping may be unanswered before this is shown.
    private static let patience = Duration.seconds(2)
    private static let limit = 100

    mutating func sent(_ ping: SentPing, at time: ChannelsTimestamp) {
        self.timeLimit = ping.timeLimit
        self.heard(at: ping.lastReceived)
        if self.sent.count < Self.limit { self.sent.append(time) }
    }

    /// Reports may have been folded: everything sent up to the answered ping is answered too. That
    /// ping is the one whose age is nearest to the round trip: a busy machine may report a ping
    /// later than it sent it.
    /// - Parameter roundTrip: `nil` if it is not known which ping is answered.
    mutating func answered(after roundTrip: Duration?, at time: ChannelsTimestamp) {
        self.heard(at: time)
        guard let roundTrip else {
            self.sent = []
            return
        }
        let distance = { (ping: ChannelsTimestamp) in
            let difference = time.duration(since: ping) - roundTrip
            return difference < .zero ? .zero - difference : difference
        }
        let answered = self.sent.indices.min { distance(self.sent[$0]) < distance(self.sent[$1]) }
        if let answered { self.sent.removeSubrange(...answered) }
    }

    mutating func heard(at time: ChannelsTimestamp) {
        self.lastHeard = max(self.lastHeard ?? time, time)
    }

    func oldestAge(at now: ChannelsTimestamp) -> Duration? {
        self.sent.first.map(now.duration(since:))
    }

    func noAnswer(at now: ChannelsTimestamp) -> NoAnswer? {
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
