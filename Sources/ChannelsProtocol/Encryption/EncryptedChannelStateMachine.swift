/// Decides about the events of one encrypted channel: opens them in their order, and lets them wait
/// when that takes a new key.
///
/// ```
///          an event needs a new key          turn
/// reading ─────────────────────────▶ queued ──────▶ asking ─── timed out ──▶ overdue
///   ▲  ▲                               │              │                         │
///   │  └────────────── timed out ──────┘              │ answered                │ answered
///   └─────────────────────────────────────────────────┴─────────────────────────┘
/// ```
/// In `queued` and `asking` every event waits behind the first that could not be opened, so that
/// none overtakes another. Whatever ends the wait settles them all: each is tried once more, with
/// the new key where one came. So a burst costs one request, and an event is never the reason for a
/// second one.
///
/// After a request, the next one is made no sooner than `renewalInterval` later: an event that
/// comes in between and cannot be opened is given up at once.
package struct EncryptedChannelStateMachine: Sendable {
    private enum State: Hashable, Sendable {
        /// Events are opened as they come.
        case reading
        /// Events wait, until this timer; the request for a key waits for its turn.
        case queued(timer: Int)
        /// Events wait, until this timer; this request runs.
        case asking(request: Int, timer: Int)
        /// Nothing waits any more, but the request still runs. Its key will be welcome.
        case overdue(request: Int)
    }

    /// What became of an event: it is opened, or given up.
    package typealias Settled = Result<ChannelEvent, DecryptionFailure>

    package enum OnReceived: Hashable, Sendable {
        case settled(Settled)
        /// It waits behind others.
        case wait
        /// It waits: take a turn to ask for a key, and start the timer.
        case queue
    }

    package enum OnTurn: Hashable, Sendable {
        case ask
        /// No key is wanted any more.
        case none
    }

    private let channel: ChannelName
    private let opener: EventOpener
    private let timeLimit: Duration
    private var key: SharedSecret?
    private var state = State.reading
    private var waiting: [ChannelEvent] = []
    private var waitingBytes = 0
    /// When a key was asked for last.
    private var lastRequest: Timestamp?

    /// The most events that wait.
    package static let waitingLimit = 1000
    /// The most bytes that waiting events keep in memory; the first may be larger.
    package static let waitingByteLimit = 4 << 20
    /// The least time between two requests for a key.
    package static let renewalInterval = Duration.seconds(10)

    /// A channel was authorized, with this key or without any.
    /// - Parameter timeLimit: how long events wait; told when it has passed.
    package init(
        _ channel: ChannelName, key: SharedSecret?, opener: @escaping EventOpener,
        timeLimit: Duration
    ) {
        self.channel = channel
        self.key = key
        self.opener = opener
        self.timeLimit = timeLimit
    }

    /// Whether events wait for a key.
    package var isWaiting: Bool { !self.waiting.isEmpty }

    /// An event came.
    /// - Parameter timer: the number of the timer to be started, should the answer be `queue`.
    package mutating func received(
        _ event: ChannelEvent, timer: Int, at time: Timestamp
    ) -> OnReceived {
        switch self.state {
        case .queued, .asking:
            return self.waitBehindOthers(event)
        case .overdue:
            return .settled(self.open(event, blamingKeyAs: .keyMissing(after: self.timeLimit)))
        case .reading:
            let opened = self.open(event)
            guard case .failure(let failure) = opened, failure.reason.blamesKey,
                self.mayAsk(at: time)
            else { return .settled(opened) }
            self.state = .queued(timer: timer)
            self.keep(event)
            return .queue
        }
    }

    /// The number of running requests allows one more.
    package mutating func turnCame(request: Int, at time: Timestamp) -> OnTurn {
        guard case .queued(let timer) = self.state else { return .none }
        self.state = .asking(request: request, timer: timer)
        self.lastRequest = time
        return .ask
    }

    /// The request of this number was answered: with a key, with none, or with a refusal.
    package mutating func answered(
        request: Int, _ answer: Result<SharedSecret?, SubscriptionFailure>
    ) -> [Settled] {
        switch self.state {
        case .asking(request, _), .overdue(request): self.state = .reading
        case .reading, .queued, .asking, .overdue: return []
        }
        switch answer {
        case .success(.some(let key)):
            self.key = key
            return self.settle(keyIsNew: true)
        // The key at hand may still open what waits behind the event that it did not open.
        case .success(.none): return self.settle(blamingKeyAs: .noKey)
        case .failure(let failure): return self.settle(blamingKeyAs: .keyRefused(failure))
        }
    }

    /// The channel was authorized again while it was known. What was asked for meanwhile is no
    /// longer needed.
    package mutating func authorized(key: SharedSecret?) -> [Settled] {
        self.key = key
        self.state = .reading
        return self.settle(keyIsNew: true)
    }

    /// The timer of this number fired.
    package mutating func timedOut(timer: Int) -> [Settled] {
        switch self.state {
        case .queued(timer): self.state = .reading
        case .asking(let request, timer): self.state = .overdue(request: request)
        case .reading, .queued, .asking, .overdue: return []
        }
        return self.settle(blamingKeyAs: .keyMissing(after: self.timeLimit))
    }

    /// The connection is gone, and the machine will be thrown away.
    package mutating func disconnected() -> [Settled] {
        self.state = .reading
        return self.settle(blamingKeyAs: .disconnected)
    }

    // MARK: Opening

    private func mayAsk(at time: Timestamp) -> Bool {
        self.lastRequest.map { time.duration(since: $0) >= Self.renewalInterval } ?? true
    }

    /// - Parameter blame: the reason to give when another key might have opened the event.
    private func open(
        _ event: ChannelEvent, keyIsNew: Bool = false,
        blamingKeyAs blame: DecryptionFailure.Reason? = nil
    ) -> Settled {
        switch self.opener(event.data, self.key) {
        case .success(let data):
            var opened = event
            opened.data = data
            return .success(opened)
        case .failure(let reason):
            let failure = DecryptionFailure(
                channel: self.channel, event: event.name,
                reason: reason.blamesKey ? blame ?? reason : reason,
                keyWasRenewed: keyIsNew && reason.blamesKey)
            return .failure(failure)
        }
    }

    private mutating func settle(
        keyIsNew: Bool = false, blamingKeyAs blame: DecryptionFailure.Reason? = nil
    ) -> [Settled] {
        let events = self.waiting
        self.waiting = []
        self.waitingBytes = 0
        return events.map { self.open($0, keyIsNew: keyIsNew, blamingKeyAs: blame) }
    }

    // MARK: Waiting

    private mutating func waitBehindOthers(_ event: ChannelEvent) -> OnReceived {
        guard self.waiting.count < Self.waitingLimit,
            self.waitingBytes + Self.size(of: event) <= Self.waitingByteLimit
        else {
            let failure = DecryptionFailure(
                channel: self.channel, event: event.name,
                reason: .tooManyWaiting(count: self.waiting.count))
            return .settled(.failure(failure))
        }
        self.keep(event)
        return .wait
    }

    private mutating func keep(_ event: ChannelEvent) {
        self.waiting.append(event)
        self.waitingBytes += Self.size(of: event)
    }

    private static func size(of event: ChannelEvent) -> Int {
        event.data.retainedBytes + event.name.text.utf8.count
    }
}
