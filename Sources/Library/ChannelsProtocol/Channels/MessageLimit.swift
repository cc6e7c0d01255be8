/// Decides when to resend subscriptions that the server's limit on messages refused. Laravel
/// Reverb has one since 1.9: every message counts, even pings.
///
/// The limit and its window are unknown. One subscription is tried after a second, and later
/// each time it is refused. Each confirmation makes room for two more.
struct MessageLimit: Sendable {
    struct Release: Hashable, Sendable {
        var channels: [ChannelName] = []
        var timer: StartedTimer?
    }

    private var held: [ChannelName] = []
    private var timer: TimerID?
    private var timers = 0
    private var delay = Self.firstDelay
    /// Whether some were sent again, and none of these was refused since.
    private var isTrying = false
    private var lastRefusal: (words: String, time: ChannelsTimestamp)?

    private static let firstDelay = Duration.seconds(1)
    private static let longestDelay = Duration.seconds(30)
    /// An end of the connection within this time after a refusal is due to it.
    private static let timeToClose = Duration.seconds(5)

    var nextDelay: Duration { self.delay }

    mutating func noteRefusal(_ words: String, at time: ChannelsTimestamp) -> Bool {
        let isFirst = self.lastRefusal == nil
        self.lastRefusal = (words, time)
        return isFirst
    }

    mutating func hold(_ channel: ChannelName) -> StartedTimer? {
        self.held.append(channel)
        guard self.timer == nil || self.isTrying else { return nil }
        self.delay = self.isTrying ? min(self.delay * 2, Self.longestDelay) : Self.firstDelay
        self.isTrying = false
        return self.startTimer()
    }

    mutating func timerFired(_ timer: TimerID) -> Release {
        guard timer == self.timer else { return Release() }
        return self.release(1)
    }

    mutating func confirmed() -> Release {
        guard self.isTrying else { return Release() }
        self.delay = Self.firstDelay
        guard !self.held.isEmpty else {
            self.isTrying = false
            return Release()
        }
        return self.release(2)
    }

    mutating func forget(_ channel: ChannelName) {
        guard !self.held.isEmpty else { return }
        self.held.removeAll { $0 == channel }
    }

    mutating func disconnected() {
        let timers = self.timers
        self = MessageLimit()
        self.timers = timers
    }

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
