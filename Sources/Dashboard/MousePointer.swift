import DashboardSetup
import TextScreen

/// What the mouse is doing between a press and a release.
struct MousePointer: Hashable, Sendable {
    /// The edge of panes that is dragged. Known by its split and by what is above or left of it: its
    /// place changes with each step.
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
    /// Whether the drag has moved anything that is to be kept.
    var hasMoved = false
    /// Whether the user was told that Shift selects text.
    var isExplained = false
}
