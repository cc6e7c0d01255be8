/// A finding about a theme.
package struct ThemeFinding: Hashable, Sendable {
    package enum Severity: String, Hashable, Sendable, Comparable {
        /// The theme can be used.
        case warning

        /// The theme does not do what it promises.
        case error

        /// A warning is less than an error.
        package static func < (left: Severity, right: Severity) -> Bool {
            left == .warning && right == .error
        }
    }

    /// The measured value, and the required minimum.
    package struct Figures: Hashable, Sendable {
        /// The measured value.
        let measured: Double

        /// The required value.
        let wanted: Double
    }

    package let severity: Severity

    /// The roles concerned; never empty.
    package let roles: [Role]

    /// The finding in words.
    package let sentence: String

    /// The contrast ratio or the distance; `nil` if nothing is measured.
    let figures: Figures?

    /// Creates a finding about some roles.
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
