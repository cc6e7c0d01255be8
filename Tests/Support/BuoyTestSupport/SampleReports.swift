package import ChannelsProtocol

extension SentPing {
    /// A ping on a connection that has just spoken.
    package static let sample = SentPing(lastReceived: .zero, timeLimit: .seconds(30))
}

extension ConnectionGap {
    /// A loss that was noticed at once, of so many channels: all are subscribed again at the end.
    package init(from start: ChannelsTimestamp, to end: ChannelsTimestamp, channels: Int) {
        self.init(
            lastReceived: start, lossNoticed: start, reconnected: end,
            channels: (0..<channels).map {
                Channel(name: ChannelName(wire: "channel-\($0 + 1)"), subscribedAgain: end)
            })
    }
}
