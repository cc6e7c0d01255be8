extension Subscriptions {
    /// All waits have the same limit, so a running timer fires early enough.
    /// - Returns: `nil` if a timer is already running.
    mutating func startLimitTimer() -> StartedTimer? {
        self.limitTimer == nil ? self.startLimitTimer(after: self.timeLimit) : nil
    }

    mutating func restartLimitTimer(at time: ChannelsTimestamp) -> StartedTimer? {
        guard let oldest = self.entries.values.lazy.compactMap(\.machine.unreportedWait).min()
        else { return nil }
        return self.startLimitTimer(after: self.timeLimit - time.duration(since: oldest))
    }

    private mutating func startLimitTimer(after delay: Duration) -> StartedTimer {
        self.limitTimers += 1
        let timer = TimerID(.subscription, self.limitTimers)
        self.limitTimer = timer
        return StartedTimer(id: timer, after: delay)
    }

    mutating func limitTimerFired(_ timer: TimerID) -> Bool {
        guard timer == self.limitTimer else { return false }
        self.limitTimer = nil
        return true
    }

    func overdue(at time: ChannelsTimestamp) -> [ChannelName] {
        self.entries
            .filter {
                guard let start = $0.value.machine.unreportedWait else { return false }
                return time.duration(since: start) >= self.timeLimit
            }
            .sorted { $0.value.place < $1.value.place }
            .map(\.key)
    }
}
