package import Channels
public import ChannelsProtocol

/// A client's frames in both directions, in batches, starting when this sequence is created. Every
/// reader receives all of them, as with a `ClientStream`. Recording has a cost only while such a
/// sequence exists.
///
/// Beyond 100,000 unread batches, or 256 MiB, frames are skipped; `.skipped` counts them.
public struct Frames: AsyncSequence, Sendable {
    private let source: FrameSource

    package init(_ source: FrameSource) { self.source = source }

    /// Creates a new reader. The first one also gets the frames since the sequence was created.
    public func makeAsyncIterator() -> Iterator { Iterator(self.source.makeIterator()) }

    /// A reader of batches of frames, each in connection order.
    public struct Iterator: AsyncIteratorProtocol {
        private var iterator: FrameIterator

        init(_ iterator: FrameIterator) { self.iterator = iterator }

        /// Returns the next batch; `nil` if the client has stopped or the task was cancelled.
        public mutating func next() async -> [FrameRecord]? { await self.iterator.next() }
    }
}
