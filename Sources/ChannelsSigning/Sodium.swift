internal import CSodium

/// The system's libsodium: whether it is ready, and what several files need of it.
enum Sodium {
    /// Whether the library could be started. Swift runs this once, whoever asks first.
    static let isReady = sodium_init() >= 0

    /// Bytes that nobody can foretell.
    /// - Returns: `nil` when the library does not start.
    static func randomBytes(_ count: Int) -> [UInt8]? {
        guard self.isReady else { return nil }
        return [UInt8](unsafeUninitializedCapacity: count) { memory, initialized in
            if let start = memory.baseAddress { randombytes_buf(start, count) }
            initialized = count
        }
    }

    /// Overwrites a secret. Only this array is wiped: make no copies of it.
    static func wipe(_ bytes: inout [UInt8]) {
        sodium_memzero(&bytes, bytes.count)
    }
}
