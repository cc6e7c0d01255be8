/// The name of a command, for code that refers to a command without knowing what it does: key maps,
/// hints, clickable words. The table of commands is in `Commands`.
package struct CommandName: Hashable, Sendable, ExpressibleByStringLiteral {
    /// The name in the configuration and on the command line: `next-pane`.
    let text: String

    /// Creates the name of a command in the table.
    init(_ text: String) { self.text = text }

    /// Creates a name from a literal in our own source; a test checks that the table has it.
    package init(stringLiteral text: String) { self.init(text) }
}

extension CommandName: CustomStringConvertible {
    package var description: String { self.text }
}
