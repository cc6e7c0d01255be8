import CSodium

/// The libsodium library in use.
package enum SodiumLibrary {
    /// The version: `1.0.18`.
    package static var version: String { String(cString: sodium_version_string()) }
}
