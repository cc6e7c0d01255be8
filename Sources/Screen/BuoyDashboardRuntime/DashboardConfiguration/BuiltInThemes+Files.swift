// Made from the list of themes in Package.swift: RECORD_DOCS=1 swift test --filter BuiltInThemes

extension BuiltInThemes {
    static let files: [(name: String, bytes: @Sendable () -> [UInt8])] = [
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
