import ChannelsFoundation
public import ChannelsProtocol

/// A stream of event data, decoded from JSON into a type.
///
/// Data that does not match the type throws `ChannelsError.eventData`, which ends a `for`
/// loop. To continue, call the iterator's `next()` again, or read `events(_:)` and decode
/// each event.
public struct DecodedEvents<Value: Decodable>: AsyncSequence, Sendable {
    private let events: ClientStream<ReceivedEvent>
    private let decoder: JSONDecoder?

    init(_ events: ClientStream<ReceivedEvent>, using decoder: JSONDecoder?) {
        self.events = events
        self.decoder = decoder
    }

    /// Returns the same sequence for readers that must not miss anything; see
    /// `ClientStream.pausingReading(at:)`.
    public func pausingReading(at limits: ListenerLimits = ListenerLimits()) -> DecodedEvents {
        DecodedEvents(self.events.pausingReading(at: limits), using: self.decoder)
    }

    /// Returns the same sequence for readers that need the newest values; see
    /// `ClientStream.skipping(beyond:)`.
    public func skipping(beyond limits: ListenerLimits) -> DecodedEvents {
        DecodedEvents(self.events.skipping(beyond: limits), using: self.decoder)
    }

    /// Creates a new reader. It gets all values, whatever other readers do.
    public func makeAsyncIterator() -> Iterator {
        Iterator(events: self.events.makeAsyncIterator(), decoder: self.decoder)
    }

    /// Decodes the events one by one, on demand.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate var events: ClientStream<ReceivedEvent>.Iterator
        fileprivate let decoder: JSONDecoder?

        /// Returns the next value; `nil` if the client has stopped or the task was cancelled.
        ///
        /// - Throws: `ChannelsError.eventData` if the next event's data does not match the type.
        public mutating func next() async throws(ChannelsError) -> Value? {
            guard let event = await self.events.next() else { return nil }
            return try event.decode(Value.self, using: self.decoder)
        }
    }
}
