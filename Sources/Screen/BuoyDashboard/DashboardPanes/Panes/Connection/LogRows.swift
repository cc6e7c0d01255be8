package import BuoyTextScreen
import ChannelsEventWords
package import ChannelsProtocol
import DequeModule

package enum LogRow: Hashable, Sendable {
    case report(ClientReport)
    case note(LogNote)

    var time: ChannelsTimestamp {
        switch self {
        case .report(let event): event.time
        case .note(let note): note.time
        }
    }

    var outcome: EventDescription.Outcome {
        switch self {
        case .report(let event): event.words.outcome
        case .note(let note): note.outcome
        }
    }

    var text: String {
        switch self {
        case .report(let event): event.words.rowText
        case .note(let note): note.text
        }
    }

    fileprivate var detached: LogRow {
        switch self {
        case .report(let event): .report(event.detached)
        case .note: self
        }
    }

    var retainedBytes: Int {
        switch self {
        case .report(let event): event.retainedBytes
        case .note(let note): note.retainedBytes
        }
    }
}

package struct LogRows: HeldRows, Hashable, Sendable {
    package var position = RowPosition.following
    private var rows: Deque<LogRow> = []
    private var first = 0
    private var bytes = 0
    private let limit: Int
    private let byteLimit: Int
    /// How far a late row can go back, and how late it can be. Beyond that, the times are doubtful:
    /// the clock may have been set.
    private static let (reach, longestDelay) = (64, Duration.seconds(1))

    init(limit: Int, byteLimit: Int) {
        self.limit = max(limit, 1)
        self.byteLimit = max(byteLimit, 1)
    }

    /// At its time. Older rows are dropped to make room; the newest is kept whatever its size.
    mutating func add(_ row: LogRow) {
        let row = row.detached
        self.rows.insert(row, at: self.place(of: row))
        self.bytes += row.retainedBytes
        while self.rows.count > self.limit || (self.bytes > self.byteLimit && self.rows.count > 1) {
            self.bytes -= self.rows.removeFirst().retainedBytes
            self.first += 1
        }
    }

    /// The client and each service deliver in batches, so a row can be a moment older than the
    /// newest. Rows do not move while one is selected.
    private func place(of row: LogRow) -> Int {
        guard !self.isHeld else { return self.rows.count }
        let later = self.rows.suffix(Self.reach).reversed().prefix { later in
            let lead = later.time.duration(since: row.time)
            return lead > .zero && lead <= Self.longestDelay
        }
        return self.rows.count - later.count
    }

    package var count: Int { self.rows.count }

    package var next: Int { self.first + self.rows.count }

    package func sequence(at index: Int) -> Int? {
        self.rows.indices.contains(index) ? self.first + index : nil
    }

    package func index(atOrAfter sequence: Int) -> Int {
        min(max(sequence - self.first, 0), self.rows.count)
    }

    package func row(at index: Int) -> LogRow? {
        self.rows.indices.contains(index) ? self.rows[index] : nil
    }

    var selected: LogRow? { self.row(at: self.selectedIndex) }

    var newestReports: some Sequence<ClientReport> {
        self.rows.reversed().lazy.compactMap { row in
            if case .report(let event) = row { event } else { nil }
        }
    }
}
