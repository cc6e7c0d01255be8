/// An event on a channel, published by an application or another client. Streams and
/// handlers deliver it in a `ReceivedEvent`, with its arrival time.
public struct ChannelsEvent: Sendable {
    private var burst: EventBurst
    private var place: UInt32

    /// Creates an event, for example for a test.
    /// - Parameters:
    ///   - name: the name that the publisher gives it.
    ///   - channel: the channel it is on; `nil` for none.
    ///   - data: the data.
    ///   - userID: the sender, on a presence channel.
    public init(
        name: EventName, channel: ChannelName?, data: EventData, userID: UserID? = nil
    ) {
        self.init(
            EventNames(name: name, channel: channel), data,
            userID.map { EventSender(userID: $0, doubt: nil) })
    }

    private init(_ names: EventNames, _ data: EventData, _ sender: EventSender?) {
        self.init(EventBurst(names, data, sender), 0)
    }

    @inline(__always)
    init(_ burst: EventBurst, _ place: UInt32) {
        self.burst = burst
        self.place = place
    }

    /// The event name that the publisher chose. Compare it with a string:
    /// `event.name == "created"`.
    public var name: EventName {
        get { self.names.name }
        set { self.names = EventNames(name: newValue, channel: self.channel) }
    }

    /// The channel on which the event arrived; `nil` if the server specified none.
    public var channel: ChannelName? {
        get { self.names.channel }
        set { self.names = EventNames(name: self.name, channel: newValue) }
    }

    /// The data as received; it is parsed when it is read.
    public var data: EventData {
        get { self.burst.data(self.place) }
        set { self = ChannelsEvent(self.names, newValue, self.sender) }
    }

    /// The sender, which the server adds to client events of presence channels; `nil` for other
    /// events. Do not trust a user id inside the data instead.
    public var userID: UserID? {
        get { self.sender?.userID }
        set { self.sender = EventSender(userID: newValue, doubt: self.senderDoubt) }
    }

    package var senderDoubt: SenderDoubt? {
        get { self.sender?.doubt }
        set { self.sender = EventSender(userID: self.userID, doubt: newValue) }
    }

    private var names: EventNames {
        get { self.burst.names(self.place) }
        set { self = ChannelsEvent(newValue, self.data, self.sender) }
    }

    private var sender: EventSender? {
        get { self.burst.sender(self.place) }
        set { self = ChannelsEvent(self.names, self.data, newValue) }
    }

    /// Returns a copy for long-term storage. A received event shares memory with all messages of
    /// the same read (128 KiB or more); the copy retains only its own message.
    public func detached() -> ChannelsEvent {
        ChannelsEvent(self.names, self.data.detached, self.sender)
    }

    /// Cheaper than a comparison; `false` for equal names that did not arrive together.
    @inline(__always)
    package func sharesNames(with other: ChannelsEvent) -> Bool {
        self.burst === other.burst && self.burst.shareNames(self.place, other.place)
    }
}

extension ChannelsEvent {
    @inline(__always)
    package var namesNumber: UInt32 { self.burst.namesNumber(self.place) }

    package var namesHash: UInt64 {
        let names = self.names
        let name = ByteHash.of(names.name.text)
        return names.channel.map { ByteHash.mix(name &+ ByteHash.of($0.text)) } ?? name
    }

    /// Of sender and data; `nil` if the data has fewer bytes on the wire.
    package func contentHash(atLeast count: Int) -> UInt64? {
        guard let data = self.burst.dataHash(self.place, atLeast: count) else { return nil }
        guard let user = self.userID else { return data }
        return ByteHash.mix(data &+ ByteHash.of(user.text))
    }
}

extension ChannelsEvent: ComparedContent {
    package func hasContent(of other: ChannelsEvent) -> Bool {
        self.names == other.names && self.userID == other.userID
            && self.senderDoubt == other.senderDoubt && self.data == other.data
    }

    package func hashContent(into hasher: inout Hasher) {
        hasher.combine(self.name)
        hasher.combine(self.channel)
        hasher.combine(self.data)
        hasher.combine(self.userID)
    }
}

package enum SenderDoubt: Hashable, Sendable {
    case notNamed
    case notAMember

    package var text: String {
        switch self {
        case .notNamed: "the server names no sender"
        case .notAMember: "the sender is not a member of the channel"
        }
    }
}
