internal import Configuration
internal import TextScreen

/// What `buoy themes --check` prints: a line for each finding, and how many there are.
struct ThemeReport {
    /// How many errors there are; a theme that cannot be read is one.
    private(set) var errors = 0

    private var warnings = 0
    private var lines: [String] = []

    init(_ themes: [AvailableTheme]) {
        for theme in themes { self.add(theme) }
        self.lines.append(
            "\(Self.count(themes.count, "theme")): \(Self.count(self.errors, "error")), "
                + Self.count(self.warnings, "warning"))
    }

    /// The lines. Nothing in them breaks a line or steers a terminal.
    var text: String { self.lines.map { PlainOutput.line($0) }.joined(separator: "\n") }

    private mutating func add(_ theme: AvailableTheme) {
        if case .failure(let error) = theme.result {
            self.errors += 1
            self.lines.append("\(theme.id): error: \(error)")
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
