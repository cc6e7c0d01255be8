public import ChannelsProtocol
internal import Synchronization

/// A binding that is read: the events that it is told about, in order, one by one.
///
/// ```swift
/// let orders = await client.boundEvents("order", on: channel)
/// for await order in orders { print(order.data.text) }
/// ```
/// The binding ends with `unbind(orders.id)`, or when nobody holds this any more; the stream ends
/// with it. Made for one reader, as every `EventBatches` is.
public final class BoundEvents: AsyncSequence, Sendable {
    public typealias Element = ReceivedEvent

    /// The binding: to be found in the list of bindings, with its hits.
    public let id: BindingID

    private let stream: AsyncStream<ReceivedEvent>
    private let tap: BindingTap
    private let end: @Sendable () -> Void

    init(
        _ id: BindingID, _ stream: AsyncStream<ReceivedEvent>, _ tap: BindingTap,
        end: @escaping @Sendable () -> Void
    ) {
        self.id = id
        self.stream = stream
        self.tap = tap
        self.end = end
    }

    deinit { self.end() }

    /// How many events were dropped, the oldest first, because nobody read them in time.
    public var droppedCount: Int { self.tap.droppedCount }

    public func makeAsyncIterator() -> Iterator {
        Iterator(owner: self, iterator: self.stream.makeAsyncIterator())
    }

    public struct Iterator: AsyncIteratorProtocol {
        /// Keeps the binding as long as somebody reads it.
        fileprivate let owner: BoundEvents
        fileprivate var iterator: AsyncStream<ReceivedEvent>.Iterator

        /// The next event; `nil` when the binding has ended, or the task was cancelled.
        public mutating func next() async -> ReceivedEvent? {
            await self.iterator.next(isolation: #isolation)
        }
    }
}

/// Where a binding puts its events for a reader.
final class BindingTap: Sendable {
    private let continuation: AsyncStream<ReceivedEvent>.Continuation
    private let dropped = Mutex(0)

    init(_ continuation: AsyncStream<ReceivedEvent>.Continuation) {
        self.continuation = continuation
    }

    var droppedCount: Int { self.dropped.withLock { $0 } }

    func put(_ event: ReceivedEvent) {
        if case .dropped = self.continuation.yield(event) { self.dropped.withLock { $0 += 1 } }
    }

    func finish() { self.continuation.finish() }
}
