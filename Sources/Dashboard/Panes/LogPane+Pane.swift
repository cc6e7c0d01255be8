import DashboardSetup
import ScreenParts
import TextScreen

extension LogPane: Pane {
    static let profile = PaneProfile(.log, .records)

    static let hints: [CommandName] = ["inspect", "wrap"]

    mutating func move(_ movement: Movement, _ place: PanePlace, _ context: PaneContext) {
        self.rows.move(movement, height: place.height)
    }

    mutating func scroll(rows: Int, _ place: PanePlace, _ context: PaneContext) {
        self.rows.scroll(rows: rows, height: place.size.rows)
    }

    mutating func point(at row: Int, _ place: PanePlace, _ context: PaneContext) -> Bool? {
        self.point(at: row, size: place.size, context.times)
    }

    mutating func hold(_ place: PanePlace) { self.rows.hold(height: place.height) }

    func draw(on canvas: inout Canvas, _ frame: PaneFrame, _ context: PaneContext) {
        self.draw(on: &canvas, frame, context.times)
    }

    func selection(_ context: PaneContext) -> PaneSelection? {
        self.rows.selectedEvent.map(PaneSelection.event)
    }

    /// While it follows, the newest row would change the inspector with every report.
    func followed(_ context: PaneContext) -> PaneSelection? {
        self.rows.isHeld ? self.selection(context) : nil
    }

    func inspectReason(_ context: PaneContext) -> String? {
        self.rows.count == 0 ? "nothing logged yet" : nil
    }
}
