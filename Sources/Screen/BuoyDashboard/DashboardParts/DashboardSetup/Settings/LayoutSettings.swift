package struct LayoutSettings: Hashable, Sendable {
    package enum Preset: String, CaseIterable, Hashable, Sendable {
        case standard
        /// Only the events; the lists are title rules.
        case events
        case presence
        case debugging
    }

    package enum Split: String, CaseIterable, Hashable, Sendable {
        case lists
        case inspector
        case left
        case right
        case connection
        case members
    }

    package var preset = Preset.standard
    /// Thousandths of the room, for the first part of a split. The preset decides missing ones.
    package var splits: [Split: Int] = [:]

    package init() {}

    package init(preset: Preset, splits: [Split: Int] = [:]) {
        self.preset = preset
        self.splits = splits
    }
}
