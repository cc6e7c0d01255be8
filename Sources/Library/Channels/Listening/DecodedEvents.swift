public import ChannelsProtocol
import FoundationEssentials

/// The data of events, decoded from JSON into a type.
///
/// Data that does not fit throws `ChannelsError.eventData`, which ends a `for` loop. To continue,
/// call `next()` of the iterator again, or read `events(_:)` and decode each event.
public struct DecodedEvents<Value: Decodable>: AsyncSequence, Sendable {
    private let events: ClientStream<ReceivedEvent>
    private let decoder: JSONDecoder?

    init(_ events: ClientStream<ReceivedEvent>, using decoder: JSONDecoder?) {
        self.events = events
        self.decoder = decoder
    }

    /// The same for readers that must not miss anything: see `ClientStream.pausingReading()`.
    public func pausingReading() -> DecodedEvents {
        DecodedEvents(self.events.pausingReading(), using: self.decoder)
    }

    /// A new reader. It gets all values, whatever other readers do.
    public func makeAsyncIterator() -> Iterator {
        Iterator(events: self.events.makeAsyncIterator(), decoder: self.decoder)
    }

    /// Decodes the events one by one, on demand.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate var events: ClientStream<ReceivedEvent>.Iterator
        fileprivate let decoder: JSONDecoder?

        /// The next value; `nil` if the client has stopped or the task was cancelled.
        ///
        /// - Throws: `ChannelsError.eventData` if the data of the next event does not fit.
        public mutating func next() async throws(ChannelsError) -> Value? {
            guard let event = await self.events.next() else { return nil }
            return try event.decode(Value.self, using: self.decoder)
        }
    }
}
