package import BuoyTextScreen

/// The result of a measurement or a comparison, which is shown in a box until it is closed.
package struct ResultBox: Hashable, Sendable {
    /// The title.
    let title: SafeText
    /// The rows, in order.
    let facts: [LogNote.Fact]
    /// Whether it is only about the current connection, so that it closes when that is lost.
    let endsWithConnection: Bool

    /// Creates a box with a row for each fact.
    package init(_ title: SafeText, _ facts: [LogNote.Fact], endsWithConnection: Bool = false) {
        self.title = title
        self.facts = facts
        self.endsWithConnection = endsWithConnection
    }
}
