/// An event on a channel, published by an application or another client.
public struct ChannelEvent: Sendable {
    /// Shared by the events of the same name and channel, so that copies of an event are cheap.
    package private(set) var names: EventNames
    /// The data as received; it is parsed when it is read.
    public var data: EventData
    /// `nil` for most events.
    private var sender: EventSender?

    package init(
        name: EventName, channel: ChannelName?, data: EventData, userID: UserID? = nil
    ) {
        self.init(names: EventNames(name: name, channel: channel), data: data, userID: userID)
    }

    @inline(__always)
    init(names: EventNames, data: EventData, userID: UserID?) {
        self.names = names
        self.data = data
        self.sender = userID.map { EventSender(userID: $0, doubt: nil) }
    }

    /// The name that the publisher gave it.
    public var name: EventName {
        get { self.names.name }
        set { self.names = EventNames(name: newValue, channel: self.channel) }
    }

    /// The channel it arrived on; `nil` if the server named none.
    public var channel: ChannelName? {
        get { self.names.channel }
        set { self.names = EventNames(name: self.name, channel: newValue) }
    }

    /// The sender, which the server adds to client events of presence channels.
    public var userID: UserID? {
        get { self.sender?.userID }
        set { self.sender = EventSender(userID: newValue, doubt: self.senderDoubt) }
    }

    /// Why the sender of a client event is doubtful; `nil` if it is not.
    package var senderDoubt: SenderDoubt? {
        get { self.sender?.doubt }
        set { self.sender = EventSender(userID: self.userID, doubt: newValue) }
    }

    /// The same event, to be kept for long. A received event shares its memory with all messages of the
    /// same read, up to 64 KiB and more; the detached one has a copy of its own message only.
    public func detached() -> ChannelEvent {
        var copy = self
        copy.data = self.data.detached
        return copy
    }
}

extension ChannelEvent: Hashable {
    public static func == (left: ChannelEvent, right: ChannelEvent) -> Bool {
        left.names == right.names && left.userID == right.userID
            && left.senderDoubt == right.senderDoubt && left.data == right.data
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(self.name)
        hasher.combine(self.channel)
        hasher.combine(self.data)
        hasher.combine(self.userID)
    }
}

/// The name and the channel of an event.
package final class EventNames: Sendable {
    package let name: EventName
    package let channel: ChannelName?

    init(name: EventName, channel: ChannelName?) {
        self.name = name
        self.channel = channel
    }
}

extension EventNames: Equatable {
    package static func == (left: EventNames, right: EventNames) -> Bool {
        left === right || (left.name == right.name && left.channel == right.channel)
    }
}

/// Who sent an event, as far as the server says.
private final class EventSender: Sendable {
    let userID: UserID?
    let doubt: SenderDoubt?

    init(userID: UserID?, doubt: SenderDoubt?) {
        self.userID = userID
        self.doubt = doubt
    }
}

/// Why the sender of a client event on a presence channel is doubtful.
package enum SenderDoubt: Hashable, Sendable {
    /// The server names no sender.
    case notNamed
    /// The sender is not a member of the channel.
    case notAMember

    /// A sentence without a full stop.
    package var text: String {
        switch self {
        case .notNamed: "the server names no sender"
        case .notAMember: "the sender is not a member of the channel"
        }
    }
}
