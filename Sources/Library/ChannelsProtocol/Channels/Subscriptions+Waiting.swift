/// The time limit of subscriptions. One timer serves all.
extension Subscriptions {
    /// Starts the timer for a new wait. All waits have the same limit, so a timer that is already
    /// running fires early enough.
    /// - Returns: `nil` if a timer is already running.
    mutating func startLimitTimer() -> StartedTimer? {
        self.limitTimer == nil ? self.startLimitTimer(after: self.timeLimit) : nil
    }

    private mutating func startLimitTimer(after delay: Duration) -> StartedTimer {
        self.limitTimers += 1
        let timer = TimerID(.subscription, self.limitTimers)
        self.limitTimer = timer
        return StartedTimer(id: timer, after: delay)
    }

    mutating func timerFired(_ timer: TimerID, at time: Timestamp) -> OnTimer {
        guard timer == self.limitTimer else { return OnTimer() }
        self.limitTimer = nil
        var onTimer = OnTimer()
        for channel in self.overdue(at: time) {
            let limit = self.timeLimit
            guard let answer = self.ask(channel, { $0.looked(at: time, limit: limit) }) else {
                continue
            }
            if answer == .leave { self.remove(channel) }
            onTimer.overdue.append(Overdue(channel: channel, answer: answer))
        }
        if let oldest = self.entries.values.lazy.compactMap(\.machine.untoldWait).min() {
            let left = self.timeLimit - time.duration(since: oldest)
            onTimer.limitTimer = self.startLimitTimer(after: left)
        }
        return onTimer
    }

    /// The channels that have reached the time limit, in the order of the requests.
    private func overdue(at time: Timestamp) -> [ChannelName] {
        self.entries
            .filter {
                guard let start = $0.value.machine.untoldWait else { return false }
                return time.duration(since: start) >= self.timeLimit
            }
            .sorted { $0.value.place < $1.value.place }
            .map(\.key)
    }
}
