/// Reads ordinary events: nearly all of a busy connection, with nothing for the state machine
/// to decide. Other messages are left to `FrameCodec.readServerFrame`.
///
/// An ordinary event has a name that is not the protocol's, and a channel that is neither
/// encrypted nor the signed-in user's. On a presence channel it is no client event, whose
/// sender has to be checked. Both readers treat the envelope alike.
package struct EventReader: Sendable {
    private struct KnownEvent: Sendable {
        var name: EventName
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

    package var isFull: Bool { self.events.isFull || self.channels.isFull || self.pairs.isFull }

    /// Equal names have equal numbers, as long as the reader remembers them.
    package func channel(ofPair number: UInt32) -> ChannelName? {
        self.pairs.names[Int(number)].channel
    }

    package struct Output: Sendable {
        package var events: [ClientReport] = []
        package var bytes = 0
        package var lastNumber: Int
        package let time: ChannelsTimestamp

        package init(lastNumber: Int, time: ChannelsTimestamp) {
            self.lastNumber = lastNumber
            self.time = time
        }

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

    /// Reads up to the first message that is not ordinary.
    /// - Parameters:
    ///   - text: contains messages, each in valid UTF-8.
    ///   - frames: where the messages are.
    ///   - first: the index of the first message to read.
    /// - Returns: the index of the first unread message, and the events; `nil` if there isn't one.
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

    @inline(never)
    private static func addSender(
        _ text: [UInt8], _ range: Range<Int>, _ frame: Range<Int>, _ senders: inout [EventSender]
    ) -> UInt32 {
        let value = JSONSlice(shared: text, range: range, frame: frame).stringOrDigits
        guard let value else { return EventBurst.Item.noSender }
        senders.append(EventSender(userID: UserID(value), doubt: nil))
        return UInt32(truncatingIfNeeded: senders.count - 1)
    }

    @inline(never)
    private mutating func addPair(_ event: Int, _ channel: Int) -> Int? {
        let (knownEvent, knownChannel) = (self.events[event], self.channels[channel])
        return self.pairs.add(
            event, channel, EventNames(name: knownEvent.name, channel: knownChannel.name),
            isOrdinary: knownChannel.isOrdinary && knownEvent.isOrdinary
                && !(knownEvent.isClientEvent && knownChannel.hasMembers))
    }

    /// - Parameter value: a JSON value; only a string is a name.
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
    /// All four are made before the first is stored: what they share is then retained once. An
    /// atomic increment waits for the stores before it, and costs more than the rest.
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
