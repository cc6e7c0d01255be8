internal import DequeModule
package import Recording
package import ScreenParts

/// The newest frames, limited by their number and memory.
package struct FrameRows: HeldRows, Hashable, Sendable {
    package var position = RowPosition.following
    private var rows: Deque<RecordedFrame> = []
    /// The number of the oldest frame.
    private var first = 0
    private var bytes = 0

    /// The maximum number of frames.
    package static let limit = 5000
    private static let byteLimit = 8 << 20

    /// No frames.
    package init() {}

    /// Adds the newest frame.
    package mutating func append(_ frame: RecordedFrame) {
        self.rows.append(frame)
        self.bytes += frame.retainedBytes
        while self.rows.count > Self.limit || (self.bytes > Self.byteLimit && self.rows.count > 1) {
            self.bytes -= self.rows.removeFirst().retainedBytes
            self.first += 1
        }
    }

    package var count: Int { self.rows.count }
    package var next: Int { self.first + self.rows.count }

    package func sequence(at index: Int) -> Int? {
        self.rows.indices.contains(index) ? self.first + index : nil
    }

    package func index(atOrAfter sequence: Int) -> Int {
        min(max(sequence - self.first, 0), self.rows.count)
    }

    /// The frame of a row; `nil` if there is no such row.
    package func row(at index: Int) -> RecordedFrame? {
        self.rows.indices.contains(index) ? self.rows[index] : nil
    }

    /// The selected frame; the newest one while following.
    package var selected: RecordedFrame? { self.row(at: self.selectedIndex) }
}

extension RecordedFrame {
    /// The estimated memory, in bytes.
    fileprivate var retainedBytes: Int { 96 + (self.size ?? 0) }
}
