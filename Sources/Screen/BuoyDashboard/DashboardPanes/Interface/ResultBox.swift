package import BuoyTextScreen

package struct ResultBox: Hashable, Sendable {
    let title: SafeText
    let facts: [LogNote.Fact]
    let endsWithConnection: Bool

    package init(_ title: SafeText, _ facts: [LogNote.Fact], endsWithConnection: Bool = false) {
        self.title = title
        self.facts = facts
        self.endsWithConnection = endsWithConnection
    }
}
