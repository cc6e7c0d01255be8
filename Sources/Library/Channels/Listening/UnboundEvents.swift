import ChannelsProtocol

/// Counts the events that matched no binding: "connected, but nothing happens" is often a name that
/// differs by a letter.
struct UnboundEvents {
    /// The counts of the channels that the user wants.
    private var counts: [ChannelName: Int] = [:]
    /// Recent counts that are not in `counts` yet, by the number that the reader of events gives to
    /// the names of an event.
    private var recent: [Int] = []
    /// The numbers that have a recent count.
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

    /// Counts the events of a burst on channels that are wanted.
    mutating func count(_ burst: EventBurst) {
        for index in 0..<burst.count { self.count(burst.pair(index), events: 1) }
    }

    /// Counts events with the names of this number, if their channel is wanted.
    mutating func count(_ pair: UInt32, events: Int) {
        let index = Int(pair)
        while self.recent.count <= index { self.recent.append(0) }
        if self.recent[index] == 0 { self.counted.append(pair) }
        self.recent[index] &+= events
    }

    /// Adds the recent counts to the others.
    mutating func settle(_ reader: EventReader) {
        for pair in self.counted {
            if let channel = reader.channel(ofPair: pair) {
                self.counts[channel]? &+= self.recent[Int(pair)]
            }
            self.recent[Int(pair)] = 0
        }
        self.counted.removeAll(keepingCapacity: true)
    }

    /// Remembers the name of an event.
    ///
    /// - Returns: whether it is the first of its name on its channel; `false` if too many names are
    ///   known.
    mutating func isFirst(_ event: ChannelsEvent) -> Bool {
        guard self.names.count < Self.limit, event.name.text.utf8.count <= EventName.lengthLimit
        else { return false }
        return self.names.insert(Name(event: event.name, channel: event.channel)).inserted
    }

    /// How many events arrived on a channel. Recent counts have to be settled before.
    subscript(channel: ChannelName) -> Int { self.counts[channel] ?? 0 }

    /// The channel is gone: counting starts again with the next subscription.
    mutating func forget(_ channel: ChannelName, _ reader: EventReader) {
        self.settle(reader)
        self.counts[channel] = nil
    }
}
