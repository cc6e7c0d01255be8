internal import ChannelsProtocol

/// Counts the events that matched no binding: "connected, but nothing happens" is often a name that
/// differs by a letter.
struct UnboundEvents {
    /// The counts of the channels that the user wants.
    private var counts: [ChannelName: Int] = [:]
    /// Recent counts that are not in `counts` yet, by the number that the reader of events gives to a
    /// channel.
    private var recent: [Int] = []
    /// The numbers of the channels that have a recent count.
    private var counted: [UInt32] = []
    private var names: Set<Name> = []

    private struct Name: Hashable {
        var event: EventName
        var channel: ChannelName?
    }

    /// The maximum number of names that are remembered, as they come from the peer.
    private static let limit = 1000

    /// A channel is wanted: counts its events from now on.
    ///
    /// - Parameter reader: knows the names of the recent counts.
    mutating func expect(_ channel: ChannelName, _ reader: EventReader) {
        self.settle(reader)
        if self.counts[channel] == nil { self.counts[channel] = 0 }
    }

    /// Counts an event if its channel is wanted. The number of other channels would be up to the
    /// server.
    mutating func count(on channel: ChannelName) { self.counts[channel]? &+= 1 }

    /// Counts an event on the channel with this number, if that is wanted.
    mutating func count(_ channel: UInt32) {
        let index = Int(channel)
        while self.recent.count <= index { self.recent.append(0) }
        if self.recent[index] == 0 { self.counted.append(channel) }
        self.recent[index] &+= 1
    }

    /// Adds the recent counts to the others.
    mutating func settle(_ reader: EventReader) {
        for number in self.counted {
            self.counts[reader.channel(number)]? &+= self.recent[Int(number)]
            self.recent[Int(number)] = 0
        }
        self.counted.removeAll(keepingCapacity: true)
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

    /// How many events arrived on a channel. Recent counts have to be settled before.
    subscript(channel: ChannelName) -> Int { self.counts[channel] ?? 0 }

    /// The channel is gone: counting starts anew with the next subscription.
    mutating func forget(_ channel: ChannelName, _ reader: EventReader) {
        self.settle(reader)
        self.counts[channel] = nil
    }
}
