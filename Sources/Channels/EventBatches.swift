public import ChannelsProtocol

/// The client's reports in batches, in order, from the moment this was made. Made for one reader:
/// a second one that asks while the first waits gets `nil`, and cancelling the reader's task ends
/// the stream, as it does for an `AsyncStream`.
///
/// A reader that is slow gets larger batches; one that is too slow finds a `.skipped` among them.
public final class EventBatches: AsyncSequence, Sendable {
    public typealias Element = [ClientEvent]

    private let broadcaster: EventBroadcaster
    private let listener: Int

    init(_ broadcaster: EventBroadcaster, limits: ListenerLimits) {
        self.broadcaster = broadcaster
        self.listener = broadcaster.listen(limits: limits)
    }

    deinit { self.broadcaster.leave(self.listener) }

    public func makeAsyncIterator() -> Iterator { Iterator(batches: self) }

    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let batches: EventBatches

        /// Everything that waits, waiting for the first of it; `nil` when the client has stopped,
        /// or the task was cancelled.
        public func next() async -> [ClientEvent]? {
            await self.batches.broadcaster.next(for: self.batches.listener)
        }
    }
}

/// The client's reports one by one.
public struct Events: AsyncSequence, Sendable {
    public typealias Element = ClientEvent

    private let batches: EventBatches

    init(_ batches: EventBatches) { self.batches = batches }

    public func makeAsyncIterator() -> Iterator {
        Iterator(batches: self.batches.makeAsyncIterator())
    }

    public struct Iterator: AsyncIteratorProtocol {
        fileprivate var batches: EventBatches.Iterator
        private var batch: ArraySlice<ClientEvent> = []

        fileprivate init(batches: EventBatches.Iterator) { self.batches = batches }

        public mutating func next() async -> ClientEvent? {
            while true {
                if let event = self.batch.popFirst() { return event }
                guard let batch = await self.batches.next() else { return nil }
                self.batch = batch[...]
            }
        }
    }
}
