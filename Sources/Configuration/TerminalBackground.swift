/// What is behind the text of the terminal, for themes that are chosen by it.
package enum TerminalBackground: String, CaseIterable, Hashable, Sendable {
    /// As the variable `COLORFGBG` says; terminals that set it write the numbers of the foreground
    /// and the background into it.
    case auto
    case dark
    case light

    /// Whether the background is light: dark where nothing says so.
    func isLight(environment: [String: String]) -> Bool {
        switch self {
        case .dark: return false
        case .light: return true
        case .auto:
            // `15;0`, or `0;default;15` with something between.
            guard let fields = environment["COLORFGBG"]?.split(separator: ";"), fields.count > 1,
                let number = fields.last.flatMap({ Int($0) })
            else { return false }
            // The dark colours are 0 to 6, and bright black.
            return number == 7 || (9...15).contains(number)
        }
    }
}

/// Which theme, or which two.
package enum ThemeSetting: Hashable, Sendable {
    case one(String)
    case byBackground(dark: String, light: String)

    func name(isLight: Bool) -> String {
        switch self {
        case .one(let name): name
        case .byBackground(let dark, let light): isLight ? light : dark
        }
    }
}
