package import ChannelsProtocol

package struct ScenarioStep: Hashable, Sendable {
    package var at: Duration
    package var action: BotAction

    init(at: Duration, _ action: BotAction) {
        self.at = at
        self.action = action
    }
}

package enum BotAction: Hashable, Sendable {
    case publish(Publication)
    case burst([Publication])
    /// The nonce has 24 bytes.
    case seal(Publication, nonce: [UInt8])
    case join(PresenceMember, ChannelName)
    case leave(UserID, ChannelName)
    case trigger(ChannelsEvent)
}

struct BotReply: Hashable, Sendable {
    var delay: Duration
    var action: BotAction
}
