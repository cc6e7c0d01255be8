/// Counts the descriptors that connections may take.
///
/// Files, resolvers, child processes and libdispatch open descriptors too, and libdispatch ends the
/// process if it gets none. So a few are reserved, and never given to connections.
struct DescriptorRoom: Hashable, Sendable {
    /// Who asks for descriptors.
    enum Purpose {
        /// A client of a server of this process.
        case client
        /// A connection that this process opens. It may use half of the reserve, so that it can
        /// reconnect while clients have taken the rest.
        case own
    }

    /// The limit of the process.
    var limit: Int
    /// The descriptors that are open or promised for connections.
    private(set) var taken = 0
    /// Of these, the ones that are promised but not open yet.
    private(set) var promised = 0
    /// All other open descriptors.
    private(set) var others = 0
    /// The number that may be taken before `others` has to be counted again.
    private var trusted = 0

    init(limit: Int) {
        self.limit = limit
    }

    /// The descriptors that clients never get.
    var reserve: Int { 16 + min(max(self.limit, 0) / 64, 48) }

    func left(for purpose: Purpose) -> Int {
        let kept = purpose == .client ? self.reserve : self.reserve / 2
        return self.limit - self.others - self.taken - kept
    }

    /// Whether `others` has to be counted before the next answer is reliable.
    var isStale: Bool { self.trusted <= 0 }

    /// The open descriptors were counted, those of connections included.
    mutating func counted(open: Int) {
        self.others = max(0, open - (self.taken - self.promised))
        // The other users of descriptors may have taken as many in the meantime.
        self.trusted = max(4, self.left(for: .client) / 2)
    }

    /// Takes descriptors.
    ///
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

    /// Takes descriptors for a client that replaces one that is being closed.
    mutating func takeInstead(_ count: Int, promised: Int) {
        self.taken += count
        self.promised += promised
    }

    mutating func opened() { self.promised = max(0, self.promised - 1) }

    /// Descriptors were closed, or are not needed.
    mutating func giveBack(_ count: Int, promised: Int = 0) {
        self.taken = max(0, self.taken - count)
        self.promised = max(0, self.promised - promised)
    }
}

/// Decides when a listener accepts, by the descriptors that are left.
struct AcceptingPolicy: Hashable, Sendable {
    /// What to do with the listener.
    enum Decision: Hashable, Sendable {
        /// Accept, or continue to accept.
        case accept
        /// Accept nothing, and check again after this time.
        /// - notifies: whether the user has to be told.
        case pause(Duration, notifies: Bool)
    }

    /// The minimum length of a pause.
    static let pause = Duration.milliseconds(200)
    /// The same after the system has refused a descriptor, because something else takes them.
    static let longPause = Duration.seconds(1)
    /// The time without a shortage after which the next one is reported.
    static let calm = Duration.seconds(60)

    private var isPaused = false
    /// When the pause ends, even if there are descriptors earlier.
    private var pausedUntil: Duration?
    /// When the last pause was seen.
    private var lastPause: Duration?

    init() {}

    /// Handles a count of the descriptors.
    ///
    /// - Parameters:
    ///   - clients: the number of clients that there are descriptors for.
    ///   - time: any clock that does not jump.
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

    /// The system had no descriptor for a client.
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
