/// Whose turn it is, and which connections are idle: a bounded number of requests at once, and the
/// others in the order of their arrival.
struct ConnectionSlots<Connection> {
    /// Turns that nobody has.
    private var free: Int
    /// The requests that wait for a turn, the oldest first.
    private var waiting: [Int] = []
    /// The idle connections, the one that was used last at the end.
    private var idle: [Connection] = []

    /// - Parameter limit: the maximum number of requests at once.
    init(limit: Int) { self.free = max(1, limit) }

    /// What a request has to do.
    enum RequestOutcome: Hashable {
        /// It is its turn.
        case go
        /// It waits until `finished()` names it.
        case wait
    }

    mutating func requested(_ request: Int) -> RequestOutcome {
        guard self.free > 0 else {
            self.waiting.append(request)
            return .wait
        }
        self.free -= 1
        return .go
    }

    /// A request that waits has been cancelled.
    mutating func cancelled(_ request: Int) { self.waiting.removeAll { $0 == request } }

    /// A turn has ended.
    ///
    /// - Returns: the request whose turn it is now; `nil` if none waits.
    mutating func finished() -> Int? {
        guard !self.waiting.isEmpty else {
            self.free += 1
            return nil
        }
        return self.waiting.removeFirst()
    }

    /// A connection may be used again.
    mutating func keep(_ connection: Connection) { self.idle.append(connection) }

    /// The idle connection that was used last: it is the least likely to have been ended by the
    /// server, and the others can go.
    mutating func takeIdle() -> Connection? { self.idle.popLast() }
}
