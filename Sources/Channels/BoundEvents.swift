public import ChannelsProtocol

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
    fileprivate let tap: BindingTap
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

    /// How many events were dropped because nobody read them in time: the oldest when too many wait,
    /// the newest when they are more than 16 MiB.
    public var droppedCount: Int { self.tap.budget.droppedCount }

    public func makeAsyncIterator() -> Iterator {
        Iterator(owner: self, iterator: self.stream.makeAsyncIterator())
    }

    public struct Iterator: AsyncIteratorProtocol {
        /// Keeps the binding as long as somebody reads it.
        fileprivate let owner: BoundEvents
        fileprivate var iterator: AsyncStream<ReceivedEvent>.Iterator

        /// The next event; `nil` when the binding has ended, or the task was cancelled.
        public mutating func next() async -> ReceivedEvent? {
            let event = await self.iterator.next(isolation: #isolation)
            if let event { self.owner.tap.budget.read(event.retainedBytes) }
            return event
        }
    }
}

/// Where a binding puts its events for a reader.
final class BindingTap: Sendable {
    let budget = ReaderBudget()
    private let continuation: AsyncStream<ReceivedEvent>.Continuation

    init(_ continuation: AsyncStream<ReceivedEvent>.Continuation) {
        self.continuation = continuation
    }

    func put(_ event: ReceivedEvent) {
        guard self.budget.reserve(event.retainedBytes) else { return }
        if case .dropped(let lost) = self.continuation.yield(event) {
            self.budget.dropped(lost.retainedBytes)
        }
    }

    func finish() { self.continuation.finish() }
}

extension ReceivedEvent {
    /// About how much memory it keeps.
    fileprivate var retainedBytes: Int { self.event.data.retainedBytes }
}
