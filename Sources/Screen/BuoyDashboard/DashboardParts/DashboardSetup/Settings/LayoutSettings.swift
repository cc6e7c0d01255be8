/// The arrangement of the panes: a preset, and the splits that were moved.
package struct LayoutSettings: Hashable, Sendable {
    /// The panes that get most of the room.
    package enum Preset: String, CaseIterable, Hashable, Sendable {
        /// Lists above, events below.
        case standard
        /// Only the events; the lists are title rules.
        case events
        /// Channels and members large, for presence.
        case presence
        /// The connection beside the events, for reconnection.
        case debugging
    }

    /// A boundary between two parts of the screen that can be moved.
    package enum Split: String, CaseIterable, Hashable, Sendable {
        /// Between the lists and the events.
        case lists
        /// Between the events and the inspector.
        case inspector
        /// Between the left column and the rest.
        case left
        /// Between the rest and the right column.
        case right
        /// Between the connection and the pane above it.
        case connection
        /// Between the members and the list below them.
        case members
    }

    /// The preset, which determines the tree of rows and columns.
    package var preset = Preset.standard
    /// The share of the first part of a split, in thousandths of the room. Splits that are missing
    /// here are decided by the preset.
    package var splits: [Split: Int] = [:]

    /// The standard arrangement.
    package init() {}

    /// - Parameter splits: the shares of the first parts, in thousandths.
    package init(preset: Preset, splits: [Split: Int] = [:]) {
        self.preset = preset
        self.splits = splits
    }
}
