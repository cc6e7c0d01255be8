package struct ThemeFinding: Hashable, Sendable {
    package enum Severity: String, Hashable, Sendable, Comparable {
        case warning

        case error

        package static func < (left: Severity, right: Severity) -> Bool {
            left == .warning && right == .error
        }
    }

    package struct Figures: Hashable, Sendable {
        let measured: Double

        let wanted: Double
    }

    package let severity: Severity

    package let roles: [Role]

    package let sentence: String

    /// The contrast ratio or colour distance; `nil` if nothing is measured.
    let figures: Figures?

    package init(
        severity: Severity, roles: [Role], sentence: String, figures: Figures? = nil
    ) {
        self.severity = severity
        self.roles = roles
        self.sentence = sentence
        self.figures = figures
    }
}

extension ThemeFinding: CustomStringConvertible {
    /// `warning: muted: …`
    package var description: String {
        let names = self.roles.prefix(3).map(\.name).joined(separator: ", ")
        let others = self.roles.count - 3
        let roles = others > 0 ? "\(names) and \(others) more" : names
        return "\(self.severity.rawValue): \(roles): \(self.sentence)"
    }
}
