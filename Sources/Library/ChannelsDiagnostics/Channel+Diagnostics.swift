public import Channels

extension ChannelsClient.Channel {
    /// The number of events that had no listener: no handler, and no stream for their name or
    /// channel. If it grows, the usual cause is a misspelt event name.
    public var unboundEventCount: Int {
        get async { await self.unboundCount }
    }
}
