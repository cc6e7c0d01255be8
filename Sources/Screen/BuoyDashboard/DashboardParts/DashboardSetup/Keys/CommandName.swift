/// For code that refers to a command without knowing what it does: key maps, hints, clickable
/// words.
package struct CommandName: Hashable, Sendable, ExpressibleByStringLiteral {
    let text: String

    init(_ text: String) { self.text = text }

    package init(stringLiteral text: String) { self.init(text) }

    /// As a key in TOML.
    package var configurationKey: String {
        self.text.contains(" ") ? "\"\(self.text)\"" : self.text
    }
}

extension CommandName: CustomStringConvertible {
    package var description: String { self.text }
}
