/// What layouts and titles know about a pane. They know nothing about its contents.
package struct PaneProfile: Hashable, Sendable {
    /// The place of a pane that the layout does not place by name.
    package enum Home: Hashable, Sendable {
        /// Among the lists above the events. On a narrow screen they share the place beside the
        /// channels, which shows the focused one.
        case lists
        /// The events, which get most of the room.
        case reading
        /// Below the events, while it has the focus or the layout is for debugging: rows over time
        /// that need the full width.
        case records
        /// Below the pane that it explains, while it is open.
        case details
        /// The whole screen, while it has the focus. It has no tab.
        case alone
    }

    let id: PaneID
    /// Its place.
    let home: Home
    /// The relative share of the rows of a single column.
    var weight = 2
    /// Whether it may be shown several times, once for each presence channel.
    var repeatsPerRoster = false
    /// The pane whose title ends with this pane's name while this pane has no place of its own.
    var namedBy: PaneID?
    /// Whether people watch who have not asked for it: nothing technical is shown around the pane.
    package var facesAudience = false

    /// Creates a profile with a place in layouts.
    package init(_ id: PaneID, _ home: Home) {
        self.id = id
        self.home = home
    }
}
