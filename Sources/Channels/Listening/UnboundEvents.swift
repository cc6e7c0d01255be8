internal import ChannelsProtocol

/// Counts the events that matched no binding: "connected, but nothing happens" is often a name that
/// differs by a letter.
struct UnboundEvents {
    /// The counts of the channels that the user wants.
    private var counts: [ChannelName: Int] = [:]
    /// A recent count that is not in `counts` yet, because events of one channel often come in a
    /// row.
    private var latest: (channel: ChannelName, count: Int)?
    private var names: Set<Name> = []

    private struct Name: Hashable {
        var event: EventName
        var channel: ChannelName?
    }

    /// The maximum number of names that are remembered, as they come from the peer.
    private static let limit = 1000

    /// A channel is wanted: counts its events from now on.
    mutating func expect(_ channel: ChannelName) {
        self.settle()
        if self.counts[channel] == nil { self.counts[channel] = 0 }
    }

    /// Counts an event if its channel is wanted. The number of other channels would be up to the
    /// server.
    mutating func count(on channel: ChannelName) {
        if self.latest?.channel == channel {
            self.latest?.count &+= 1
        } else {
            self.settle()
            self.latest = (channel, 1)
        }
    }

    private mutating func settle() {
        guard let (channel, count) = self.latest else { return }
        self.latest = nil
        self.counts[channel]? &+= count
    }

    /// Remembers the name of an event.
    ///
    /// - Returns: whether it is the first of its name on its channel; `false` if too many names are
    ///   known.
    mutating func isFirst(_ event: ChannelEvent) -> Bool {
        guard self.names.count < Self.limit, event.name.text.utf8.count <= EventName.lengthLimit
        else { return false }
        return self.names.insert(Name(event: event.name, channel: event.channel)).inserted
    }

    /// How many events arrived on a channel.
    subscript(channel: ChannelName) -> Int {
        guard let count = self.counts[channel] else { return 0 }
        return self.latest?.channel == channel ? count &+ (self.latest?.count ?? 0) : count
    }

    /// The channel is gone: counting starts anew with the next subscription.
    mutating func forget(_ channel: ChannelName) {
        self.settle()
        self.counts[channel] = nil
    }
}
