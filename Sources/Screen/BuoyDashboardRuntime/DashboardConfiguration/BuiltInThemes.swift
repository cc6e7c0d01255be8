import BuoyTextScreen

/// The themes inside the program, so that a copied binary has them all. `Package.swift` lists their
/// files in `themes/`; the list in `BuiltInThemes+Files` is made from that one.
enum BuiltInThemes {
    /// The default theme.
    static let defaultName = "default"

    /// The theme for terminals without colours.
    static let monochromeName = "mono"

    /// The names, in the order in which they are shown.
    static let names = Self.files.map(\.name)

    /// The text of a theme's file.
    static func text(of name: String) -> String? {
        Self.files.first { $0.name == name }.map { String(decoding: $0.bytes(), as: UTF8.self) }
    }

    /// The requirements for a theme. Well-known palettes keep their colours, except for corrections
    /// of what is hard to read; the themes of buoy itself must do what their names promise.
    static func requirements(of name: String) -> ThemeCheck.Requirements {
        var requirements = ThemeCheck.Requirements.usual
        switch name {
        case Self.defaultName, Self.monochromeName:
            requirements.severity = .error
        case "high-contrast-dark", "high-contrast-light":
            // Level AAA of WCAG 2, and AA for less important text.
            requirements.text = 7
            requirements.other = 4.5
            requirements.severity = .error
        case "cvd-dark", "cvd-light":
            // The states differ only in their colours, so they must differ clearly.
            requirements.distance = 0.08
            requirements.countsLines = false
            requirements.severity = .error
        default:
            break
        }
        return requirements
    }
}
