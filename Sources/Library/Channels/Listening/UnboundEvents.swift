import ChannelsProtocol

/// Counts events that matched no binding: "connected, but nothing happens" is often a name that
/// differs by a letter.
struct UnboundEvents {
    private var counts: [ChannelName: Int] = [:]
    /// Counts not yet in `counts`, by the event reader's number for the names.
    private var recent: [Int] = []
    private var counted: [UInt32] = []
    private var names: Set<Name> = []

    private struct Name: Hashable {
        var event: EventName
        var channel: ChannelName?
    }

    /// Limited, because names come from the peer.
    private static let limit = 1000

    mutating func expect(_ channel: ChannelName, _ reader: EventReader) {
        self.settle(reader)
        if self.counts[channel] == nil { self.counts[channel] = 0 }
    }

    /// Only for requested channels: the number of others would be up to the server.
    mutating func count(on channel: ChannelName) { self.counts[channel]? &+= 1 }

    mutating func count(_ burst: EventBurst) {
        for index in 0..<burst.count { self.count(burst.pair(index), events: 1) }
    }

    mutating func count(_ pair: UInt32, events: Int) {
        let index = Int(pair)
        while self.recent.count <= index { self.recent.append(0) }
        if self.recent[index] == 0 { self.counted.append(pair) }
        self.recent[index] &+= events
    }

    mutating func settle(_ reader: EventReader) {
        for pair in self.counted {
            if let channel = reader.channel(ofPair: pair) {
                self.counts[channel]? &+= self.recent[Int(pair)]
            }
            self.recent[Int(pair)] = 0
        }
        self.counted.removeAll(keepingCapacity: true)
    }

    /// - Returns: whether it is the first of its name on its channel; `false` if too many names are
    ///   known.
    mutating func isFirst(_ event: ChannelsEvent) -> Bool {
        guard self.names.count < Self.limit, event.name.text.utf8.count <= EventName.lengthLimit
        else { return false }
        return self.names.insert(Name(event: event.name, channel: event.channel)).inserted
    }

    /// Recent counts must be settled before.
    subscript(channel: ChannelName) -> Int { self.counts[channel] ?? 0 }

    mutating func forget(_ channel: ChannelName, _ reader: EventReader) {
        self.settle(reader)
        self.counts[channel] = nil
    }
}
