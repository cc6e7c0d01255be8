/// The themes that are part of the program, so that a copied binary has them all. One line for each
/// file in `themes/`; a test compares the two.
package enum BuiltInThemes {
    /// What is used when nobody asks for another one.
    package static let defaultName = "default"

    /// What is used when colours are not wanted.
    package static let monochromeName = "mono"

    /// The names, in the order in which they are offered.
    package static let names = Self.files.map(\.name)

    /// The text of a theme's file.
    static func text(of name: String) -> String? {
        Self.files.first { $0.name == name }.map { String(decoding: $0.bytes(), as: UTF8.self) }
    }

    private static let files: [(name: String, bytes: @Sendable () -> [UInt8])] = [
        ("default", { PackageResources.default_toml }),
        ("mono", { PackageResources.mono_toml }),
        ("nord", { PackageResources.nord_toml }),
        ("solarized-light", { PackageResources.solarized_light_toml }),
    ]
}
