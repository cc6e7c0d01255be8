public import ChannelsProtocol
public import FoundationEssentials

/// An event as streams and handlers deliver it: a `ChannelsEvent` and the time of its arrival.
///
/// ```swift
/// for await order in orders.events("created") { print(order.time.date, order.data.text) }
/// ```
public struct ReceivedEvent: Hashable, Sendable {
    /// The event itself. Its parts can also be read directly from the received event.
    public let event: ChannelsEvent
    /// When it arrived, on both clocks.
    public let time: ChannelsTimestamp
    /// How many events were skipped right before this one because the reader had stopped reading.
    /// They may have had other names and channels. 0 for a reader that keeps up.
    public let skippedBefore: Int

    /// Creates an event like those that streams and handlers deliver, for tests.
    /// `ChannelsTesting` has a shorter one.
    /// - Parameters:
    ///   - event: the event.
    ///   - time: when it arrived.
    ///   - skippedBefore: how many events were skipped right before it.
    public init(event: ChannelsEvent, time: ChannelsTimestamp, skippedBefore: Int = 0) {
        self.event = event
        self.time = time
        self.skippedBefore = skippedBefore
    }

    /// The name that the publisher gave it.
    public var name: EventName { self.event.name }
    /// The channel it arrived on; `nil` if the server named none.
    public var channel: ChannelName? { self.event.channel }
    /// The data as received; it is parsed when it is read.
    public var data: EventData { self.event.data }
    /// The sender, which the server adds to client events of presence channels.
    public var userID: UserID? { self.event.userID }

    /// A copy to keep for long: see `ChannelsEvent.detached`.
    public func detached() -> ReceivedEvent {
        ReceivedEvent(
            event: self.event.detached(), time: self.time, skippedBefore: self.skippedBefore)
    }

    /// The data decoded from JSON into a type: see `ChannelsEvent.decode`.
    ///
    /// - Throws: `ChannelsError.eventData`, which says what does not fit, and where.
    public func decode<Value: Decodable>(
        _ type: Value.Type = Value.self, using decoder: JSONDecoder? = nil
    ) throws(ChannelsError) -> Value {
        try self.event.decode(type, using: decoder)
    }
}

extension ReceivedEvent: CustomStringConvertible {
    /// The name, the channel and the start of the data.
    public var description: String { self.event.description }
}
