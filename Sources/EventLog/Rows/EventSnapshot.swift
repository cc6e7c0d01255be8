package import ChannelsProtocol

/// The rows of the event log as they were at one moment, after the filter: for writing them
/// somewhere while the log goes on.
package struct EventSnapshot: Hashable, Sendable {
    private let ring: EventRing
    private let view: EventView

    /// The rows of a log as they are now.
    package init(_ ring: EventRing, _ view: EventView) {
        self.ring = ring
        self.view = view
    }

    /// How many rows there are.
    package var count: Int { self.view.count(in: self.ring) }

    /// Some of the rows, oldest first; fewer at the end, none behind it.
    package func slice(from start: Int, count: Int) -> [ClientEvent] {
        let end = min(max(start, 0) + max(count, 0), self.count)
        return (min(max(start, 0), end)..<end).compactMap { index in
            self.view.sequence(at: index, in: self.ring).flatMap { self.ring[$0] }
        }
    }
}
