import BuoyDashboard
import BuoyRecordingFiles
import BuoyTextScreen
import DequeModule

struct FrameRows: HeldRows, Hashable, Sendable {
    var position = RowPosition.following
    private var rows: Deque<RecordedFrame> = []
    private var first = 0
    private var bytes = 0
    private(set) var needle: Needle?
    private var matches = SequenceList()

    static let limit = 5000
    private static let byteLimit = 8 << 20

    mutating func append(_ frame: RecordedFrame) {
        if let needle = self.needle, frame.contains(needle) { self.matches.append(self.next) }
        self.rows.append(frame)
        self.bytes += frame.retainedBytes
        while self.rows.count > Self.limit || (self.bytes > Self.byteLimit && self.rows.count > 1) {
            self.bytes -= self.rows.removeFirst().retainedBytes
            self.first += 1
        }
        self.matches.drop(before: self.first)
    }

    mutating func narrow(to text: String) {
        self.needle = text.isEmpty ? nil : Needle(text)
        self.matches.removeAll()
        guard let needle = self.needle else { return }
        for (index, frame) in self.rows.enumerated() where frame.contains(needle) {
            self.matches.append(self.first + index)
        }
    }

    var kept: Int { self.rows.count }

    var count: Int {
        self.needle == nil ? self.rows.count : self.matches.count(from: self.first)
    }

    var next: Int { self.first + self.rows.count }

    func sequence(at index: Int) -> Int? {
        guard self.needle == nil else { return self.matches.number(at: index, from: self.first) }
        return self.rows.indices.contains(index) ? self.first + index : nil
    }

    func index(atOrAfter sequence: Int) -> Int {
        guard self.needle == nil else {
            return self.matches.index(atOrAfter: sequence, from: self.first)
        }
        return min(max(sequence - self.first, 0), self.rows.count)
    }

    func row(at index: Int) -> RecordedFrame? {
        self.sequence(at: index).map { self.rows[$0 - self.first] }
    }

    var selected: RecordedFrame? { self.row(at: self.selectedIndex) }
}

extension RecordedFrame {
    fileprivate var retainedBytes: Int { 96 + (self.size ?? 0) }

    fileprivate func contains(_ needle: Needle) -> Bool {
        if case .text(let text) = self.content, needle.occurs(in: text) { return true }
        return needle.occurs(in: self.name)
    }
}
