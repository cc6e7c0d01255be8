/// What layouts and titles know of a pane, and all they know: they never look inside.
package struct PaneProfile: Hashable, Sendable {
    /// The place of a pane that the layout does not place by name.
    package enum Home: Hashable, Sendable {
        /// Among the lists above the events. On a narrow screen they share the place beside the
        /// channels: the one with the focus is shown there.
        case lists
        /// The events have most of the room.
        case reading
        /// Below the events, while it has the keys: rows over time that need the whole width.
        case records
        /// Below what it explains, while it is open.
        case details
    }

    /// Which pane it is.
    package let id: PaneID
    /// Its place.
    package let home: Home
    /// Its share of the rows of a single column, in proportion to the others.
    package var weight = 2
    /// Whether it may be shown several times, once for each presence channel.
    package var repeatsPerRoster = false
    /// The pane that names it at the end of its title while it has no place of its own.
    package var namedBy: PaneID?

    /// A pane that has its place in a layout.
    package init(_ id: PaneID, _ home: Home) {
        self.id = id
        self.home = home
    }
}
