import TextScreen

/// Lets through what the program wants to know of the mouse: the first button and the wheel.
struct MouseFilter {
    /// Whether reports are wanted. Those that are on their way when they are switched off mean
    /// nothing any more.
    var isOn = false {
        didSet { self.isDown = false }
    }

    /// The screen that places are brought onto.
    var screen = ScreenSize(columns: 80, rows: 24)

    /// Whether the first button was pressed and not let go.
    private var isDown = false

    /// What the report means; nil for one that means nothing here.
    mutating func press(for report: MouseReport) -> MousePress? {
        guard self.isOn, let kind = self.kind(of: report) else { return nil }
        // A press that is not on the screen, as after it became smaller, must not land on the cell
        // at its edge; what was begun on it may go on beyond.
        let isInside = report.column <= self.screen.columns && report.row <= self.screen.rows
        guard isInside || kind == .drag || kind == .release else {
            self.isDown = false
            return nil
        }
        return MousePress(
            kind,
            x: min(report.column, max(self.screen.columns, 1)) - 1,
            y: min(report.row, max(self.screen.rows, 1)) - 1)
    }

    private mutating func kind(of report: MouseReport) -> MousePress.Kind? {
        switch report.button {
        case .wheelUp: return report.isRelease ? nil : .wheelUp
        case .wheelDown: return report.isRelease ? nil : .wheelDown
        case .other: return nil
        case .first where report.isMotion: return self.isDown ? .drag : nil
        case .first, .none:
            guard report.isRelease else {
                guard report.button == .first else { return nil }
                self.isDown = true
                return .press
            }
            // The release of another button is none.
            defer { self.isDown = false }
            return self.isDown ? .release : nil
        }
    }
}
