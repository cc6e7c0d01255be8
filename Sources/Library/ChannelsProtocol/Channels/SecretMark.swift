/// Recognises a secret without keeping it: a hash whose key is random in each process, so that it
/// says nothing outside of it.
package struct SecretMark: Hashable, Sendable {
    /// What equal secrets have in common, for a recording. It says nothing of the secret, because
    /// the key is not kept.
    package let hash: Int

    /// The mark that was recorded.
    package init(recorded hash: Int) { self.hash = hash }

    /// The mark of one or more strings in this order.
    package init(_ secrets: [String]) {
        var hasher = Hasher()
        for secret in secrets { hasher.combine(secret) }
        self.hash = hasher.finalize()
    }
}

extension SecretMark: CustomStringConvertible, CustomReflectable {
    /// Dots.
    package var description: String { "••••••••" }
    /// Without children, so that `dump` shows nothing either.
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// The names of headers, parameters and options whose values are credentials.
package enum SecretNames {
    private static let words = [
        "authorization", "token", "cookie", "secret", "password", "key", "session",
    ]

    /// Whether a name says that its value is a credential. Case is ignored.
    package static func tells(_ name: String) -> Bool {
        let name = name.lowercased()
        return Self.words.contains { name.contains($0) }
    }
}
