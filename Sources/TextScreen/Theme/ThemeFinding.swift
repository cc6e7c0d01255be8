/// Something that a theme could do better.
package struct ThemeFinding: Hashable, Sendable {
    /// How much it matters.
    package enum Severity: String, Hashable, Sendable, Comparable {
        /// The theme can be used.
        case warning

        /// It breaks a promise.
        case error

        /// A warning is less than an error.
        package static func < (left: Severity, right: Severity) -> Bool {
            left == .warning && right == .error
        }
    }

    /// What was measured, and the least that would do.
    package struct Figures: Hashable, Sendable {
        /// What was found.
        package let measured: Double

        /// What is asked for.
        package let wanted: Double
    }

    /// How much it matters.
    package let severity: Severity

    /// The roles that it is about; never empty.
    package let roles: [Role]

    /// What is the matter, for people.
    package let sentence: String

    /// The contrast ratio or the distance; nil where nothing is measured.
    package let figures: Figures?

    /// A finding about some roles.
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
