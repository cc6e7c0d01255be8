import BuoyTextScreen

/// The target of a mouse action.
enum MouseTarget: Hashable, Sendable {
    case nothing
    case tab(PaneID)
    /// A title rule, with the edge that it can move, if any.
    case title(DashboardLayout.Place, LayoutBoundary?)
    /// A row below a title, counted from the first.
    case row(DashboardLayout.Place, Int)
    case divider(LayoutBoundary)
    /// A word that stands for a command: a hint, or the state of the log.
    case command(Command)
}
