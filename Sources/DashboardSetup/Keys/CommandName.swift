/// The name of a command, for those who point to a command without knowing what it does: key maps,
/// hints, words that can be pressed. The rows are in `Commands`.
package struct CommandName: Hashable, Sendable, ExpressibleByStringLiteral {
    /// As the configuration and the command line write it: `next-pane`.
    package let text: String

    /// The name of a row of the table.
    package init(_ text: String) { self.text = text }

    /// A name that our own source writes; a test looks for its row.
    package init(stringLiteral text: String) { self.init(text) }
}

extension CommandName: CustomStringConvertible {
    package var description: String { self.text }
}
