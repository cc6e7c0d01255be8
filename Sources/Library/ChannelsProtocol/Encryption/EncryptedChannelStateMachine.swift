/// Decrypts the events of one encrypted channel in order, and holds them back while a new key is
/// requested.
///
/// ```
///          an event needs a new key          turn
/// reading ─────────────────────────▶ queued ──────▶ asking ─── timed out ──▶ overdue
///   ▲  ▲                               │              │                         │
///   │  └────────────── timed out ──────┘              │ answered                │ answered
///   └─────────────────────────────────────────────────┴─────────────────────────┘
/// ```
/// In `queued` and `asking`, every event waits behind the first one that could not be decrypted, so
/// that none overtakes another. When the wait ends, each is tried again, with the new key if
/// one arrived, and is then delivered or given up. So a burst costs one request, and no event
/// causes a second one.
///
/// Requests are made at least `renewalInterval` apart: an event that cannot be decrypted in between
/// is given up at once.
struct EncryptedChannelStateMachine: Sendable {
    private enum State: Hashable, Sendable {
        case reading
        case queued(timer: Int, Waiting)
        case asking(request: Int, timer: Int, Waiting)
        /// Nothing waits any more, but the request's key will be used.
        case overdue(request: Int)
    }

    private struct Waiting: Hashable, Sendable {
        var events: [ChannelsEvent] = []
        var bytes = 0

        mutating func add(_ event: ChannelsEvent) {
            self.events.append(event)
            self.bytes += Self.size(of: event)
        }

        func hasRoom(for event: ChannelsEvent) -> Bool {
            self.events.count < waitingLimit
                && self.bytes + Self.size(of: event) <= waitingByteLimit
        }

        private static func size(of event: ChannelsEvent) -> Int {
            event.data.retainedBytes + event.name.text.utf8.count
        }
    }

    typealias Settled = Result<ChannelsEvent, DecryptionFailure>

    enum EventOutcome: Hashable, Sendable {
        case settled(Settled)
        case wait
        case queue
    }

    enum TurnOutcome: Hashable, Sendable {
        case ask
        case none
    }

    private let channel: ChannelName
    private let opener: EventOpener
    private let timeLimit: Duration
    private var key: SharedSecret?
    private var state = State.reading
    private var lastRequest: ChannelsTimestamp?

    static let waitingLimit = 1000
    /// In memory; a single event may be larger.
    static let waitingByteLimit = 4 << 20
    static let renewalInterval = Duration.seconds(10)

    init(
        _ channel: ChannelName, key: SharedSecret?, opener: @escaping EventOpener,
        timeLimit: Duration
    ) {
        self.channel = channel
        self.key = key
        self.opener = opener
        self.timeLimit = timeLimit
    }

    mutating func received(
        _ event: ChannelsEvent, timer: Int, at time: ChannelsTimestamp
    ) -> EventOutcome {
        switch self.state {
        case .queued(let timer, var waiting):
            // The list must not be referenced twice, or each event would copy it.
            self.state = .reading
            defer { self.state = .queued(timer: timer, waiting) }
            return self.wait(event, behind: &waiting)
        case .asking(let request, let timer, var waiting):
            self.state = .reading
            defer { self.state = .asking(request: request, timer: timer, waiting) }
            return self.wait(event, behind: &waiting)
        case .overdue:
            return .settled(self.open(event, blamingKeyAs: .keyMissing(after: self.timeLimit)))
        case .reading:
            let opened = self.open(event)
            guard case .failure(let failure) = opened, failure.reason.blamesKey,
                self.mayAsk(at: time)
            else { return .settled(opened) }
            var waiting = Waiting()
            waiting.add(event)
            self.state = .queued(timer: timer, waiting)
            return .queue
        }
    }

    mutating func turnCame(request: Int, at time: ChannelsTimestamp) -> TurnOutcome {
        guard case .queued(let timer, let waiting) = self.state else { return .none }
        self.state = .asking(request: request, timer: timer, waiting)
        self.lastRequest = time
        return .ask
    }

    mutating func answered(
        request: Int, _ answer: Result<SharedSecret?, SubscriptionFailure>
    ) -> [Settled] {
        let events: [ChannelsEvent]
        switch self.state {
        case .asking(request, _, let waiting): events = waiting.events
        case .overdue(request): events = []
        case .reading, .queued, .asking, .overdue: return []
        }
        self.state = .reading
        switch answer {
        case .success(.some(let key)):
            self.key = key
            return self.settle(events, keyIsNew: true)
        // The present key may still decrypt what waits behind the event that it did not decrypt.
        case .success(.none): return self.settle(events, blamingKeyAs: .noKey)
        case .failure(let failure): return self.settle(events, blamingKeyAs: .keyRefused(failure))
        }
    }

    /// A key that is being requested is no longer needed.
    mutating func authorized(key: SharedSecret?) -> [Settled] {
        let events = self.waiting
        self.key = key
        self.state = .reading
        return self.settle(events, keyIsNew: true)
    }

    mutating func timedOut(timer: Int) -> [Settled] {
        let events = self.waiting
        switch self.state {
        case .queued(timer, _): self.state = .reading
        case .asking(let request, timer, _): self.state = .overdue(request: request)
        case .reading, .queued, .asking, .overdue: return []
        }
        return self.settle(events, blamingKeyAs: .keyMissing(after: self.timeLimit))
    }

    mutating func disconnected() -> [Settled] {
        let events = self.waiting
        self.state = .reading
        return self.settle(events, blamingKeyAs: .disconnected)
    }

    // MARK: Decrypting

    private func mayAsk(at time: ChannelsTimestamp) -> Bool {
        self.lastRequest.map { time.duration(since: $0) >= Self.renewalInterval } ?? true
    }

    /// - Parameter blame: the reason to give if another key might have decrypted the event.
    private func open(
        _ event: ChannelsEvent, keyIsNew: Bool = false,
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

    private func settle(
        _ events: [ChannelsEvent], keyIsNew: Bool = false,
        blamingKeyAs blame: DecryptionFailure.Reason? = nil
    ) -> [Settled] {
        events.map { self.open($0, keyIsNew: keyIsNew, blamingKeyAs: blame) }
    }

    // MARK: Waiting

    private var waiting: [ChannelsEvent] {
        switch self.state {
        case .queued(_, let waiting), .asking(_, _, let waiting): waiting.events
        case .reading, .overdue: []
        }
    }

    private func wait(_ event: ChannelsEvent, behind waiting: inout Waiting) -> EventOutcome {
        guard waiting.hasRoom(for: event) else {
            let failure = DecryptionFailure(
                channel: self.channel, event: event.name,
                reason: .tooManyWaiting(count: waiting.events.count))
            return .settled(.failure(failure))
        }
        waiting.add(event)
        return .wait
    }
}
