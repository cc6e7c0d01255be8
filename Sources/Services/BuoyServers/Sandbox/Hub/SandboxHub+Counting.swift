import ChannelsProtocol
import ChannelsWebhooks

extension SandboxHub {
    mutating func countChanged(on name: ChannelName, at now: Duration) -> [HubAction] {
        guard self.countsSubscriptions, !name.kind.hasMembers, !name.isServerToUser,
            let channel = self.channels[name]
        else { return [] }
        let isDue = channel.countReported.map { now - $0 >= self.limits.countInterval } ?? true
        guard channel.subscribers.count <= self.limits.countedAtOnce || isDue else {
            self.channels[name]?.countIsOld = true
            return []
        }
        return self.tellCount(on: name, at: now)
    }

    mutating func overdueCounts(at now: Duration) -> [HubAction] {
        let overdue = self.channels.filter { _, channel in
            guard channel.countIsOld, let reported = channel.countReported else { return false }
            return now - reported >= self.limits.countInterval
        }
        return overdue.keys.sorted().flatMap { self.tellCount(on: $0, at: now) }
    }

    private mutating func tellCount(on name: ChannelName, at now: Duration) -> [HubAction] {
        self.channels[name]?.countIsOld = false
        self.channels[name]?.countReported = now
        guard let subscribers = self.channels[name]?.subscribers, !subscribers.isEmpty else {
            return []
        }
        self.notice(.subscriptionCount(name, subscribers.count))
        return [.send(.subscriptionCount(name, subscribers.count), to: subscribers)]
    }
}
