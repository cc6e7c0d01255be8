public import ChannelsProtocol

/// An event as streams and handlers deliver it: a `ChannelEvent` and the time of its arrival.
///
/// ```swift
/// for await order in orders.events("created") { print(order.time.date, order.data.text) }
/// ```
@dynamicMemberLookup
public struct ReceivedEvent: Hashable, Sendable {
    /// The name, channel, data and, if the server names one, the sender. They can be read directly
    /// from the received event.
    public let event: ChannelEvent
    /// When it arrived, on both clocks.
    public let time: Timestamp
    /// How many events were dropped right before this one because the reader had stopped reading;
    /// they may have had other names and channels. 0 for a reader that keeps up.
    public let skippedBefore: Int

    package init(event: ChannelEvent, time: Timestamp, skippedBefore: Int = 0) {
        self.event = event
        self.time = time
        self.skippedBefore = skippedBefore
    }

    /// A property of the event.
    public subscript<Value>(dynamicMember path: KeyPath<ChannelEvent, Value>) -> Value {
        self.event[keyPath: path]
    }

    /// The data decoded from JSON into a type: see `ChannelEvent.decode`.
    ///
    /// - Throws: `ChannelsError.eventData`, which says what does not fit, and where.
    public func decode<Value: Decodable>(
        _ type: Value.Type = Value.self
    ) throws(ChannelsError) -> Value {
        try self.event.decode(type)
    }
}

extension ReceivedEvent: PrintableReport, ReportLine {
    /// The name, the channel and the start of the data.
    package var line: String { self.event.description }
}
