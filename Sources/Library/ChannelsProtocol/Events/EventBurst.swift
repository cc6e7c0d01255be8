/// Events that arrived together. They share the text of their messages, and their names.
///
/// A `ChannelsEvent` is a place in a burst, so that a copy of an event costs one reference,
/// whatever belongs to it. Its own event is a burst of one.
package final class EventBurst: Sendable {
    /// The messages of the events that were read from a connection.
    private let text: [UInt8]
    let items: [Item]
    /// All names that the connection had seen.
    private let names: NameTable
    private let senders: [EventSender]
    /// The event, if it is the only one of its burst.
    private let own: OwnEvent?

    /// An event of a burst. It has no references, so that many of them are released at once.
    struct Item: Sendable {
        var data: KeptData
        /// The number of its names.
        var names: UInt32
        /// The index of its sender; `noSender` for most events.
        var sender: UInt32

        static let noSender = UInt32.max
    }

    private struct OwnEvent {
        var names: EventNames
        var data: EventData
        var sender: EventSender?
    }

    /// Creates a burst of events that were read.
    init(_ text: [UInt8], _ items: [Item], _ names: NameTable, _ senders: [EventSender]) {
        self.text = text
        // The room for many events is not kept for a few.
        self.items = items.count < items.capacity / 2 ? items.map { $0 } : items
        self.names = names
        self.senders = senders
        self.own = nil
    }

    /// Creates a burst of one event.
    init(_ names: EventNames, _ data: EventData, _ sender: EventSender?) {
        self.text = []
        self.items = []
        self.names = NameTable()
        self.senders = []
        self.own = OwnEvent(names: names, data: data, sender: sender)
    }

    /// How many events were read.
    package var count: Int { self.items.count }

    /// An event that was read.
    @inline(__always)
    package func event(_ index: Int) -> ChannelsEvent {
        ChannelsEvent(self, UInt32(truncatingIfNeeded: index))
    }

    /// The number of the names of an event that was read: see `EventReader.channel`.
    @inline(__always)
    package func pair(_ index: Int) -> UInt32 { self.items[index].names }

    /// Whether two events have the same names.
    @inline(__always)
    func shareNames(_ first: UInt32, _ second: UInt32) -> Bool {
        self.own != nil || self.pair(Int(first)) == self.pair(Int(second))
    }

    @inline(__always)
    func namesNumber(_ index: UInt32) -> UInt32 {
        self.own == nil ? self.pair(Int(index)) : 0
    }

    func names(_ index: UInt32) -> EventNames {
        self.own?.names ?? self.names[Int(self.pair(Int(index)))]
    }

    func data(_ index: UInt32) -> EventData {
        self.own?.data ?? EventData(self.items[Int(index)].data, in: self.text)
    }

    /// The hash of the data as on the wire; `nil` if it has fewer bytes.
    func dataHash(_ index: UInt32, atLeast count: Int) -> UInt64? {
        if let own = self.own { return Self.hash(own.data.rawJSON, atLeast: count) }
        // Without a slice, which would count as another reference to the text.
        let place = self.items[Int(index)].data.data
        guard place.count >= count, place.upperBound <= self.text.count else { return nil }
        return self.text.withUnsafeBufferPointer {
            ByteHash.of(UnsafeBufferPointer(rebasing: $0[place]))
        }
    }

    private static func hash(_ bytes: ArraySlice<UInt8>, atLeast count: Int) -> UInt64? {
        guard bytes.count >= count else { return nil }
        return bytes.withUnsafeBufferPointer { ByteHash.of($0) }
    }

    func sender(_ index: UInt32) -> EventSender? {
        if let own = self.own { return own.sender }
        let place = self.items[Int(index)].sender
        return place == Item.noSender ? nil : self.senders[Int(place)]
    }
}

/// Who sent an event, as far as the server says.
struct EventSender: Sendable {
    var userID: UserID?
    var doubt: SenderDoubt?
}
