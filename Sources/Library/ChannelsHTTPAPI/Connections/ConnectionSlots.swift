/// A bounded number of requests at once; the others wait in the order of their arrival.
struct ConnectionSlots<Connection> {
    private var free: Int
    private var waiting: [Int] = []
    /// The one used last is at the end.
    private var idle: [Connection] = []

    init(limit: Int) { self.free = max(1, limit) }

    enum RequestOutcome: Hashable {
        case go
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

    mutating func cancelled(_ request: Int) { self.waiting.removeAll { $0 == request } }

    mutating func finished() -> Int? {
        guard !self.waiting.isEmpty else {
            self.free += 1
            return nil
        }
        return self.waiting.removeFirst()
    }

    mutating func keep(_ connection: Connection) { self.idle.append(connection) }

    /// The connection used last: the server is least likely to have ended it, and the others can
    /// go.
    mutating func takeIdle() -> Connection? { self.idle.popLast() }
}
