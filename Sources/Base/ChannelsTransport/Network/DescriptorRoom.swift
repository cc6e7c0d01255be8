/// Counts the descriptors that connections may take. Some are reserved: files, resolvers, child
/// processes and libdispatch need them too, and libdispatch ends the process without one.
struct DescriptorRoom: Hashable, Sendable {
    enum Purpose {
        case client
        /// May use half of the reserve, to reconnect while clients have taken the rest.
        case own
    }

    var limit: Int
    private(set) var taken = 0
    /// Of these, not open yet.
    private(set) var promised = 0
    private(set) var others = 0
    /// How many may be taken before `others` must be counted again.
    private var trusted = 0

    init(limit: Int) {
        self.limit = limit
    }

    var reserve: Int { 16 + min(max(self.limit, 0) / 64, 48) }

    func left(for purpose: Purpose) -> Int {
        let kept = purpose == .client ? self.reserve : self.reserve / 2
        return self.limit - self.others - self.taken - kept
    }

    var isStale: Bool { self.trusted <= 0 }

    mutating func counted(open: Int) {
        self.others = max(0, open - (self.taken - self.promised))
        // The other users of descriptors may have taken as many in the meantime.
        self.trusted = max(4, self.left(for: .client) / 2)
    }

    /// - Parameter promised: how many of them will be opened later.
    /// - Returns: `false` if there are too few; then none is taken.
    mutating func take(_ count: Int, promised: Int = 0, for purpose: Purpose) -> Bool {
        guard self.left(for: purpose) >= count else {
            self.trusted = 0
            return false
        }
        self.taken += count
        self.promised += promised
        self.trusted -= count
        return true
    }

    mutating func takeInstead(_ count: Int, promised: Int) {
        self.taken += count
        self.promised += promised
    }

    mutating func opened() { self.promised = max(0, self.promised - 1) }

    mutating func giveBack(_ count: Int, promised: Int = 0) {
        self.taken = max(0, self.taken - count)
        self.promised = max(0, self.promised - promised)
    }
}

struct AcceptingPolicy: Hashable, Sendable {
    enum Decision: Hashable, Sendable {
        case accept
        /// - notifies: whether to tell the user.
        case pause(Duration, notifies: Bool)
    }

    static let pause = Duration.milliseconds(200)
    /// After the system has refused a descriptor, because something else takes them.
    static let longPause = Duration.seconds(1)
    /// A shortage is reported again only after this time without one.
    static let calm = Duration.seconds(60)

    private var isPaused = false
    /// The end of the pause, even if there are descriptors earlier.
    private var pausedUntil: Duration?
    private var lastPause: Duration?

    /// - Parameter time: any clock that does not jump.
    mutating func checked(clients: Int, at time: Duration) -> Decision {
        if let until = self.pausedUntil, time < until {
            return self.paused(for: until - time, at: time)
        }
        self.pausedUntil = nil
        // After a pause there must be room for two: otherwise the next pause would start at once.
        guard clients >= (self.isPaused ? 2 : 1) else {
            return self.paused(for: Self.pause, at: time)
        }
        self.isPaused = false
        return .accept
    }

    mutating func failed(at time: Duration) -> Decision {
        self.pausedUntil = time + Self.longPause
        return self.paused(for: Self.longPause, at: time)
    }

    private mutating func paused(for pause: Duration, at time: Duration) -> Decision {
        defer { (self.isPaused, self.lastPause) = (true, time) }
        let isCalm = self.lastPause.map { time - $0 >= Self.calm } ?? true
        return .pause(pause, notifies: !self.isPaused && isCalm)
    }
}
