/// The connections of a server, their memory, and which is closed first to make room.
///
/// ```
///             ┌──────── bytes of a request ───────┐
///  opened ─▶ waiting ──▶ request whole ──▶ busy ──┴─▶ answered ──▶ waiting
/// ```
/// The first to be closed is the one whose last body byte, or turn to send a request, was
/// longest ago; never a busy one. The caller numbers the connections.
struct ConnectionRoom: Hashable, Sendable {
    enum Admission: Hashable, Sendable {
        case added(insteadOf: Int?)
        case refused
    }

    enum Keeping: Hashable, Sendable {
        case kept(insteadOf: [Int])
        case refused
    }

    private let limit: Int
    private let byteLimit: Int
    private var turn = 0
    private var open: Set<Int> = []
    /// When each waiting connection started to wait or last made progress, in turns.
    private var waiting: [Int: Int] = [:]
    private var leaving: Set<Int> = []
    private var sizes: [Int: Int] = [:]
    private(set) var bytes = 0

    init(limit: Int, byteLimit: Int) {
        self.limit = limit
        self.byteLimit = byteLimit
    }

    var canMakeRoom: Bool { !self.waiting.isEmpty }

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

    /// A connection that is already waiting keeps its place.
    mutating func startedWaiting(_ number: Int) {
        guard self.waiting[number] == nil else { return }
        self.madeProgress(number)
    }

    /// It is now the last in line to make room.
    mutating func madeProgress(_ number: Int) {
        guard self.open.contains(number), !self.leaving.contains(number) else { return }
        self.turn += 1
        self.waiting[number] = self.turn
    }

    mutating func becameBusy(_ number: Int) { self.waiting[number] = nil }

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

/// The minimum speed of a body: a client that sends almost nothing must not keep its place.
struct BodyPace: Hashable, Sendable {
    static let window = Duration.seconds(10)
    static let bytes = 5 * 1024

    private var counted = 0

    mutating func isKept(received: Int) -> Bool {
        defer { self.counted = received }
        return received - self.counted >= Self.bytes
    }
}
