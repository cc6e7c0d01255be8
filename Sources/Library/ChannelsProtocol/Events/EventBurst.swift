/// Events that arrived together, and share their text and names. A `ChannelsEvent` is a place
/// in a burst, so that copying one costs one reference.
package final class EventBurst: Sendable {
    private let text: [UInt8]
    let items: [Item]
    private let names: NameTable
    private let senders: [EventSender]
    private let own: OwnEvent?

    /// Without references, so that many are released at once.
    struct Item: Sendable {
        var data: KeptData
        var names: UInt32
        var sender: UInt32

        static let noSender = UInt32.max
    }

    private struct OwnEvent {
        var names: EventNames
        var data: EventData
        var sender: EventSender?
    }

    init(_ text: [UInt8], _ items: [Item], _ names: NameTable, _ senders: [EventSender]) {
        self.text = text
        // The room for many events is not kept for a few.
        self.items = items.count < items.capacity / 2 ? items.map { $0 } : items
        self.names = names
        self.senders = senders
        self.own = nil
    }

    init(_ names: EventNames, _ data: EventData, _ sender: EventSender?) {
        self.text = []
        self.items = []
        self.names = NameTable()
        self.senders = []
        self.own = OwnEvent(names: names, data: data, sender: sender)
    }

    package var count: Int { self.items.count }

    @inline(__always)
    package func event(_ index: Int) -> ChannelsEvent {
        ChannelsEvent(self, UInt32(truncatingIfNeeded: index))
    }

    @inline(__always)
    package func pair(_ index: Int) -> UInt32 { self.items[index].names }

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

struct EventSender: Sendable {
    var userID: UserID?
    var doubt: SenderDoubt?
}
