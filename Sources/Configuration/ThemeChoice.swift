/// Which theme is used, and who chose it.
package struct ThemeChoice: Hashable, Sendable {
    /// Who chose it, the first one that did.
    package enum Reason: Hashable, Sendable {
        case argument
        /// `NO_COLOR` is set, and the configuration does not say otherwise.
        case noColor
        /// `BUOY_THEME`.
        case variable
        /// It was picked in the program.
        case picked
        /// `color = "never"` in the configuration.
        case colorNever
        case configured
        /// The configuration has one for each background.
        case background(isLight: Bool)
        case standard
    }

    /// The name of the theme, or the path of its file.
    package let name: String
    /// Who chose it.
    package let reason: Reason
}

extension ThemeChoice.Reason: CustomStringConvertible {
    /// A few words behind the name of the theme.
    package var description: String {
        switch self {
        case .argument: "named by --theme"
        case .noColor: "because NO_COLOR is set"
        case .variable: "named by BUOY_THEME"
        case .picked: "selected in the program"
        case .colorNever: "because color is \"never\" in the configuration"
        case .configured: "set in the configuration"
        case .background(let isLight):
            "set in the configuration for \(isLight ? "light" : "dark") backgrounds"
        case .standard: "the default"
        }
    }

    /// Where a wrong name has to be corrected, before the error; empty unless it is an argument or a
    /// variable.
    package var optionPrefix: String {
        switch self {
        case .argument: "--theme: "
        case .variable: "BUOY_THEME: "
        default: ""
        }
    }
}
