import BuoyDashboardRuntime
import BuoyTextScreen

/// The output of `buoy config themes --check`: one line for each finding, and the totals.
struct ThemeReport {
    private(set) var errors = 0

    private var warnings = 0
    private var lines: [String] = []

    init(_ themes: [AvailableTheme]) {
        for theme in themes { self.add(theme) }
        self.lines.append(
            "\(Self.count(themes.count, "theme")): \(Self.count(self.errors, "error")), "
                + Self.count(self.warnings, "warning"))
    }

    /// Nothing in it can break a line or control a terminal.
    var text: String { self.lines.map { PlainOutput.line($0) }.joined(separator: "\n") }

    private mutating func add(_ theme: AvailableTheme) {
        if case .failure(let error) = theme.result {
            let lines = error.description
            for line in lines.split(separator: "\n") {
                self.errors += 1
                self.lines.append("\(theme.id): error: \(line)")
            }
        }
        for finding in theme.findings {
            switch finding.severity {
            case .error: self.errors += 1
            case .warning: self.warnings += 1
            }
            self.lines.append("\(theme.id): \(finding)")
        }
    }

    private static func count(_ count: Int, _ noun: String) -> String {
        count == 1 ? "1 \(noun)" : "\(count == 0 ? "no" : String(count)) \(noun)s"
    }
}
