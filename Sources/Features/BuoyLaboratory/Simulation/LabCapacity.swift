import BuoyScripts
import ChannelsEventWords
import ChannelsProtocol

/// The handshake rate of a server, and the queues of clients that it cannot serve yet.
///
/// A balancer or the program accepts connections and lets them wait in `queue`. When that is full,
/// the balancer or program answers. Other connections wait in the kernel's `backlog`. When that is
/// full, Linux ignores packets.
package struct LabCapacity: Hashable, Sendable {
    package enum Overflow: String, Hashable, Sendable, CaseIterable {
        /// The kernel ignores the packet (`tcp_abort_on_overflow` 0). TCP sends it again after
        /// 1, 2, 3 … s.
        case drop
        case unavailable = "503"
        case close = "4100"
        /// The program accepts the connection and resets it.
        case reset
    }

    /// Handshakes. An idle server starts one at once.
    let perSecond: Double
    /// The number passed to `listen`; Linux keeps one connection more.
    var backlog = 511
    /// The queue of the program or a balancer; `nil` for the default.
    private var ownQueue: Int?
    var overflow = Overflow.drop
    /// Whether a TLS hello on a port without TLS takes as long as a handshake.
    var chargesHello = true

    static let rates = 0.01...1_000_000
    static let queues = 0...1_000_000

    /// - Parameters:
    ///   - perSecond: the handshake rate, clamped to `rates`.
    ///   - queue: how many accepted connections can wait. The default is 0, or 511 with an
    ///     overflow that answers.
    package init(
        perSecond: Double, server: LabServerKind = .linux, backlog: Int? = nil, queue: Int? = nil,
        overflow: Overflow? = nil
    ) {
        self.perSecond = min(max(perSecond, Self.rates.lowerBound), Self.rates.upperBound)
        server.apply(to: &self)
        if let backlog { self.backlog = backlog }
        if let overflow { self.overflow = overflow }
        if let queue { self.ownQueue = queue }
    }

    var queue: Int { self.ownQueue ?? (self.overflow == .drop ? 0 : 511) }

    /// How many clients can wait, besides the one whose handshake is in progress.
    var places: Int { self.overflow == .drop ? self.queue + self.backlog + 1 : self.queue }

    mutating func waits(atMost time: Duration) {
        self.ownQueue = Int((self.perSecond * time.inSeconds).rounded(.down))
    }

    /// Reads a rate and its options, such as `500/s backlog=511 queue=200 full=503`; `nil` for
    /// anything else.
    init?(typed text: String, server: LabServerKind = .linux) {
        let words = text.split(separator: " ")
        guard let number = words.first.flatMap({ TypedRate.perSecond($0) }),
            Self.rates.contains(number)
        else { return nil }
        self.init(perSecond: number, server: server)
        for word in words.dropFirst() {
            let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2 else { return nil }
            let length = Int(parts[1]).flatMap { Self.queues.contains($0) ? $0 : nil }
            switch (parts[0], length, Overflow(rawValue: parts[1])) {
            case ("backlog", let length?, _): self.backlog = length
            case ("queue", let length?, _): self.ownQueue = length
            case ("full", _, let overflow?): self.overflow = overflow
            default: return nil
            }
        }
    }

    /// `500`, `0.5`.
    var rate: String {
        let whole = self.perSecond.rounded() == self.perSecond
        return whole ? "\(Int(self.perSecond))" : "\(self.perSecond)"
    }

    var typed: String { "\(self.rate)/s" }

    /// For the error about anything else.
    static let expected =
        "a handshake rate between 0.01/s and 1000000/s, such as 500/s, with any of backlog=511, "
        + "queue=200 and full=" + Overflow.allCases.map(\.rawValue).joined(separator: "|")

    /// The words in a heading, such as `500/s, backlog 511, then dropped`.
    var words: String {
        let rest =
            switch self.overflow {
            case .drop: "dropped"
            case .unavailable: "refused with 503"
            case .close: "closed with 4100"
            case .reset: "reset"
            }
        let queue = self.queue > 0 ? ", queue \(Figures.grouped(self.queue))" : ""
        let backlog =
            self.overflow == .drop ? ", backlog \(Figures.grouped(self.backlog))" : ""
        return "\(self.typed)\(queue)\(backlog), then \(rest)"
    }

    func leastTime(for clients: Int) -> Duration { .seconds(Double(clients) / self.perSecond) }
}

/// Servers with their default settings.
package enum LabServerKind: String, Hashable, Sendable, CaseIterable {
    case linux
    /// The backlog is NGX_LISTEN_BACKLOG. nginx answers a TLS hello with 400, without the backend.
    case nginx
    /// libuv accepts one connection per iteration of its loop, so the backlog fills.
    case node
    /// Connections wait at most 5 s, the usual `timeout queue`. Others get 503.
    case haproxy
    /// ReactPHP, whose default backlog is 511.
    case reverb
    case sandbox

    func apply(to capacity: inout LabCapacity) {
        switch self {
        case .linux, .node, .reverb: break
        case .nginx: capacity.chargesHello = false
        case .haproxy:
            capacity.overflow = .unavailable
            capacity.chargesHello = false
            capacity.waits(atMost: .seconds(5))
        case .sandbox: capacity.backlog = 1024
        }
    }
}

/// When a server with a capacity starts its handshakes: first come, first served. A client that
/// stops waiting keeps its place, because a server does not notice.
struct HandshakeQueue {
    private let spacing: Duration
    /// The longest wait of the last client in a full queue.
    private let longest: Duration
    private var freeAt = Duration.zero

    init(_ capacity: LabCapacity) {
        self.spacing = .nanoseconds(Int64(1_000_000_000 / capacity.perSecond))
        self.longest = self.spacing * capacity.places
    }

    func isFull(at time: Duration) -> Bool { self.freeAt - time > self.longest }

    /// `nil` if the queue is full. Clients must come in the order of time.
    mutating func admit(at time: Duration) -> Duration? {
        guard self.freeAt > time else {
            self.freeAt = time + self.spacing
            return time
        }
        guard !self.isFull(at: time) else { return nil }
        defer { self.freeAt += self.spacing }
        return self.freeAt
    }

    mutating func clear(at time: Duration) {
        self.freeAt = min(self.freeAt, time)
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
        let percent = Double(self.peak) * 100 / self.capacity.perSecond
        return "\(Figures.grouped(Int(percent)))%"
    }
}
