/// The number of a binding; never used twice by one client.
public struct BindingID: Hashable, Sendable, Comparable, CustomStringConvertible {
    public let number: Int

    public init(_ number: Int) { self.number = number }
    public static func < (left: BindingID, right: BindingID) -> Bool { left.number < right.number }
    public var description: String { "#\(self.number)" }
}

/// A wish to be told about events of a name: on one channel, or on all.
public struct Binding: Hashable, Sendable, Identifiable {
    public let id: BindingID
    /// The event to be told about; `nil` is every event.
    public let event: EventName?
    /// The channel to listen on; `nil` is all of them.
    public let channel: ChannelName?
    /// Whether it listens to what the server sends to the signed-in user, on no channel of the
    /// application's.
    public let isForUser: Bool
    /// Switched off, it keeps its count and its place.
    public var isEnabled: Bool
    /// How many events it was told about.
    public var hits: Int

    public init(
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
    public func matches(_ event: ChannelEvent) -> Bool {
        if self.isForUser, event.channel?.isServerToUser != true { return false }
        if let channel = self.channel, channel != event.channel { return false }
        guard let name = self.event else { return true }
        return name == event.name
    }
}
