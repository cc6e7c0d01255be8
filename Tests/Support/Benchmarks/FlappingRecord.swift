import Channels
import ChannelsProtocol

/// What a client of the flapping server reports, and whether it fits together.
struct FlappingRecord {
    /// A time without a connection that has ended, in seconds.
    struct Recovery {
        var time: Double
        var failedAttempts: Int
    }

    private let channels: Int
    private let step: Int
    private(set) var reports = 0
    /// Reports whose number is not the next one.
    private(set) var holes = 0
    /// Changes of the state that do not start from the last one.
    private(set) var jumps = 0
    private(set) var drops = 0
    private(set) var established = 0
    /// How often a channel was not subscribed although all were told to be.
    private(set) var incomplete = 0
    private(set) var recoveries: [Recovery] = []
    /// The process at the first connection, and after every quarter of the drops.
    private(set) var sizes: [(drops: Int, size: ProcessSize)] = []

    private var lastNumber = 0
    private var state = ConnectionState.initialized
    private var lost: ChannelsTimestamp?
    private var failedAttempts = 0
    private var subscribed: Set<ChannelName> = []
    private var isNewlyWhole = false

    /// - Parameter drops: how many are expected.
    init(channels: Int, drops: Int) {
        self.channels = channels
        self.step = max(1, drops / 4)
    }

    /// Whether all channels are subscribed, for the first time on this connection.
    var isWhole: Bool { self.isNewlyWhole }

    var directRecoveries: [Double] {
        self.recoveries.filter { $0.failedAttempts == 0 }.map(\.time)
    }

    var otherRecoveries: [Double] {
        self.recoveries.filter { $0.failedAttempts > 0 }.map(\.time)
    }

    mutating func add(_ event: ClientReport) {
        self.reports += 1
        if event.number != self.lastNumber + 1 { self.holes += 1 }
        self.lastNumber = event.number
        switch event.kind {
        case .stateChanged(let change): self.changed(change, at: event.time)
        case .attemptFailed:
            self.drops += 1
            self.failedAttempts += 1
        case .subscriptionChanged(let channel, .subscribed):
            self.subscribed.insert(channel)
            if self.subscribed.count == self.channels { self.becameWhole(at: event.time) }
        case .skipped: self.holes += 1
        default: break
        }
    }

    /// Every channel was told to be subscribed: these are the states of all.
    mutating func checkWhole(_ states: [SubscriptionState]) {
        self.isNewlyWhole = false
        if states.count != self.channels || states.contains(where: { $0 != .subscribed }) {
            self.incomplete += 1
        }
        guard self.drops >= self.sizes.count * self.step else { return }
        self.sizes.append((self.drops, ProcessSize.now()))
    }

    private mutating func changed(_ change: StateChange, at time: ChannelsTimestamp) {
        if change.previous != self.state { self.jumps += 1 }
        self.state = change.current
        if change.current == .connected { self.established += 1 }
        guard change.previous == .connected else { return }
        self.drops += 1
        self.lost = time
        self.failedAttempts = 0
        self.subscribed = []
    }

    private mutating func becameWhole(at time: ChannelsTimestamp) {
        self.isNewlyWhole = true
        guard let lost = self.lost else { return }
        let (seconds, fraction) = time.duration(since: lost).components
        self.recoveries.append(
            Recovery(
                time: Double(seconds) + Double(fraction) * 1e-18,
                failedAttempts: self.failedAttempts))
    }
}
