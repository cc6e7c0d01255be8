import CSodium

/// The system's libsodium, and functions that several files need.
enum Sodium {
    /// Whether the library was initialised. Swift runs this once.
    static let isReady = sodium_init() >= 0

    /// Unpredictable bytes.
    /// - Returns: `nil` if the library cannot be initialised.
    static func randomBytes(_ count: Int) -> [UInt8]? {
        guard self.isReady else { return nil }
        return [UInt8](unsafeUninitializedCapacity: count) { memory, initialized in
            if let start = memory.baseAddress { randombytes_buf(start, count) }
            initialized = count
        }
    }

    /// Overwrites a secret. Only this array is wiped, so it must not be copied.
    static func wipe(_ bytes: inout [UInt8]) {
        sodium_memzero(&bytes, bytes.count)
    }
}

/// The libsodium library in use.
package enum SodiumLibrary {
    /// The version: `1.0.18`.
    package static var version: String { String(cString: sodium_version_string()) }
}
