/// Reads the ordinary events of a connection: those about which the client's state machine has
/// nothing to decide, which is nearly all of them in a busy connection.
///
/// An ordinary event has a name that does not belong to the protocol, and names a channel that is
/// neither encrypted nor that of the signed-in user. On a presence channel it is not a client
/// event, whose sender has to be checked. All other messages are left to
/// `FrameCodec.readServerFrame`. Both read the envelope in the same way.
package struct EventReader: Sendable {
    private struct KnownEvent: Sendable {
        var name: EventName
        /// Not empty, and not the protocol's own.
        var isOrdinary: Bool
        var isClientEvent: Bool
    }

    private struct KnownChannel: Sendable {
        var name: ChannelName
        var isOrdinary: Bool
        var hasMembers: Bool
    }

    private var events = NameMemory<KnownEvent>()
    private var channels = NameMemory<KnownChannel>()
    private var pairs = NamePairs()

    package init() {}

    /// Whether the memory of names should be replaced by an empty one.
    package var isFull: Bool { self.events.isFull || self.channels.isFull || self.pairs.isFull }

    /// The channel of the names with this number: the same names have the same number, as long as
    /// the reader remembers them.
    package func channel(ofPair number: UInt32) -> ChannelName? {
        self.pairs.names[Int(number)].channel
    }

    /// What is read.
    package struct Output: Sendable {
        package var events: [ClientReport] = []
        /// The size of the messages of ordinary events, in bytes.
        package var bytes = 0
        /// The number of the last event.
        package var lastNumber: Int
        package let time: ChannelsTimestamp

        package init(lastNumber: Int, time: ChannelsTimestamp) {
            self.lastNumber = lastNumber
            self.time = time
        }

        /// Adds a report for each event of a burst.
        fileprivate mutating func append(_ burst: EventBurst) {
            // Not by a map, which would make its own array first.
            var index = 0
            while index &+ 4 <= burst.count {
                self.events.append(
                    self.report(burst, index), self.report(burst, index &+ 1),
                    self.report(burst, index &+ 2), self.report(burst, index &+ 3))
                index &+= 4
            }
            while index < burst.count {
                self.events.append(self.report(burst, index))
                index &+= 1
            }
            self.lastNumber &+= burst.count
        }

        @inline(__always)
        private func report(_ burst: EventBurst, _ index: Int) -> ClientReport {
            ClientReport(
                number: self.lastNumber &+ index &+ 1, time: self.time,
                kind: .received(burst.event(index)))
        }
    }

    /// Reads ordinary events, up to the first message that is none.
    ///
    /// - Parameters:
    ///   - text: contains messages, each in valid UTF-8.
    ///   - frames: where the messages are.
    ///   - first: the index of the first message to read.
    /// - Returns: the index of the first message that was not read, and the events; `nil` if there
    ///   are none.
    package mutating func read(
        _ text: [UInt8], _ frames: [Range<UInt32>], from first: Int, into output: inout Output
    ) -> (next: Int, burst: EventBurst?) {
        var senders: [EventSender] = []
        var bytes = 0
        let items = [EventBurst.Item](unsafeUninitializedCapacity: frames.count &- first) {
            items, count in
            text.withUnsafeBufferPointer { buffer in
                while first &+ count < frames.count {
                    let frame = Range(frames[first &+ count]).clamped(to: 0..<buffer.count)
                    guard let item = self.read(text, buffer, frame, &senders) else { break }
                    items.initializeElement(at: count, to: item)
                    count &+= 1
                    bytes &+= frame.count
                }
            }
        }
        guard !items.isEmpty else { return (first, nil) }
        let burst = EventBurst(text, items, self.pairs.names, senders)
        output.bytes &+= bytes
        output.append(burst)
        return (first &+ burst.count, burst)
    }

    @inline(__always)
    private mutating func read(
        _ text: [UInt8], _ buffer: UnsafeBufferPointer<UInt8>, _ frame: Range<Int>,
        _ senders: inout [EventSender]
    ) -> EventBurst.Item? {
        guard let parts = EnvelopeParts(ordinary: buffer, frame),
            let name = self.number(ofEvent: parts.event, buffer),
            let channel = self.number(ofChannel: parts.channel, buffer),
            let pair = self.pairs.find(name, channel) ?? self.addPair(name, channel),
            self.pairs.isOrdinary(pair)
        else { return nil }
        var item = EventBurst.Item(
            data: KeptData(counting: parts.data, of: frame, in: text),
            names: UInt32(truncatingIfNeeded: pair), sender: EventBurst.Item.noSender)
        if !parts.userID.isEmpty {
            item.sender = Self.addSender(text, parts.userID, frame, &senders)
        }
        return item
    }

    /// - Returns: the index of the sender.
    @inline(never)
    private static func addSender(
        _ text: [UInt8], _ range: Range<Int>, _ frame: Range<Int>, _ senders: inout [EventSender]
    ) -> UInt32 {
        let value = JSONSlice(shared: text, range: range, frame: frame).stringOrDigits
        guard let value else { return EventBurst.Item.noSender }
        senders.append(EventSender(userID: UserID(value), doubt: nil))
        return UInt32(truncatingIfNeeded: senders.count - 1)
    }

    /// Remembers a pair of names.
    @inline(never)
    private mutating func addPair(_ event: Int, _ channel: Int) -> Int? {
        let (knownEvent, knownChannel) = (self.events[event], self.channels[channel])
        return self.pairs.add(
            event, channel, EventNames(name: knownEvent.name, channel: knownChannel.name),
            isOrdinary: knownChannel.isOrdinary && knownEvent.isOrdinary
                && !(knownEvent.isClientEvent && knownChannel.hasMembers))
    }

    /// - Parameter value: the range of a JSON value; only a string is a name.
    @inline(__always)
    private mutating func number(
        ofEvent value: Range<Int>, _ buffer: UnsafeBufferPointer<UInt8>
    ) -> Int? {
        guard let bytes = Self.contents(of: value, buffer) else { return nil }
        return self.events.find(bytes) { bytes in
            let name = EventName(JSONStringContents(bytes: bytes).text)
            return KnownEvent(
                name: name, isOrdinary: !name.text.isEmpty && !name.isProtocolEvent,
                isClientEvent: name.isClientEvent)
        }
    }

    @inline(__always)
    private mutating func number(
        ofChannel value: Range<Int>, _ buffer: UnsafeBufferPointer<UInt8>
    ) -> Int? {
        guard let bytes = Self.contents(of: value, buffer) else { return nil }
        return self.channels.find(bytes) { bytes in
            let name = ChannelName(wire: JSONStringContents(bytes: bytes).text)
            return KnownChannel(
                name: name, isOrdinary: !name.kind.isEncrypted && !name.isServerToUser,
                hasMembers: name.kind.hasMembers)
        }
    }

    @inline(__always)
    private static func contents(
        of value: Range<Int>, _ buffer: UnsafeBufferPointer<UInt8>
    ) -> UnsafeBufferPointer<UInt8>? {
        guard value.count >= 2, buffer[value.lowerBound] == UInt8(ascii: "\"") else { return nil }
        return UnsafeBufferPointer(
            rebasing: buffer[(value.lowerBound &+ 1)..<(value.upperBound &- 1)])
    }
}

extension Range<Int> {
    fileprivate init(_ range: Range<UInt32>) {
        self = Int(range.lowerBound)..<Int(range.upperBound)
    }
}

extension Array {
    /// Adds four elements that were made before the first of them is stored: what they share is
    /// then retained once for all of them. An atomic increment waits for the stores before it, and
    /// costs more than the rest.
    @inline(__always)
    fileprivate mutating func append(
        _ first: consuming Element, _ second: consuming Element, _ third: consuming Element,
        _ fourth: consuming Element
    ) {
        self.append(first)
        self.append(second)
        self.append(third)
        self.append(fourth)
    }
}
