import BuoyTextScreen

/// Inside the program, so that a copied binary has them all. `BuiltInThemes+Files` is made from the
/// list of `themes/` in `Package.swift`.
enum BuiltInThemes {
    static let defaultName = "default"

    static let monochromeName = "mono"

    static let names = Self.files.map(\.name)

    static func text(of name: String) -> String? {
        Self.files.first { $0.name == name }.map { String(decoding: $0.bytes(), as: UTF8.self) }
    }

    /// Well-known palettes keep their colours, except for corrections of what is hard to read;
    /// buoy's own themes must do what their names promise.
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
