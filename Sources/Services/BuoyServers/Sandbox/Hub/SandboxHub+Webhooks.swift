import ChannelsProtocol
import ChannelsWebhooks

// The webhook events of a hub (docs/webhooks.md). The hub reports at once; holding back and
// batching are decided by the outbox.
extension SandboxHub {
    /// Returns the webhook events since the last call; none if no webhooks are sent.
    mutating func takeNotices() -> [WebhookEvent] {
        defer { self.notices = [] }
        return self.notices
    }

    /// Keeps an event for webhooks. Channels of a single user are internal to the service.
    mutating func notice(_ event: WebhookEvent) {
        guard self.sendsWebhooks, event.channel?.isServerToUser != true else { return }
        self.notices.append(event)
    }

    /// Keeps that a channel was occupied or vacated, if it was.
    mutating func noticeOccupancy(of name: ChannelName, since wasOccupied: Bool) {
        let isOccupied = self.isOccupied(name)
        guard wasOccupied != isOccupied else { return }
        self.notice(isOccupied ? .channelOccupied(name) : .channelVacated(name))
    }

    /// Whether anybody is subscribed to a channel.
    func isOccupied(_ name: ChannelName) -> Bool { self.channels[name]?.isOccupied ?? false }

    /// Keeps an event that a client sent. Bots have no connection, so theirs are left out.
    mutating func noticeClientEvent(_ event: ChannelsEvent, from id: ConnectionID) {
        guard self.sendsWebhooks, let name = event.channel else { return }
        self.notice(
            .clientEvent(
                WebhookClientEvent(
                    channel: name, event: event.name, data: event.data.text,
                    socketID: self.connections[id]?.socketID, userID: event.userID)))
    }
}
