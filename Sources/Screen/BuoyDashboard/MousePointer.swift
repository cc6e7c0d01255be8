import BuoyTextScreen

struct MousePointer: Hashable, Sendable {
    /// An edge of panes, identified by its split and by what is above or left of it, because its
    /// position changes with each step.
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
    var hasMoved = false
    var isExplained = false
}
