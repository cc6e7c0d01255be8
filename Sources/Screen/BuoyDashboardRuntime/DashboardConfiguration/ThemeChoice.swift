package struct ThemeChoice: Hashable, Sendable {
    /// In the order of precedence.
    package enum Reason: Hashable, Sendable {
        case argument
        /// `NO_COLOR` is set, and the configuration does not say otherwise.
        case noColor
        case variable
        case picked
        case colorNever
        case configured
        case background(isLight: Bool)
        case standard
    }

    /// Or the path of its file.
    package let name: String
    package let reason: Reason
}

extension ThemeChoice.Reason: CustomStringConvertible {
    /// A few words to follow the name of the theme.
    package var description: String {
        switch self {
        case .argument: "set by --theme"
        case .noColor: "because NO_COLOR is set"
        case .variable: "set by BUOY_THEME"
        case .picked: "selected in the dashboard"
        case .colorNever: "because color is \"never\""
        case .configured: "set in the configuration"
        case .background(let isLight):
            "set in the configuration for \(isLight ? "light" : "dark") backgrounds"
        case .standard: "the default"
        }
    }

    /// Where a wrong name has to be corrected; empty unless it is an argument or a variable.
    var optionPrefix: String {
        switch self {
        case .argument: "--theme: "
        case .variable: "BUOY_THEME: "
        default: ""
        }
    }
}
