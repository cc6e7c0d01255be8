enum TerminalBackground: String, CaseIterable, Hashable, Sendable {
    /// The answer of the terminal, or else the variable `COLORFGBG`, in which some terminals put
    /// the numbers of the foreground and background colours.
    case auto
    case dark
    case light

    /// Dark by default.
    /// - Parameter answer: the answer of the terminal.
    func isLight(answer: Bool?, environment: [String: String]) -> Bool {
        switch self {
        case .dark: return false
        case .light: return true
        case .auto:
            if let answer { return answer }
            // `15;0`, or `0;default;15` with something between.
            guard let fields = environment["COLORFGBG"]?.split(separator: ";"), fields.count > 1,
                let number = fields.last.flatMap({ Int($0) })
            else { return false }
            // The dark colours are 0 to 6, and bright black.
            return number == 7 || (9...15).contains(number)
        }
    }
}

enum ThemeSetting: Hashable, Sendable {
    case one(String)
    case byBackground(dark: String, light: String)

    func name(isLight: Bool) -> String {
        switch self {
        case .one(let name): name
        case .byBackground(let dark, let light): isLight ? light : dark
        }
    }
}
