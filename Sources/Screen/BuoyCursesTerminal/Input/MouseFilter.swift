import BuoyTextScreen

/// The program uses the first button and the wheel.
struct MouseFilter {
    /// Reports that arrive after they were switched off are ignored.
    var isOn = false {
        didSet { self.isDown = false }
    }

    var screen = ScreenSize(columns: 80, rows: 24)

    private var isDown = false

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
