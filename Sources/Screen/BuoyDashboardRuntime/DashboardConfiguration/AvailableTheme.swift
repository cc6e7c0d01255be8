package import BuoyTextScreen

package struct AvailableTheme: Sendable {
    /// The name for `--theme`.
    package let id: String

    package let origin: ThemeOrigin

    package let author: String?

    let license: String?

    package let result: Result<Theme, ThemeError>

    /// Roles defined neither by the theme nor by those that it extends.
    let unsaid: [Role]

    var name: String {
        switch self.result {
        case .success(let theme): theme.name
        case .failure: self.id
        }
    }

    var variant: Theme.Variant? {
        switch self.result {
        case .success(let theme): theme.variant
        case .failure: nil
        }
    }

    /// About legibility; empty if the theme cannot be read. For the built-in themes the
    /// requirements are stricter, and findings are errors.
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
