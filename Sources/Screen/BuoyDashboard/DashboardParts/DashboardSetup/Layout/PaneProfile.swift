/// What layouts and titles know about a pane: nothing about its contents.
package struct PaneProfile: Hashable, Sendable {
    package enum Home: Hashable, Sendable {
        /// Above the events. On a narrow screen the lists share the place beside the channels,
        /// which shows the focused one.
        case lists
        case reading
        /// Below the events, while it has the focus or the layout is for debugging: rows over time
        /// that need the full width.
        case records
        case details
        case alone
    }

    let id: PaneID
    let home: Home
    var weight = 2
    var repeatsPerRoster = false
    var namedBy: PaneID?
    /// People watch who have not asked for it: nothing technical is shown around the pane.
    package var facesAudience = false

    package init(_ id: PaneID, _ home: Home) {
        self.id = id
        self.home = home
    }
}
