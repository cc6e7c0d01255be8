import BuoyTextScreen

enum MouseTarget: Hashable, Sendable {
    case nothing
    case tab(PaneID)
    case title(DashboardLayout.Place, LayoutBoundary?)
    /// Counted from the first row below the title.
    case row(DashboardLayout.Place, Int)
    case divider(LayoutBoundary)
    case command(Command)
}
