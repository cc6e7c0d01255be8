/// An app's secret. Anyone who has it can subscribe to everything and publish anything.
///
/// It is always printed as dots.
public struct AppSecret: Hashable, Sendable {
    /// The secret itself, for computing a signature.
    let text: String

    /// Creates a secret from any string, even an empty one.
    public init(_ text: String) { self.text = text }

    /// The secret's bytes, only for finding it in a string that must not contain it.
    package var searchedBytes: [UInt8] { Array(self.text.utf8) }
}

extension AppSecret: CustomStringConvertible, CustomReflectable {
    /// Dots.
    public var description: String { "••••••••" }

    /// No children, so that `dump` does not show what `description` hides.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
