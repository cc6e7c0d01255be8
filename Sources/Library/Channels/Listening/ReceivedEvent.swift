public import ChannelsFoundation
public import ChannelsProtocol

/// An event delivered by a stream or a handler: a `ChannelsEvent` and its arrival time.
///
/// ```swift
/// for await order in orders.events("created") { print(order.time.date, order.data.text) }
/// ```
public struct ReceivedEvent: Hashable, Sendable {
    /// The event itself. Its properties can also be read directly from the received event.
    public let event: ChannelsEvent
    /// The arrival time on the wall clock and the monotonic clock.
    public let time: ChannelsTimestamp
    /// The number of events skipped immediately before this one because the reader was too slow.
    /// They may have had other names and channels. 0 for a reader that keeps up.
    public let skippedBefore: Int

    /// Creates an event like those that streams and handlers deliver, for tests. `ChannelsTesting`
    /// has a shorter initialiser.
    /// - Parameters:
    ///   - event: the event.
    ///   - time: when it arrived.
    ///   - skippedBefore: the number of events skipped immediately before it.
    public init(event: ChannelsEvent, time: ChannelsTimestamp, skippedBefore: Int = 0) {
        self.event = event
        self.time = time
        self.skippedBefore = skippedBefore
    }

    /// The name that the publisher gave it.
    public var name: EventName { self.event.name }
    /// The channel it arrived on; `nil` if the server did not specify one.
    public var channel: ChannelName? { self.event.channel }
    /// The data as received, parsed when it is read.
    public var data: EventData { self.event.data }
    /// The sender, which the server adds to client events in presence channels.
    public var userID: UserID? { self.event.userID }

    /// Returns a copy to keep for a long time; see `ChannelsEvent.detached`.
    public func detached() -> ReceivedEvent {
        ReceivedEvent(
            event: self.event.detached(), time: self.time, skippedBefore: self.skippedBefore)
    }

    /// Decodes the data from JSON into a type; see `ChannelsEvent.decode`.
    ///
    /// - Throws: `ChannelsError.eventData`, which says what does not match the type, and where.
    public func decode<Value: Decodable>(
        _ type: Value.Type = Value.self, using decoder: JSONDecoder? = nil
    ) throws(ChannelsError) -> Value {
        try self.event.decode(type, using: decoder)
    }
}

extension ReceivedEvent: Printed {
    package var printed: String { self.event.description }
}
