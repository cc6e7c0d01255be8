internal import ChannelsProtocol

/// Counts the events that no binding was told about: "connected, but nothing happens" is often a
/// name that differs by a letter.
struct UnboundEvents {
    /// By channel, for those that the user wants.
    private var counts: [ChannelName: Int] = [:]
    /// Counted lately, and not in `counts` yet: events of one channel often come in a row.
    private var latest: (channel: ChannelName, count: Int)?
    private var names: Set<Name> = []

    private struct Name: Hashable {
        var event: EventName
        var channel: ChannelName?
    }

    /// The most different names that are remembered: they come from the peer.
    private static let limit = 1000

    /// A channel is wanted: from now on its events are counted.
    mutating func expect(_ channel: ChannelName) {
        self.settle()
        if self.counts[channel] == nil { self.counts[channel] = 0 }
    }

    /// Counts one, if the channel is wanted: the names of others are the server's choice, and their
    /// number too.
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

    /// Notes the name.
    ///
    /// - Returns: whether it is the first of its name on its channel; not, when too many are known.
    mutating func isFirst(_ event: ChannelEvent) -> Bool {
        guard self.names.count < Self.limit, event.name.text.utf8.count <= EventName.lengthLimit
        else { return false }
        return self.names.insert(Name(event: event.name, channel: event.channel)).inserted
    }

    /// How many came on a channel.
    subscript(channel: ChannelName) -> Int {
        guard let count = self.counts[channel] else { return 0 }
        return self.latest?.channel == channel ? count &+ (self.latest?.count ?? 0) : count
    }

    /// The channel is gone: the count starts afresh with the next subscription.
    mutating func forget(_ channel: ChannelName) {
        self.settle()
        self.counts[channel] = nil
    }
}
