public import ChannelsProtocol

/// The secret of an app: who holds it can subscribe to everything and publish anything.
///
/// It is never shown: every way of printing it gives dots.
public struct AppSecret: Hashable, Sendable {
    /// The secret itself, for computing a signature.
    let text: String

    /// Any text is taken as it is, the empty one too.
    public init(_ text: String) { self.text = text }

    /// The secret's bytes, for finding it in a text that must not hold it; for nothing else.
    package var searchedBytes: [UInt8] { Array(self.text.utf8) }
}

extension AppSecret: MaskedValue {
    /// Dots.
    public var description: String { "••••••••" }
}
