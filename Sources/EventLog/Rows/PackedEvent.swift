import ChannelsProtocol

/// An event in a block. Its names, its message and what is seldom are in arrays of the block.
struct PackedEvent: Sendable {
    let time: Timestamp
    /// Counted from that of the block.
    let number: UInt32
    let content: Content

    /// What is reported. The numbers are places of names; the Boolean says whether they are the first event with
    /// these names, which the memory of the names is counted with.
    enum Content: Sendable {
        case received(KeptData, UInt16, isFirst: Bool)
        case subscribed(UInt16, isFirst: Bool)
        case joined(KeptMember, UInt16, isFirst: Bool)
        case left(KeptMember, UInt16, isFirst: Bool)
        /// The place among the reports that are not packed.
        case other(UInt16)
    }

    /// What many events have in common.
    struct Names: Hashable, Sendable {
        private let event: EventName
        private let channel: ChannelName?
        private let userID: UserID?
        private let senderDoubt: SenderDoubt?

        init(_ event: ChannelEvent) {
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

        /// Those of a report about a channel.
        static func channel(_ name: ChannelName) -> Names { Names(name) }

        var channelName: ChannelName { self.channel ?? ChannelName(wire: "") }

        func event(_ data: EventData) -> ChannelEvent {
            var event = ChannelEvent(
                name: self.event, channel: self.channel, data: data, userID: self.userID)
            event.senderDoubt = self.senderDoubt
            return event
        }

        /// The memory, in bytes, if nothing else keeps these texts.
        var size: Int {
            let texts = [self.event.text, self.channel?.text, self.userID?.text]
            return texts.reduce(MemoryLayout<Names>.stride) { $0 + ($1?.storedBytes ?? 0) }
        }
    }
}

/// A member in bytes: the information, then the id.
struct KeptMember: Sendable {
    private let info: KeptData
    private let hasInfo: Bool
    private let idLength: UInt16

    /// - Returns: `nil` if the member is no ordinary one; then nothing is appended.
    init?(_ member: Member, in bytes: inout [UInt8]) {
        let id = member.id.text.utf8
        let info = member.trimmed().info
        guard let length = UInt16(exactly: id.count),
            let kept = KeptData(info ?? .absent, keptIn: &bytes)
        else { return nil }
        self.info = kept
        self.hasInfo = info != nil
        self.idLength = length
        bytes += id
    }

    /// The same member, with memory of its own.
    func member(in bytes: [UInt8]) -> Member {
        let end = self.info.frame.upperBound
        let id = String(decoding: bytes[end..<end + Int(self.idLength)], as: UTF8.self)
        let info = self.hasInfo ? EventData(self.info, in: bytes) : nil
        return Member(id: UserID(id), info: info).trimmed()
    }

    /// The memory, in bytes.
    var size: Int { self.info.frame.count + Int(self.idLength) }
}
