import ChannelsProtocol

/// Names, messages and what is seldom are in arrays of the block.
struct PackedEvent: Sendable {
    let time: PackedTime
    /// Counted from that of the block.
    let number: UInt32
    let content: Content

    /// The numbers are places of names; the Boolean says whether they are the first event with
    /// these names, which the memory of the names is counted with.
    enum Content: Sendable {
        case received(KeptData, UInt16, isFirst: Bool)
        case subscribed(UInt16, isFirst: Bool)
        case joined(KeptMember, UInt16, isFirst: Bool)
        case left(KeptMember, UInt16, isFirst: Bool)
        case other(UInt16)
    }

    struct Names: Hashable, Sendable {
        private let event: EventName
        private let channel: ChannelName?
        private let userID: UserID?
        private let senderDoubt: SenderDoubt?

        init(_ event: ChannelsEvent) {
            self.event = event.name
            self.channel = event.channel
            self.userID = event.userID
            self.senderDoubt = event.senderDoubt
        }

        private init(_ channel: ChannelName) {
            self.event = EventName("")
            self.channel = channel
            self.userID = nil
            self.senderDoubt = nil
        }

        static func channel(_ name: ChannelName) -> Names { Names(name) }

        var channelName: ChannelName { self.channel ?? ChannelName(wire: "") }

        func event(_ data: EventData) -> ChannelsEvent {
            var event = ChannelsEvent(
                name: self.event, channel: self.channel, data: data, userID: self.userID)
            event.senderDoubt = self.senderDoubt
            return event
        }

        var size: Int {
            let texts = [self.event.text, self.channel?.text, self.userID?.text]
            return texts.reduce(MemoryLayout<Names>.stride) { $0 + ($1?.storedBytes ?? 0) }
        }
    }
}

/// A time in 12 bytes. The difference of the two clocks hardly changes, so it is kept once for a
/// block.
struct PackedTime: Sendable {
    private let monotonicNanoseconds: Int64
    /// Added to that of the block, in microseconds.
    private let difference: Int32

    init(_ time: ChannelsTimestamp, clockDifference base: Int64) {
        self.monotonicNanoseconds = time.monotonicNanoseconds
        self.difference = Int32(truncatingIfNeeded: Self.difference(of: time) &- base)
    }

    /// Whether the wall clock was set by no more than half an hour since the block's difference was
    /// taken.
    static func fits(_ time: ChannelsTimestamp, clockDifference base: Int64) -> Bool {
        Int32(exactly: Self.difference(of: time) &- base) != nil
    }

    /// How far the wall clock is ahead of the monotonic one, in microseconds.
    static func difference(of time: ChannelsTimestamp) -> Int64 {
        time.wallMicroseconds &- time.monotonicNanoseconds / 1000
    }

    func timestamp(clockDifference base: Int64) -> ChannelsTimestamp {
        ChannelsTimestamp(
            monotonicNanoseconds: self.monotonicNanoseconds,
            wallMicroseconds: self.monotonicNanoseconds / 1000 &+ base &+ Int64(self.difference))
    }
}

/// The information, if any, then the length of the id in two bytes, then the id.
struct KeptMember: Sendable {
    private let info: KeptData

    /// `nil` if the member is no ordinary one; then nothing is appended.
    init?(_ member: PresenceMember, in bytes: inout [UInt8]) {
        let id = member.id.text.utf8
        guard let length = UInt16(exactly: id.count),
            let kept = KeptData(member.trimmed().info ?? .absent, keptIn: &bytes)
        else { return nil }
        self.info = kept
        bytes.append(UInt8(truncatingIfNeeded: length >> 8))
        bytes.append(UInt8(truncatingIfNeeded: length))
        bytes += id
    }

    func member(in bytes: [UInt8]) -> PresenceMember {
        let id = String(decoding: bytes[self.id(in: bytes)], as: UTF8.self)
        let info = self.info.frame.isEmpty ? nil : EventData(self.info, in: bytes)
        return PresenceMember(id: UserID(id), info: info).trimmed()
    }

    func size(in bytes: [UInt8]) -> Int {
        self.id(in: bytes).upperBound - self.info.frame.lowerBound
    }

    private func id(in bytes: [UInt8]) -> Range<Int> {
        let start = self.info.frame.upperBound
        let length = Int(bytes[start]) << 8 | Int(bytes[start + 1])
        return start + 2..<start + 2 + length
    }
}
