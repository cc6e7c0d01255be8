/// Recognises a secret without keeping it: a hash with a random key per process.
package struct SecretMark: Hashable, Sendable {
    /// Reveals nothing in a recording, because the key is not kept.
    package let hash: Int

    package init(recorded hash: Int) { self.hash = hash }

    package init(_ secrets: [String]) {
        var hasher = Hasher()
        for secret in secrets { hasher.combine(secret) }
        self.hash = hasher.finalize()
    }
}

extension SecretMark: CustomStringConvertible, Unreflected {
    package var description: String { "••••••••" }
}

package enum SecretNames {
    private static let words = [
        "authorization", "token", "cookie", "secret", "password", "key", "session",
    ]

    package static func tells(_ name: String) -> Bool {
        let name = name.lowercased()
        return Self.words.contains { name.contains($0) }
    }
}
