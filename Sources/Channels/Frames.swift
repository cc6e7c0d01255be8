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
    fileprivate let tap: FrameTap

    init(_ taps: FrameTaps, limit: Int) {
        let (stream, continuation) = AsyncStream.makeStream(
            of: [FrameRecord].self, bufferingPolicy: .bufferingNewest(limit < 1 ? 1 : limit))
        self.stream = stream
        self.taps = taps
        self.tap = FrameTap(continuation)
        self.number = taps.add(self.tap)
    }

    /// How many frames were dropped because nobody read them in time: the oldest when too many
    /// batches wait, the newest when they are more than 16 MiB.
    public var droppedCount: Int { self.tap.budget.droppedCount }

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
            let records = await self.iterator.next(isolation: #isolation)
            if let records { self.owner.tap.budget.read(records.retainedBytes) }
            return records
        }
    }
}

/// Where frames are put for one reader.
final class FrameTap: Sendable {
    let budget = ReaderBudget()
    private let continuation: AsyncStream<[FrameRecord]>.Continuation

    init(_ continuation: AsyncStream<[FrameRecord]>.Continuation) {
        self.continuation = continuation
    }

    func put(_ records: [FrameRecord]) {
        guard self.budget.reserve(records.retainedBytes, for: records.count) else { return }
        if case .dropped(let lost) = self.continuation.yield(records) {
            self.budget.dropped(lost.retainedBytes, of: lost.count)
        }
    }

    func finish() { self.continuation.finish() }
}

extension [FrameRecord] {
    /// About how much memory they keep.
    fileprivate var retainedBytes: Int {
        self.reduce(0) { sum, record in
            if case .text(let text) = record.content {
                sum + 64 + text.utf8.count
            } else {
                sum + 64
            }
        }
    }
}

/// Who reads frames. Asked for every batch, so being nobody is one comparison.
final class FrameTaps: Sendable {
    private struct State {
        var taps: [Int: FrameTap] = [:]
        var lastNumber = 0
        var isFinished = false
    }

    private let state = Mutex(State())

    var isEmpty: Bool { self.state.withLock { $0.taps.isEmpty } }

    func add(_ tap: FrameTap) -> Int {
        let (number, isFinished) = self.state.withLock { state in
            state.lastNumber += 1
            if !state.isFinished { state.taps[state.lastNumber] = tap }
            return (state.lastNumber, state.isFinished)
        }
        if isFinished { tap.finish() }
        return number
    }

    func remove(_ number: Int) {
        self.state.withLock { $0.taps.removeValue(forKey: number) }?.finish()
    }

    func put(_ records: [FrameRecord]) {
        guard !records.isEmpty else { return }
        let taps = self.state.withLock { Array($0.taps.values) }
        for tap in taps { tap.put(records) }
    }

    func finish() {
        let taps = self.state.withLock { state in
            state.isFinished = true
            defer { state.taps = [:] }
            return Array(state.taps.values)
        }
        for tap in taps { tap.finish() }
    }
}
