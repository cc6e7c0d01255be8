package import ChannelsProtocol

/// An action of a bot at a certain time.
package struct ScenarioStep: Hashable, Sendable {
    /// The time since the start of the scenario.
    package var at: Duration
    package var action: BotAction

    init(at: Duration, _ action: BotAction) {
        self.at = at
        self.action = action
    }
}

/// An action of a bot.
package enum BotAction: Hashable, Sendable {
    /// It publishes an event, as the app's server would.
    case publish(Publication)
    /// It publishes several events at once.
    case burst([Publication])
    /// It publishes an encrypted event on encrypted channels, with a nonce of 24 bytes.
    case seal(Publication, nonce: [UInt8])
    /// It joins a presence channel.
    case join(Member, ChannelName)
    /// It leaves a presence channel.
    case leave(UserID, ChannelName)
    /// It sends a client event on a presence channel, as its user.
    case trigger(ChannelsEvent)
}

/// A bot's answer to a client.
struct BotReply: Hashable, Sendable {
    /// The delay before the answer.
    var delay: Duration
    var action: BotAction
}
