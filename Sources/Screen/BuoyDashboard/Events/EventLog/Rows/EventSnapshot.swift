package import ChannelsProtocol

/// The filtered rows at one moment, for writing them while the log continues.
package struct EventSnapshot: Hashable, Sendable {
    enum Rows: Hashable, Sendable {
        case indices(Range<Int>)
        case sequences([Int])
    }

    private let ring: EventRing
    private let view: EventView
    private let rows: Rows
    package var origins: EventOrigins?

    init(_ ring: EventRing, _ view: EventView) {
        self.init(ring, view, .indices(0..<view.unfolded.count(in: ring)))
    }

    init(_ ring: EventRing, _ view: EventView, _ rows: Rows) {
        self.ring = ring
        self.view = view.unfolded
        self.rows = rows
    }

    package var count: Int {
        switch self.rows {
        case .indices(let indices): indices.count
        case .sequences(let sequences): sequences.count
        }
    }

    func contains(_ sequence: Int) -> Bool {
        var (low, high) = (0, self.count)
        while low < high {
            let middle = low + (high - low) / 2
            if (self.sequence(at: middle) ?? .max) < sequence {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low < self.count && self.sequence(at: low) == sequence
    }

    /// Oldest first; fewer at the end, none after it.
    package func slice(from start: Int, count: Int) -> [ClientReport] {
        let end = min(max(start, 0) + max(count, 0), self.count)
        return (min(max(start, 0), end)..<end).compactMap { index in
            self.sequence(at: index).flatMap { self.ring[$0] }
        }
    }

    private func sequence(at index: Int) -> Int? {
        switch self.rows {
        case .indices(let indices):
            self.view.sequence(at: indices.lowerBound + index, in: self.ring)
        case .sequences(let sequences): sequences[index]
        }
    }
}
