package import DashboardParts
import Events
package import TextScreen

extension LogPane: Pane {
    package static let profile = PaneProfile(.log, .records)

    package static let hints: [CommandName] = ["inspect", "wrap"]

    package mutating func handle(_ report: ServiceReport, _ context: PaneContext) {
        switch report {
        case .notes(let notes): for note in notes { self.append(note) }
        case .marks, .faults, .serverFault, .missedEvents, .feature, .streams,
            .recording, .playback, .frames:
            break
        }
    }

    package mutating func move(_ movement: Movement, _ place: PanePlace, _ context: PaneContext) {
        self.rows.move(movement, height: place.height)
    }

    package mutating func scroll(rows: Int, _ place: PanePlace, _ context: PaneContext) {
        self.rows.scroll(rows: rows, height: place.size.rows)
    }

    package mutating func click(row: Int, _ place: PanePlace, _ context: PaneContext) -> Bool? {
        self.click(row: row, size: place.size, context.times)
    }

    package mutating func hold(_ place: PanePlace) { self.rows.hold(height: place.height) }

    package func draw(on canvas: inout Canvas, _ frame: PaneFrame, _ context: PaneContext) {
        self.draw(on: &canvas, frame, context.times)
    }

    package func selection(_ context: PaneContext) -> PaneSelection? {
        switch self.rows.selected {
        case .report(let event)?: .event(event)
        case .note(let note)?: .note(note)
        case nil: nil
        }
    }

    /// While it follows, the newest row would change the inspector with every report.
    package func followed(_ context: PaneContext) -> PaneSelection? {
        self.rows.isHeld ? self.selection(context) : nil
    }

    package func inspectReason(_ context: PaneContext) -> String? {
        self.rows.count == 0 ? "nothing logged yet" : nil
    }
}
