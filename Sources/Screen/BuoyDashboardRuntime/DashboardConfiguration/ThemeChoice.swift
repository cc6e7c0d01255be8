/// The theme in use, and the reason for it.
package struct ThemeChoice: Hashable, Sendable {
    /// The reason for a theme, in the order of precedence.
    package enum Reason: Hashable, Sendable {
        case argument
        /// `NO_COLOR` is set, and the configuration does not say otherwise.
        case noColor
        /// `BUOY_THEME`.
        case variable
        /// It was selected in the program.
        case picked
        /// No colours are wanted by `--color` or the configuration.
        case colorNever
        case configured
        /// The configuration has one theme for each background.
        case background(isLight: Bool)
        case standard
    }

    /// The name of the theme, or the path of its file.
    package let name: String
    /// The reason for it.
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

    /// Where a wrong name has to be corrected, as a prefix of the error; empty unless it is an
    /// argument or a variable.
    var optionPrefix: String {
        switch self {
        case .argument: "--theme: "
        case .variable: "BUOY_THEME: "
        default: ""
        }
    }
}
