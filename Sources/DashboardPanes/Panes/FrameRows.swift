import DequeModule
import Recording

/// The newest frames, limited by their number and memory.
struct FrameRows: HeldRows, Hashable, Sendable {
    var position = RowPosition.following
    private var rows: Deque<RecordedFrame> = []
    /// The number of the oldest frame.
    private var first = 0
    private var bytes = 0

    static let limit = 5000
    private static let byteLimit = 8 << 20

    mutating func append(_ frame: RecordedFrame) {
        self.rows.append(frame)
        self.bytes += frame.retainedBytes
        while self.rows.count > Self.limit || (self.bytes > Self.byteLimit && self.rows.count > 1) {
            self.bytes -= self.rows.removeFirst().retainedBytes
            self.first += 1
        }
    }

    var count: Int { self.rows.count }
    var next: Int { self.first + self.rows.count }

    func sequence(at index: Int) -> Int? {
        self.rows.indices.contains(index) ? self.first + index : nil
    }

    func index(atOrAfter sequence: Int) -> Int {
        min(max(sequence - self.first, 0), self.rows.count)
    }

    func row(at index: Int) -> RecordedFrame? {
        self.rows.indices.contains(index) ? self.rows[index] : nil
    }

    var selected: RecordedFrame? { self.row(at: self.selectedIndex) }
}

extension RecordedFrame {
    /// The estimated memory, in bytes.
    fileprivate var retainedBytes: Int { 96 + (self.size ?? 0) }
}
