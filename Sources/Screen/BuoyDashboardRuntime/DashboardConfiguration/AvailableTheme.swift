package import BuoyTextScreen

/// A theme that can be chosen, or whose file has an error.
package struct AvailableTheme: Sendable {
    /// The name for `--theme`.
    package let id: String

    /// Where the theme comes from.
    package let origin: ThemeOrigin

    /// The author, as given in the file.
    package let author: String?

    /// The licence, as given in the file.
    let license: String?

    /// The theme with everything that it extends, or the error.
    package let result: Result<Theme, ThemeError>

    /// The roles that are defined neither by the theme nor by those that it extends.
    let unsaid: [Role]

    /// The display name.
    var name: String {
        switch self.result {
        case .success(let theme): theme.name
        case .failure: self.id
        }
    }

    /// The backgrounds that it is made for; `nil` if the theme cannot be read.
    var variant: Theme.Variant? {
        switch self.result {
        case .success(let theme): theme.variant
        case .failure: nil
        }
    }

    /// Findings about legibility. The requirements for the built-in themes are stricter, and
    /// findings are errors there. A theme that cannot be read has none; see `result`.
    package var findings: [ThemeFinding] {
        guard case .success(let theme) = self.result else { return [] }
        var requirements = ThemeCheck.Requirements.usual
        if case .builtIn(let name) = self.origin {
            requirements = BuiltInThemes.requirements(of: name)
        }
        return self.unsaidFindings(requirements.severity)
            + ThemeCheck(theme, requirements: requirements).findings
    }

    private func unsaidFindings(_ severity: ThemeFinding.Severity) -> [ThemeFinding] {
        guard !self.unsaid.isEmpty else { return [] }
        return [
            ThemeFinding(
                severity: severity, roles: self.unsaid,
                sentence: "missing from the theme and drawn as ordinary text; "
                    + "add extends = \"\(BuiltInThemes.defaultName)\" to inherit the rest")
        ]
    }
}
