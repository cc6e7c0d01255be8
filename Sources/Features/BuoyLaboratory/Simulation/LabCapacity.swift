import ChannelsEventWords
import ChannelsProtocol

package struct LabCapacity: Hashable, Sendable {
    package enum WhenFull: String, Hashable, Sendable, CaseIterable {
        case refuse
        /// Its packet is dropped, as Linux does: TCP sends it again after 1, 3, 7 … s.
        case drop
        case close = "4100"
    }

    /// Handshakes. An idle server starts one at once.
    let perSecond: Int
    let queue: Int
    let whenFull: WhenFull

    /// The longest queue of a listening socket in Linux since 5.4 (net.core.somaxconn).
    static let listenBacklog = 4096

    static let rates = 1...1_000_000
    static let queues = 0...1_000_000

    /// Numbers beyond the limits are brought within them.
    package init(
        perSecond: Int, queue: Int = Self.listenBacklog, whenFull: WhenFull = .refuse
    ) {
        self.perSecond = min(max(perSecond, Self.rates.lowerBound), Self.rates.upperBound)
        self.queue = min(max(queue, Self.queues.lowerBound), Self.queues.upperBound)
        self.whenFull = whenFull
    }

    /// Reads a rate with options after it, `500/s queue=4096 full=drop`; `nil` for anything else.
    init?(typed text: String) {
        let words = text.split(separator: " ")
        guard let rate = words.first, rate.hasSuffix("/s"), let number = Int(rate.dropLast(2)),
            Self.rates.contains(number)
        else { return nil }
        var (queue, whenFull) = (Self.listenBacklog, WhenFull.refuse)
        for word in words.dropFirst() {
            let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
            switch (parts.first, parts.last) {
            case ("queue", let value?):
                guard let length = Int(value), Self.queues.contains(length) else { return nil }
                queue = length
            case ("full", let value?):
                guard let how = WhenFull(rawValue: value) else { return nil }
                whenFull = how
            default: return nil
            }
        }
        self.init(perSecond: number, queue: queue, whenFull: whenFull)
    }

    var typed: String { "\(self.perSecond)/s" }

    /// For the error about anything else.
    static let expected =
        "a handshake rate between 1/s and \(Self.rates.upperBound)/s, such as 500/s, with any of "
        + "queue=\(Self.listenBacklog) and full="
        + WhenFull.allCases.map(\.rawValue).joined(separator: "|")

    /// In a heading: `500/s, queue 4 096, then refused`.
    var words: String {
        let rest =
            switch self.whenFull {
            case .refuse: "refused"
            case .drop: "dropped"
            case .close: "closed with 4100"
            }
        return "\(self.typed), queue \(Figures.grouped(self.queue)), then \(rest)"
    }

    func leastTime(for clients: Int) -> Duration { .seconds(clients) / self.perSecond }
}

/// When a server with a capacity starts its handshakes: first come, first served. A client that
/// stops waiting keeps its place, because a server does not notice.
struct HandshakeQueue {
    private let spacing: Int64
    private let length: Int64
    private var freeAt: Int64 = 0

    init(_ capacity: LabCapacity) {
        self.spacing = 1_000_000_000 / Int64(capacity.perSecond)
        self.length = Int64(capacity.queue)
    }

    /// `nil` if the queue is full. Clients must come in the order of time.
    mutating func admit(at time: Duration) -> Duration? {
        let now = time.clampedNanoseconds
        guard self.freeAt > now else {
            self.freeAt = now + self.spacing
            return time
        }
        let place = (self.freeAt - now + self.spacing - 1) / self.spacing
        guard place <= self.length else { return nil }
        defer { self.freeAt += self.spacing }
        return .nanoseconds(self.freeAt)
    }

    mutating func clear(at time: Duration) {
        self.freeAt = min(self.freeAt, time.clampedNanoseconds)
    }
}

struct LabLoad: Hashable, Sendable {
    let capacity: LabCapacity
    /// By second of the script.
    let asked: [Int]
    let refused: Int
    /// How many handshakes were made for clients that no longer waited.
    let late: Int

    var peak: Int { self.asked.max() ?? 0 }

    /// The peak against the capacity: `1 963 %`.
    var share: String {
        "\(Figures.grouped(self.peak * 100 / self.capacity.perSecond))%"
    }
}
