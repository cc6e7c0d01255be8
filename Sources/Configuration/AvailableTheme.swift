package import TextScreen

/// A theme that can be chosen, or would be if its file were right.
package struct AvailableTheme: Sendable {
    /// What `--theme` takes.
    package let id: String

    /// Where it comes from.
    package let origin: ThemeOrigin

    /// Who made it, as the file says.
    package let author: String?

    /// Its licence, as the file says.
    package let license: String?

    /// The theme with everything that it extends, or why there is none.
    package let result: Result<Theme, ThemeError>

    /// The roles that neither the theme nor what it extends says anything about.
    let unsaid: [Role]

    /// The name that people see.
    package var name: String {
        switch self.result {
        case .success(let theme): theme.name
        case .failure: self.id
        }
    }

    /// The backgrounds that it is made for; nil for a theme that cannot be read.
    package var variant: Theme.Variant? {
        switch self.result {
        case .success(let theme): theme.variant
        case .failure: nil
        }
    }

    /// Where it is hard to read. More is asked of our own themes, and then it is an error; a theme
    /// that cannot be read has no findings, but `result` says why.
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
                sentence: "not in the theme, and so ordinary text; "
                    + "extends = \"\(BuiltInThemes.defaultName)\" would define the rest")
        ]
    }
}
