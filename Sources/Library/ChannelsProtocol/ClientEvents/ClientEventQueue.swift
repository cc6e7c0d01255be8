/// Sends client events in the order of the requests, each once its channel is subscribed,
/// within the server's rate limit.
///
/// An event that waits for the rate limit holds up all later ones; one that waits for its
/// channel only events on that channel. Losing the connection loses no event.
struct ClientEventQueue: Sendable {
    private let limit: Int?
    private var waiting: [ChannelsEvent] = []
    private var session = Session()
    private var turns = 0

    /// Servers count for each connection separately.
    private struct Session: Sendable {
        var window = ClientEventWindow()
        /// Runs while there are events that wait only for the rate limit.
        var turn: TimerID?
    }

    static let capacity = 1000

    enum TriggerOutcome: Hashable, Sendable {
        case send
        case queue(StartedTimer?)
        case full
    }

    struct Release: Hashable, Sendable {
        var events: [ChannelsEvent] = []
        var timer: StartedTimer?
    }

    /// - Parameter limit: per second; less than 1 counts as 1.
    init(limit: Int?) {
        self.limit = limit.map { max(1, $0) }
    }

    var isEmpty: Bool { self.waiting.isEmpty }

    func hasRecent(at time: ChannelsTimestamp) -> Bool { self.session.window.count(at: time) > 0 }

    func meter(at time: ChannelsTimestamp) -> ClientEventMeter {
        ClientEventMeter(
            sentInLastSecond: self.session.window.count(at: time), limit: self.limit,
            waiting: self.waiting.count)
    }

    mutating func trigger(
        _ event: ChannelsEvent, isSubscribed: Bool, at time: ChannelsTimestamp
    ) -> TriggerOutcome {
        let delay = self.delay(at: time)
        if isSubscribed, self.session.turn == nil, delay == .zero {
            self.session.window.note(event, at: time)
            return .send
        }
        guard self.waiting.count < Self.capacity else { return .full }
        self.waiting.append(event)
        return .queue(isSubscribed ? self.startTurn(after: delay) : nil)
    }

    mutating func release(
        at time: ChannelsTimestamp, isSubscribed: (ChannelName) -> Bool
    ) -> Release {
        var release = Release()
        var kept: [ChannelsEvent] = []
        for event in self.waiting {
            guard let channel = event.channel, isSubscribed(channel) else {
                kept.append(event)
                continue
            }
            let delay = self.delay(at: time)
            if delay == .zero {
                self.session.window.note(event, at: time)
                release.events.append(event)
            } else {
                kept.append(event)
                release.timer = release.timer ?? self.startTurn(after: delay)
            }
        }
        self.waiting = kept
        return release
    }

    mutating func timerFired(
        _ timer: TimerID, at time: ChannelsTimestamp, isSubscribed: (ChannelName) -> Bool
    ) -> Release {
        guard timer == self.session.turn else { return Release() }
        self.session.turn = nil
        return self.release(at: time, isSubscribed: isSubscribed)
    }

    mutating func drop(_ channel: ChannelName) -> [ChannelsEvent] {
        let dropped = self.waiting.filter { $0.channel == channel }
        self.waiting.removeAll { $0.channel == channel }
        return dropped
    }

    mutating func disconnected() {
        self.session = Session()
    }

    func rejection(
        _ error: ServerError, frame: String? = nil, at time: ChannelsTimestamp
    ) -> ClientEventRejection {
        ClientEventRejection(
            text: error.message, code: error.code, channel: error.channel,
            candidates: self.session.window.recentEvents(on: error.channel, at: time),
            sentInLastSecond: self.session.window.count(on: error.channel, at: time), frame: frame)
    }

    private func delay(at time: ChannelsTimestamp) -> Duration {
        self.limit.map { self.session.window.delay(limit: $0, at: time) } ?? .zero
    }

    private mutating func startTurn(after delay: Duration) -> StartedTimer? {
        guard self.session.turn == nil else { return nil }
        self.turns += 1
        let timer = TimerID(.clientEvents, self.turns)
        self.session.turn = timer
        return StartedTimer(id: timer, after: delay)
    }
}
