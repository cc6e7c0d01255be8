/// Decides when subscriptions are sent again that the server's limit on messages refused. Laravel
/// Reverb has one since 1.9: every message of a connection counts, subscriptions and pings too.
///
/// The limit and its window are unknown. One subscription is tried after a second, and after a
/// longer delay each time it is refused. Each confirmation makes room for two more, so that many
/// channels do not take as many round trips.
struct MessageLimit: Sendable {
    /// Subscriptions to send now, in order, and the timer for the next, if others are left.
    struct Release: Hashable, Sendable {
        var channels: [ChannelName] = []
        var timer: StartedTimer?
    }

    /// The refused channels, in the order of the refusals.
    private var held: [ChannelName] = []
    private var timer: TimerID?
    private var timers = 0
    private var delay = Self.firstDelay
    /// Whether some were sent again, and none of these was refused since.
    private var isTrying = false
    private var lastRefusal: (words: String, time: ChannelsTimestamp)?

    private static let firstDelay = Duration.seconds(1)
    private static let longestDelay = Duration.seconds(30)
    /// How long after a refusal an end of the connection is due to it.
    private static let timeToClose = Duration.seconds(5)

    /// How long until the next subscription is tried.
    var nextDelay: Duration { self.delay }

    /// The server refused a message.
    /// - Returns: whether it is the first that it refused on this connection.
    mutating func noteRefusal(_ words: String, at time: ChannelsTimestamp) -> Bool {
        let isFirst = self.lastRefusal == nil
        self.lastRefusal = (words, time)
        return isFirst
    }

    /// The server refused the subscription of a channel.
    /// - Returns: the timer for the next try, if one has to be started.
    mutating func hold(_ channel: ChannelName) -> StartedTimer? {
        self.held.append(channel)
        guard self.timer == nil || self.isTrying else { return nil }
        self.delay = self.isTrying ? min(self.delay * 2, Self.longestDelay) : Self.firstDelay
        self.isTrying = false
        return self.startTimer()
    }

    /// The timer for the next try fired.
    mutating func timerFired(_ timer: TimerID) -> Release {
        guard timer == self.timer else { return Release() }
        return self.release(1)
    }

    /// The server confirmed a subscription, so it accepts messages.
    mutating func confirmed() -> Release {
        guard self.isTrying else { return Release() }
        self.delay = Self.firstDelay
        guard !self.held.isEmpty else {
            self.isTrying = false
            return Release()
        }
        return self.release(2)
    }

    /// The channel need not be sent again.
    mutating func forget(_ channel: ChannelName) {
        guard !self.held.isEmpty else { return }
        self.held.removeAll { $0 == channel }
    }

    /// The connection is gone, and with it what the server counted.
    mutating func disconnected() {
        let timers = self.timers
        self = MessageLimit()
        self.timers = timers
    }

    /// The server's words, if it refused a message within the last seconds.
    func recentRefusal(at time: ChannelsTimestamp) -> String? {
        guard let last = self.lastRefusal, time.duration(since: last.time) <= Self.timeToClose
        else { return nil }
        return last.words
    }

    private mutating func release(_ count: Int) -> Release {
        let channels = Array(self.held.prefix(count))
        self.held.removeFirst(channels.count)
        self.timer = nil
        self.isTrying = self.isTrying || !channels.isEmpty
        return Release(
            channels: channels, timer: self.held.isEmpty ? nil : self.startTimer())
    }

    private mutating func startTimer() -> StartedTimer {
        self.timers += 1
        let timer = TimerID(.messageLimit, self.timers)
        self.timer = timer
        return StartedTimer(id: timer, after: self.delay)
    }
}
