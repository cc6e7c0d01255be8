/// One direction of a connection: bytes on their way, in order.
struct SimulatedPipe {
    private struct Piece {
        var bytes: [UInt8]
        var arrival: Int64
    }

    private var pieces: [Piece] = []
    private var lastArrival = Int64.min
    /// When the last of what was taken had arrived.
    private(set) var lastTaken: Int64?
    /// When the end of the stream arrives, and whether it is a reset.
    private(set) var end: (arrival: Int64, isReset: Bool)?

    /// When something arrives next; `nil` if nothing is on its way.
    var next: Int64? { self.pieces.first?.arrival ?? self.end?.arrival }

    /// How many bytes are on their way or wait to be read.
    var waitingBytes: Int { self.pieces.reduce(0) { $0 + $1.bytes.count } }

    /// - Returns: when the bytes arrive.
    mutating func send(_ bytes: [UInt8], arrival: Int64) -> Int64 {
        self.lastArrival = max(arrival, self.lastArrival)
        if self.end == nil {
            self.pieces.append(Piece(bytes: bytes, arrival: self.lastArrival))
        }
        return self.lastArrival
    }

    /// Ends the stream. A reset loses what has not arrived.
    mutating func finish(arrival: Int64, isReset: Bool) {
        guard self.end == nil else { return }
        if isReset { self.pieces.removeAll { $0.arrival > arrival } }
        self.end = (isReset ? arrival : max(arrival, self.lastArrival), isReset)
    }

    /// Loses all that is on its way.
    mutating func lose() {
        self.pieces = []
        self.end = nil
    }

    /// Holds back what has not arrived yet.
    mutating func stall(until time: Int64, at now: Int64) {
        self.lastArrival = max(self.lastArrival, time)
        for index in self.pieces.indices where self.pieces[index].arrival > now {
            self.pieces[index].arrival = max(self.pieces[index].arrival, time)
        }
        if let end = self.end, !end.isReset, end.arrival > now {
            self.end?.arrival = max(end.arrival, time)
        }
    }

    /// Takes what has arrived.
    mutating func take(at time: Int64) -> [UInt8] {
        var bytes: [UInt8] = []
        let arrived = self.pieces.prefix { $0.arrival <= time }
        for piece in arrived { bytes += piece.bytes }
        if let last = arrived.last { self.lastTaken = last.arrival }
        self.pieces.removeFirst(arrived.count)
        return bytes
    }

    /// Takes the end, if it has arrived and everything before it was taken.
    mutating func takeEnd(at time: Int64) -> Bool? {
        guard self.pieces.isEmpty, let end = self.end, end.arrival <= time else { return nil }
        return end.isReset
    }
}

/// A frame that the server sent, for the account of what the client must know.
struct SentFrame {
    /// The offset of its last byte in the stream.
    var end: Int
    var sent: Int64
    /// When its last byte arrived at the client's machine, or would have if that had not been
    /// asleep.
    var arrival: Int64
    /// The event in it; `nil` for other messages.
    var event: Int?
    /// Whether it answers a ping.
    var isPong = false
}
