/// Decides when client events go out: in the order in which they were asked for, each when its
/// channel is subscribed, and no more in a second than the server takes.
///
/// What waits for its turn holds up what comes later; what waits for its channel holds up nothing
/// but that channel. Nothing is lost with a connection.
package struct ClientEventQueue: Sendable {
    /// The most in a second; `nil` for as many as are asked for.
    private let limit: Int?
    private var waiting: [ChannelEvent] = []
    private var session = Session()
    private var turns = 0

    /// What is known about the present connection: servers count each for itself.
    private struct Session: Sendable {
        var window = ClientEventWindow()
        /// Runs while there are events that wait for nothing but their turn.
        var turn: TimerID?
    }

    /// The most events that may wait.
    package static let capacity = 1000

    package enum OnTrigger: Hashable, Sendable {
        case send
        /// It waits; the timer for its turn, when one has to be started.
        case queue(StartedTimer?)
        /// Too many wait already.
        case full
    }

    /// Events whose turn has come, in order, and the timer for the others, when one has to be
    /// started.
    package struct Release: Hashable, Sendable {
        package var events: [ChannelEvent] = []
        package var timer: StartedTimer?

        package init(events: [ChannelEvent] = [], timer: StartedTimer? = nil) {
            self.events = events
            self.timer = timer
        }
    }

    /// - Parameter limit: the most in a second; less than 1 counts as 1.
    package init(limit: Int?) {
        self.limit = limit.map { max(1, $0) }
    }

    /// Whether any event waits.
    package var isEmpty: Bool { self.waiting.isEmpty }

    /// How many went out, and how many wait.
    package func meter(at time: Timestamp) -> ClientEventMeter {
        ClientEventMeter(
            sentInLastSecond: self.session.window.count(at: time), limit: self.limit,
            waiting: self.waiting.count)
    }

    /// The user wants to send an event that breaks no rule.
    package mutating func trigger(
        _ event: ChannelEvent, isSubscribed: Bool, at time: Timestamp
    ) -> OnTrigger {
        let delay = self.delay(at: time)
        if isSubscribed, self.session.turn == nil, delay == .zero {
            self.session.window.note(event, at: time)
            return .send
        }
        guard self.waiting.count < Self.capacity else { return .full }
        self.waiting.append(event)
        return .queue(isSubscribed ? self.startTurn(after: delay) : nil)
    }

    /// A channel was subscribed: what waited for it goes out, as far as the limit allows.
    package mutating func release(
        at time: Timestamp, isSubscribed: (ChannelName) -> Bool
    ) -> Release {
        var release = Release()
        var kept: [ChannelEvent] = []
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

    /// The time for the next events has come.
    package mutating func timerFired(
        _ timer: TimerID, at time: Timestamp, isSubscribed: (ChannelName) -> Bool
    ) -> Release {
        guard timer == self.session.turn else { return Release() }
        self.session.turn = nil
        return self.release(at: time, isSubscribed: isSubscribed)
    }

    /// A channel was given up, or its subscription failed.
    /// - Returns: the events that waited for it, and now do no more.
    package mutating func drop(_ channel: ChannelName) -> [ChannelEvent] {
        let dropped = self.waiting.filter { $0.channel == channel }
        self.waiting.removeAll { $0.channel == channel }
        return dropped
    }

    /// The connection is gone: what waits will go to the next one.
    package mutating func disconnected() {
        self.session = Session()
    }

    /// The server refused client events, on a channel where it names one: what it may mean.
    package func rejection(
        _ error: ServerError, frame: String? = nil, at time: Timestamp
    ) -> ClientEventRejection {
        ClientEventRejection(
            text: error.message, code: error.code, channel: error.channel,
            candidates: self.session.window.recentEvents(on: error.channel, at: time),
            sentInLastSecond: self.session.window.count(on: error.channel, at: time), frame: frame)
    }

    private func delay(at time: Timestamp) -> Duration {
        self.limit.map { self.session.window.delay(limit: $0, at: time) } ?? .zero
    }

    /// - Returns: `nil` when the timer runs already.
    private mutating func startTurn(after delay: Duration) -> StartedTimer? {
        guard self.session.turn == nil else { return nil }
        self.turns += 1
        let timer = TimerID(.clientEvents, self.turns)
        self.session.turn = timer
        return StartedTimer(id: timer, after: delay)
    }
}
