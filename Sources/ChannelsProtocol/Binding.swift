/// The id of a binding; never used twice by one client.
public struct BindingID: Hashable, Sendable, Comparable, CustomStringConvertible {
    package let number: Int

    package init(_ number: Int) { self.number = number }
    public static func < (left: BindingID, right: BindingID) -> Bool { left.number < right.number }
    public var description: String { "#\(self.number)" }
}

/// A binding to events: of one name or of all, on one channel or on all.
public struct Binding: Hashable, Sendable, Identifiable {
    public let id: BindingID
    /// The name of the events; `nil` is every event.
    package let event: EventName?
    /// The channel to listen on; `nil` is all of them.
    package let channel: ChannelName?
    /// Whether it listens to what the server sends to the signed-in user, on no channel of the
    /// application's.
    package let isForUser: Bool
    /// Switched off, it keeps its count and its place.
    package var isEnabled: Bool
    /// How many events it has had; an event counts when its handler has been called.
    package var hits: Int

    package init(
        id: BindingID, event: EventName?, channel: ChannelName?, isForUser: Bool = false,
        isEnabled: Bool = true, hits: Int = 0
    ) {
        self.id = id
        self.event = event
        self.channel = channel
        self.isForUser = isForUser
        self.isEnabled = isEnabled
        self.hits = hits
    }

    /// Whether an event is for this binding, switched on or not.
    package func matches(_ event: ChannelEvent) -> Bool {
        if self.isForUser, event.channel?.isServerToUser != true { return false }
        if let channel = self.channel, channel != event.channel { return false }
        guard let name = self.event else { return true }
        return name == event.name
    }
}
