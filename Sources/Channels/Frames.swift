public import ChannelsProtocol
internal import Synchronization

/// A frame as it went over the connection, for inspectors and recordings. Signatures are masked.
public struct FrameRecord: Hashable, Sendable {
    public var time: Timestamp
    public var direction: Direction
    /// Which connection of the client it went over, counted from 1.
    public var connection: Int
    public var content: Content

    public enum Direction: String, Hashable, Sendable {
        case received, sent
    }

    public enum Content: Hashable, Sendable {
        /// The text as it was written, but for the signature of a subscription or sign-in; hostile
        /// when received.
        case text(String)
        /// A binary message of this many bytes, which the protocol does not know.
        case binary(count: Int)
        /// A control ping that was received; the pong goes out by itself.
        case ping
        /// A control pong.
        case pong
        /// The connection was closed by this side or by the peer; no code when no close frame came.
        case close(code: CloseCode?, reason: String)
    }

    public init(
        time: Timestamp, direction: Direction, connection: Int, content: Content
    ) {
        self.time = time
        self.direction = direction
        self.connection = connection
        self.content = content
    }
}

/// The frames of a client, both ways, in batches, from the moment this was made. Recording costs
/// time only while somebody holds one of these. A reader that is too slow loses the oldest batches.
public final class Frames: AsyncSequence, Sendable {
    public typealias Element = [FrameRecord]

    private let stream: AsyncStream<[FrameRecord]>
    private let taps: FrameTaps
    private let number: Int

    init(_ taps: FrameTaps, limit: Int) {
        let (stream, continuation) = AsyncStream.makeStream(
            of: [FrameRecord].self, bufferingPolicy: .bufferingNewest(limit < 1 ? 1 : limit))
        self.stream = stream
        self.taps = taps
        self.number = taps.add(continuation)
    }

    deinit { self.taps.remove(self.number) }

    public func makeAsyncIterator() -> Iterator {
        Iterator(owner: self, iterator: self.stream.makeAsyncIterator())
    }

    public struct Iterator: AsyncIteratorProtocol {
        /// Keeps the recording going as long as somebody reads it.
        fileprivate let owner: Frames
        fileprivate var iterator: AsyncStream<[FrameRecord]>.Iterator

        /// The next batch; `nil` when the client has stopped, or the task was cancelled.
        public mutating func next() async -> [FrameRecord]? {
            await self.iterator.next(isolation: #isolation)
        }
    }
}

/// Who reads frames. Asked for every batch, so being nobody is one comparison.
final class FrameTaps: Sendable {
    private struct State {
        var continuations: [Int: AsyncStream<[FrameRecord]>.Continuation] = [:]
        var lastNumber = 0
        var isFinished = false
    }

    private let state = Mutex(State())

    var isEmpty: Bool { self.state.withLock { $0.continuations.isEmpty } }

    func add(_ continuation: AsyncStream<[FrameRecord]>.Continuation) -> Int {
        let (number, isFinished) = self.state.withLock { state in
            state.lastNumber += 1
            if !state.isFinished { state.continuations[state.lastNumber] = continuation }
            return (state.lastNumber, state.isFinished)
        }
        if isFinished { continuation.finish() }
        return number
    }

    func remove(_ number: Int) {
        let continuation = self.state.withLock { $0.continuations.removeValue(forKey: number) }
        continuation?.finish()
    }

    func put(_ records: [FrameRecord]) {
        guard !records.isEmpty else { return }
        let continuations = self.state.withLock { Array($0.continuations.values) }
        for continuation in continuations { continuation.yield(records) }
    }

    func finish() {
        let continuations = self.state.withLock { state in
            state.isFinished = true
            defer { state.continuations = [:] }
            return Array(state.continuations.values)
        }
        for continuation in continuations { continuation.finish() }
    }
}
