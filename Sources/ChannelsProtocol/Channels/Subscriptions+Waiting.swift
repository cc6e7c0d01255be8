/// Subscriptions that wait for too long. One timer serves them all, however many there are.
extension Subscriptions {
    /// A wait began. As all waits have the same limit, a timer that runs already ends no later than
    /// this one needs it.
    mutating func startLimitTimer(at time: Timestamp, into actions: inout [ClientAction]) {
        guard self.limitTimer == nil else { return }
        self.startLimitTimer(after: self.timeLimit, into: &actions)
    }

    private mutating func startLimitTimer(
        after delay: Duration, into actions: inout [ClientAction]
    ) {
        self.limitTimers += 1
        let timer = TimerID(.subscription, self.limitTimers)
        self.limitTimer = timer
        actions.append(.startTimer(timer, after: delay))
    }

    mutating func timerFired(
        _ timer: TimerID, at time: Timestamp, into actions: inout [ClientAction]
    ) {
        guard timer == self.limitTimer else { return }
        self.limitTimer = nil
        let limit = self.timeLimit
        for channel in self.overdue(at: time) {
            switch self.ask(channel, { $0.looked(at: time, limit: limit) }) {
            case .stuck(let waited):
                actions.append(.publish(.subscriptionStuck(channel, after: waited)))
            case .leave:
                self.leave(channel, into: &actions)
            case .some(.none), nil:
                break
            }
        }
        guard let oldest = self.entries.values.lazy.compactMap(\.machine.untoldWait).min() else {
            return
        }
        self.startLimitTimer(after: limit - time.duration(since: oldest), into: &actions)
    }

    /// The channels that have waited for as long as the limit, in the order in which they were
    /// asked for.
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
