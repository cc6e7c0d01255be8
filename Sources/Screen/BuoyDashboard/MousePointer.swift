import BuoyTextScreen

/// The state of the mouse between a press and a release.
struct MousePointer: Hashable, Sendable {
    /// The dragged edge of panes, identified by its split and by what is above or left of it,
    /// because its position changes with each step.
    struct Drag: Hashable, Sendable {
        let split: LayoutSettings.Split
        let axis: LayoutBoundary.Axis
        let before: [PaneID]

        init(_ boundary: LayoutBoundary) {
            self.split = boundary.split
            self.axis = boundary.axis
            self.before = boundary.before
        }
    }

    var drag: Drag?
    /// Whether the drag has changed anything that is saved.
    var hasMoved = false
    /// Whether the user was told that Shift selects text.
    var isExplained = false
}
