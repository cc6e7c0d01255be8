/// How the panes are arranged: a preset, and how far its splits were moved.
package struct LayoutSettings: Hashable, Sendable {
    /// Which panes get the room.
    package enum Preset: String, CaseIterable, Hashable, Sendable {
        /// Lists above, events below.
        case standard
        /// The events alone; the lists are title rules.
        case events
        /// Channels and members large, for presence.
        case presence
        /// Connection log and rates beside the events, for reconnection.
        case debugging
    }

    /// A place where two parts of the screen meet, which can be moved.
    package enum Split: String, CaseIterable, Hashable, Sendable {
        /// Between the lists and the events.
        case lists
        /// Between the events and the inspector.
        case inspector
        /// Between the left column and the rest.
        case left
        /// Between the rest and the right column.
        case right
        /// Between the log and what is above or below it.
        case log
        /// Between the members and the rates.
        case rates
    }

    /// The tree of rows and columns.
    package var preset = Preset.standard
    /// How many thousandths of the room the first part of a split takes; where none is given, the
    /// preset decides.
    package var splits: [Split: Int] = [:]

    /// The standard arrangement.
    package init() {}

    /// - Parameter splits: in thousandths.
    package init(preset: Preset, splits: [Split: Int] = [:]) {
        self.preset = preset
        self.splits = splits
    }
}
