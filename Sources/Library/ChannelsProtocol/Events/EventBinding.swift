/// The id of a binding. It is unique within one client.
public struct BindingID: Hashable, Sendable, Comparable, CustomStringConvertible {
    package let number: Int

    /// Creates an id for tests.
    public init(_ number: Int) { self.number = number }
    /// Reads the id of a binding.
    public init(of binding: EventBinding) { self = binding.id }
    /// Whether the left binding was created before the right one.
    public static func < (left: BindingID, right: BindingID) -> Bool { left.number < right.number }
    /// The number, as the dashboard and the log show it: `#3`.
    public var description: String { "#\(self.number)" }
}

/// A binding to one event name or to all, on one channel or on all, as it was when `bind`
/// returned it or a report contained it.
public struct EventBinding: Hashable, Sendable {
    package let id: BindingID
    /// The event name; `nil` for every event.
    public let event: EventName?
    /// The channel to listen on; `nil` for all channels.
    public let channel: ChannelName?
    /// Whether the binding listens to events that the server sends to the signed-in user.
    package let isForUser: Bool
    /// Whether events are counted and delivered. A disabled binding keeps its count and its place.
    package var isEnabled: Bool
    /// The number of events received, as of this value. `bindingsHit` reports later totals.
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

    /// Returns whether the binding applies to an event, even if it is disabled.
    package func matches(_ event: ChannelsEvent) -> Bool {
        if self.isForUser, event.channel?.isServerToUser != true { return false }
        if let channel = self.channel, channel != event.channel { return false }
        guard let name = self.event else { return true }
        return name == event.name
    }
}
