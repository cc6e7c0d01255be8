public import ChannelsProtocol

/// An event as bindings are told about it: what `ChannelEvent` says, and when it arrived.
///
/// ```swift
/// await client.bind("order") { order in print(order.time, order.name, order.data.text) }
/// ```
@dynamicMemberLookup
public struct ReceivedEvent: Hashable, Sendable {
    /// Name, channel, data and, where the server names one, the user who sent it; they can be read
    /// from the received event itself.
    public var event: ChannelEvent
    /// When it arrived, on both clocks.
    public var time: Timestamp

    public init(event: ChannelEvent, time: Timestamp) {
        self.event = event
        self.time = time
    }

    /// What the event says.
    public subscript<Value>(dynamicMember path: KeyPath<ChannelEvent, Value>) -> Value {
        self.event[keyPath: path]
    }

    /// The data as a value of one's own type, read as JSON: see `ChannelEvent.decode`.
    ///
    /// - Throws: `EventDecodingError` with what does not fit and where.
    public func decode<Value: Decodable>(
        _ type: Value.Type = Value.self
    ) throws(EventDecodingError) -> Value {
        try self.event.decode(type)
    }
}
