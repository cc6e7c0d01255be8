import BuoyTextScreen

/// Selects the mouse actions that the program uses: the first button and the wheel.
struct MouseFilter {
    /// Whether reports are wanted. Reports that arrive after they were switched off are ignored.
    var isOn = false {
        didSet { self.isDown = false }
    }

    /// The screen that positions are clamped to.
    var screen = ScreenSize(columns: 80, rows: 24)

    /// Whether the first button is down.
    private var isDown = false

    /// The action in a report; `nil` for ignored reports.
    mutating func press(for report: MouseReport) -> MousePress? {
        guard self.isOn, let kind = self.kind(of: report) else { return nil }
        // A press outside the screen, for instance after it became smaller, must not act on the
        // cell at the edge; a drag that started on the screen may continue outside.
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
            // The release of another button is ignored.
            defer { self.isDown = false }
            return self.isDown ? .release : nil
        }
    }
}
