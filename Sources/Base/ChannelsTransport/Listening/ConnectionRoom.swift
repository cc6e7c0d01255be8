/// The connections of a server, the memory they use, and which of them is closed first when another
/// one needs room.
///
/// ```
///             ┌──────── bytes of a request ───────┐
///  opened ─▶ waiting ──▶ request whole ──▶ busy ──┴─▶ answered ──▶ waiting
/// ``` The one to be closed first is the one whose last byte of a body, or whose turn to send a
/// request, was longest ago. A busy one is never closed. The caller numbers the connections.
struct ConnectionRoom: Hashable, Sendable {
    /// What to do about a new connection.
    enum Admission: Hashable, Sendable {
        /// Serve it, and close another one, if there is one.
        case added(insteadOf: Int?)
        /// Close it.
        case refused
    }

    /// What to do about the bytes that a connection has sent.
    enum Keeping: Hashable, Sendable {
        /// Keep them, and close others.
        case kept(insteadOf: [Int])
        /// Refuse the request.
        case refused
    }

    private let limit: Int
    private let byteLimit: Int
    /// Counts events: a higher number is later.
    private var turn = 0
    private var open: Set<Int> = []
    /// For each waiting connection, when it started to wait or last made progress.
    private var waiting: [Int: Int] = [:]
    /// Those that are being closed to make room.
    private var leaving: Set<Int> = []
    /// The memory that the requests of each connection take, in bytes.
    private var sizes: [Int: Int] = [:]
    /// The memory that all requests take, in bytes.
    private(set) var bytes = 0

    /// - Parameters:
    ///   - limit: the number of connections.
    ///   - byteLimit: the memory that the requests of all of them may take, in bytes.
    init(limit: Int, byteLimit: Int) {
        self.limit = limit
        self.byteLimit = byteLimit
    }

    /// Whether one of them could be closed for a new one.
    var canMakeRoom: Bool { !self.waiting.isEmpty }

    /// A client has connected.
    ///
    /// - Parameter hasDescriptor: whether there is a descriptor for it besides those of the others.
    mutating func opened(_ number: Int, hasDescriptor: Bool = true) -> Admission {
        var displaced: Int?
        if !hasDescriptor || self.open.count - self.leaving.count >= self.limit {
            guard let first = self.firstToGo(except: number) else { return .refused }
            self.leave(first)
            displaced = first
        }
        self.open.insert(number)
        self.startedWaiting(number)
        return .added(insteadOf: displaced)
    }

    /// The client may now send a request. A connection that is already waiting keeps its place.
    mutating func startedWaiting(_ number: Int) {
        guard self.waiting[number] == nil else { return }
        self.madeProgress(number)
    }

    /// Its request made progress, so it is now the last in line to make room.
    mutating func madeProgress(_ number: Int) {
        guard self.open.contains(number), !self.leaving.contains(number) else { return }
        self.turn += 1
        self.waiting[number] = self.turn
    }

    /// The client waits for the server.
    mutating func becameBusy(_ number: Int) { self.waiting[number] = nil }

    /// Makes room for what its requests now take in memory.
    mutating func keep(_ number: Int, bytes: Int) -> Keeping {
        guard self.open.contains(number), !self.leaving.contains(number) else { return .refused }
        self.resize(number, to: bytes)
        var displaced: [Int] = []
        while self.bytes > self.byteLimit, bytes > 0 {
            guard let first = self.firstToGo(except: number, holding: true) else {
                self.resize(number, to: 0)
                return .refused
            }
            self.leave(first)
            displaced.append(first)
        }
        return .kept(insteadOf: displaced)
    }

    mutating func closed(_ number: Int) {
        self.resize(number, to: 0)
        self.waiting[number] = nil
        self.leaving.remove(number)
        self.open.remove(number)
    }

    private mutating func leave(_ number: Int) {
        self.resize(number, to: 0)
        self.waiting[number] = nil
        self.leaving.insert(number)
    }

    private mutating func resize(_ number: Int, to bytes: Int) {
        self.bytes += bytes - (self.sizes[number] ?? 0)
        self.sizes[number] = bytes > 0 ? bytes : nil
    }

    private func firstToGo(except number: Int, holding: Bool = false) -> Int? {
        self.waiting.lazy
            .filter { $0.key != number && (!holding || self.sizes[$0.key] != nil) }
            .min { $0.value < $1.value }?.key
    }
}

/// The minimum speed of a body, so that a client that sends almost nothing does not keep its place.
struct BodyPace: Hashable, Sendable {
    /// The time in which `bytes` must arrive.
    static let window = Duration.seconds(10)
    /// The bytes that must arrive in a window: 512 a second.
    static let bytes = 5 * 1024

    private var counted = 0

    init() {}

    /// Ends a window.
    ///
    /// - Parameter received: how many bytes of the body have arrived by now.
    /// - Returns: whether they came fast enough.
    mutating func isKept(received: Int) -> Bool {
        defer { self.counted = received }
        return received - self.counted >= Self.bytes
    }
}
