package import ChannelsProtocol
import ChannelsTransport
import Synchronization

/// Reads batches of frames, each in connection order.
package struct FrameIterator {
    /// Keeps the recording running as long as it is being read.
    private let reader: FrameReader
    private var iterator: AsyncStream<[FrameRecord]>.Iterator
    private var reportedDropped = 0

    init(_ reader: FrameReader) {
        self.reader = reader
        self.iterator = reader.stream.makeAsyncIterator()
    }

    package mutating func next() async -> [FrameRecord]? {
        guard let records = await self.iterator.next(isolation: #isolation) else { return nil }
        let budget = self.reader.tap.budget
        budget.read(records.retainedBytes)
        let dropped = budget.droppedCount
        guard dropped > self.reportedDropped, let first = records.first else { return records }
        defer { self.reportedDropped = dropped }
        let gap = FrameRecord(
            time: first.time, direction: first.direction, connection: first.connection,
            content: .skipped(count: dropped - self.reportedDropped))
        return [gap] + records
    }
}

/// The readers of one sequence of frames. The first records from the creation of the sequence.
package final class FrameSource: Sendable {
    private let taps: FrameTaps
    private let limit: Int
    private let first: Mutex<FrameReader?>

    /// - Parameter mask: masks the kept frames, which come first; `nil` to start without them.
    init(_ taps: FrameTaps, limit: Int, afterKept mask: SecretMask?) {
        self.taps = taps
        self.limit = limit
        self.first = Mutex(FrameReader(taps, limit: limit, afterKept: mask))
    }

    package func makeIterator() -> FrameIterator {
        let first = self.first.withLock { first in
            defer { first = nil }
            return first
        }
        return FrameIterator(first ?? FrameReader(self.taps, limit: self.limit))
    }
}

final class FrameReader: Sendable {
    let stream: AsyncStream<[FrameRecord]>
    let tap: FrameTap
    private let taps: FrameTaps
    private let number: Int

    init(_ taps: FrameTaps, limit: Int, afterKept mask: SecretMask? = nil) {
        let (stream, continuation) = AsyncStream.makeStream(
            of: [FrameRecord].self, bufferingPolicy: .bufferingNewest(max(1, limit)))
        self.stream = stream
        self.taps = taps
        self.tap = FrameTap(continuation)
        self.number = taps.add(self.tap, afterKept: mask)
    }

    deinit { self.taps.remove(self.number) }
}

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

/// Checked for every batch, so having no readers and no ring costs one comparison.
final class FrameTaps: Sendable {
    private struct State {
        var taps: [Int: FrameTap] = [:]
        var lastNumber = 0
        var isFinished = false
        var ring: FrameRing?
        /// The tap that continues what the ring had kept: meanwhile the ring keeps nothing.
        var continuing: Int?
    }

    private let state = Mutex(State())

    var count: Int { self.state.withLock { $0.taps.count } }

    var isEmpty: Bool { self.state.withLock { $0.taps.isEmpty && $0.ring == nil } }

    func add(_ tap: FrameTap, afterKept mask: SecretMask?) -> Int {
        let (number, isFinished) = self.state.withLock { state in
            state.lastNumber += 1
            if let mask, let kept = state.ring?.take(mask) {
                // Kept frames come before what other threads add.
                if !kept.isEmpty { tap.put(kept) }
                state.continuing = state.lastNumber
            }
            if !state.isFinished { state.taps[state.lastNumber] = tap }
            return (state.lastNumber, state.isFinished)
        }
        if isFinished { tap.finish() }
        return number
    }

    func remove(_ number: Int) {
        self.state.withLock { state in
            if state.continuing == number { state.continuing = nil }
            return state.taps.removeValue(forKey: number)
        }?.finish()
    }

    func put(_ records: [FrameRecord]) {
        guard !records.isEmpty else { return }
        let taps = self.state.withLock { state in
            if state.continuing == nil { for record in records { state.ring?.keep(record) } }
            return Array(state.taps.values)
        }
        for tap in taps { tap.put(records) }
    }

    /// - Parameter records: made only if somebody reads.
    func put(
        _ messages: [WebSocketMessage], at time: ChannelsTimestamp, connection: Int,
        records: () -> [FrameRecord]
    ) {
        let taps = self.state.withLock { state in
            if state.continuing == nil {
                state.ring?.keep(messages, at: time, connection: connection)
            }
            return state.taps.isEmpty ? [] : Array(state.taps.values)
        }
        guard !taps.isEmpty else { return }
        let records = records()
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

    // MARK: The ring

    func keep() { self.state.withLock { $0.ring = $0.ring ?? FrameRing() } }

    func takeKept(_ mask: SecretMask) -> [FrameRecord] {
        self.state.withLock { $0.ring?.take(mask) ?? [] }
    }
}
