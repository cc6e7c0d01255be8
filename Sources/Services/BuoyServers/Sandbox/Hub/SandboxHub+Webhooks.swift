import ChannelsProtocol
import ChannelsWebhooks

// The webhook events of a hub (docs/sandbox.md). The hub reports at once; holding back and
// batching are decided by the outbox.
extension SandboxHub {
    mutating func takeNotices() -> [WebhookEvent] {
        defer { self.notices = [] }
        return self.notices
    }

    /// Channels of a single user are internal to the service, and left out.
    mutating func notice(_ event: WebhookEvent) {
        guard self.sendsWebhooks, event.channel?.isServerToUser != true else { return }
        self.notices.append(event)
    }

    mutating func noticeOccupancy(of name: ChannelName, since wasOccupied: Bool) {
        let isOccupied = self.isOccupied(name)
        guard wasOccupied != isOccupied else { return }
        self.notice(isOccupied ? .channelOccupied(name) : .channelVacated(name))
    }

    func isOccupied(_ name: ChannelName) -> Bool { self.channels[name]?.isOccupied ?? false }

    /// Bots have no connection, so their events are left out.
    mutating func noticeClientEvent(_ event: ChannelsEvent, from id: ConnectionID) {
        guard self.sendsWebhooks, let name = event.channel else { return }
        self.notice(
            .clientEvent(
                WebhookClientEvent(
                    channel: name, event: event.name, data: event.data.text,
                    socketID: self.connections[id]?.socketID, userID: event.userID)))
    }
}
