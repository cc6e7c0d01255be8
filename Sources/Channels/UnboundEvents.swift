internal import ChannelsProtocol

/// Counts the events that no binding was told about: "connected, but nothing happens" is often a
/// name that differs by a letter.
struct UnboundEvents {
    private var counts: [ChannelName?: Int] = [:]
    private var names: Set<Name> = []

    private struct Name: Hashable {
        var event: EventName
        var channel: ChannelName?
    }

    /// The most different names, and channels, that are remembered: they come from the peer.
    private static let limit = 1000

    /// Counts one.
    ///
    /// - Returns: whether it is the first of its name on its channel.
    mutating func count(_ event: ChannelEvent, isLogged: Bool) -> Bool {
        if let count = self.counts[event.channel] {
            self.counts[event.channel] = count &+ 1
        } else if self.counts.count < Self.limit {
            self.counts[event.channel] = 1
        }
        guard isLogged, self.names.count < Self.limit else { return false }
        return self.names.insert(Name(event: event.name, channel: event.channel)).inserted
    }

    /// How many came on a channel.
    subscript(channel: ChannelName) -> Int { self.counts[channel] ?? 0 }

    /// The channel was given up: the count starts afresh with the next subscription.
    mutating func forget(_ channel: ChannelName) {
        self.counts[channel] = nil
    }
}
