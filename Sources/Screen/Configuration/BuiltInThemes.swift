import TextScreen

/// The themes inside the program, so that a copied binary has them all. There is one line for each
/// file in `themes/`; a test compares them.
package enum BuiltInThemes {
    /// The default theme.
    package static let defaultName = "default"

    /// The theme for terminals without colours.
    package static let monochromeName = "mono"

    /// The names, in the order in which they are shown.
    package static let names = Self.files.map(\.name)

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

    private static let files: [(name: String, bytes: @Sendable () -> [UInt8])] = [
        ("default", { PackageResources.default_toml }),
        ("mono", { PackageResources.mono_toml }),
        ("high-contrast-dark", { PackageResources.high_contrast_dark_toml }),
        ("high-contrast-light", { PackageResources.high_contrast_light_toml }),
        ("cvd-dark", { PackageResources.cvd_dark_toml }),
        ("cvd-light", { PackageResources.cvd_light_toml }),
        ("base16-dark", { PackageResources.base16_dark_toml }),
        ("base16-light", { PackageResources.base16_light_toml }),
        ("catppuccin-latte", { PackageResources.catppuccin_latte_toml }),
        ("catppuccin-mocha", { PackageResources.catppuccin_mocha_toml }),
        ("dracula", { PackageResources.dracula_toml }),
        ("everforest", { PackageResources.everforest_toml }),
        ("gruvbox-dark", { PackageResources.gruvbox_dark_toml }),
        ("gruvbox-light", { PackageResources.gruvbox_light_toml }),
        ("kanagawa", { PackageResources.kanagawa_toml }),
        ("modus-operandi", { PackageResources.modus_operandi_toml }),
        ("modus-vivendi", { PackageResources.modus_vivendi_toml }),
        ("monokai", { PackageResources.monokai_toml }),
        ("nord", { PackageResources.nord_toml }),
        ("one-dark", { PackageResources.one_dark_toml }),
        ("one-light", { PackageResources.one_light_toml }),
        ("rose-pine", { PackageResources.rose_pine_toml }),
        ("solarized-dark", { PackageResources.solarized_dark_toml }),
        ("solarized-light", { PackageResources.solarized_light_toml }),
        ("tokyo-night", { PackageResources.tokyo_night_toml }),
    ]
}
