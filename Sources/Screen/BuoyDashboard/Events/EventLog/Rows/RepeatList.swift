import DequeModule

/// Rows that are repeated deliveries, in order, and how long after the first one.
struct RepeatList: Hashable, Sendable {
    private struct Row: Hashable {
        let sequence: Int
        let elapsed: Duration
    }

    private var rows: Deque<Row> = []

    var isEmpty: Bool { self.rows.isEmpty }

    subscript(sequence: Int) -> Duration? { self.place(of: sequence).map { self.rows[$0].elapsed } }

    /// The row must be newer than all others.
    mutating func append(_ sequence: Int, _ elapsed: Duration) {
        self.rows.append(Row(sequence: sequence, elapsed: elapsed))
    }

    mutating func remove(_ sequence: Int) {
        if let place = self.place(of: sequence) { self.rows.remove(at: place) }
    }

    mutating func drop(before first: Int) {
        while let oldest = self.rows.first, oldest.sequence < first { self.rows.removeFirst() }
    }

    mutating func renumber(_ numbers: [Int: Int]) {
        self.rows = Deque(
            self.rows.compactMap { row in
                numbers[row.sequence].map { Row(sequence: $0, elapsed: row.elapsed) }
            })
    }

    mutating func restore(_ earlier: RepeatList, before next: Int) {
        let newer = self.rows.filter { $0.sequence >= next }
        self.rows = Deque(earlier.rows.filter { $0.sequence < next } + newer)
    }

    private func place(of sequence: Int) -> Int? {
        guard let newest = self.rows.last, sequence <= newest.sequence else { return nil }
        var (low, high) = (0, self.rows.count)
        while low < high {
            let middle = (low + high) / 2
            if self.rows[middle].sequence < sequence { low = middle + 1 } else { high = middle }
        }
        return self.rows[low].sequence == sequence ? low : nil
    }
}
