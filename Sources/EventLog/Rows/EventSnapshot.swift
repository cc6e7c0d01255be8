package import ChannelsProtocol

/// The rows of the event log as they were at one moment, after the filter: for writing them
/// somewhere while the log goes on.
package struct EventSnapshot: Hashable, Sendable {
    /// Which of the rows that are shown.
    enum Rows: Hashable, Sendable {
        case indices(Range<Int>)
        case sequences([Int])
    }

    private let ring: EventRing
    private let view: EventView
    private let rows: Rows

    /// The rows of a log as they are now.
    package init(_ ring: EventRing, _ view: EventView) {
        self.init(ring, view, .indices(0..<view.count(in: ring)))
    }

    init(_ ring: EventRing, _ view: EventView, _ rows: Rows) {
        self.ring = ring
        self.view = view
        self.rows = rows
    }

    /// How many rows there are.
    package var count: Int {
        switch self.rows {
        case .indices(let indices): indices.count
        case .sequences(let sequences): sequences.count
        }
    }

    /// Some of the rows, oldest first; fewer at the end, none behind it.
    package func slice(from start: Int, count: Int) -> [ClientEvent] {
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
