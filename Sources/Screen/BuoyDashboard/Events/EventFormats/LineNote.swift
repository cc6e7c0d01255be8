package import ChannelsEventWords
package import ChannelsProtocol

/// A line from a feature rather than a client's report, such as an alert.
package struct LineNote: Hashable, Sendable {
    let time: ChannelsTimestamp
    let number: Int
    /// The names are part of the format of JSON lines.
    let kind: String
    let outcome: EventDescription.Outcome
    /// One line; may contain text from peers.
    let text: String
    let facts: [JSONValue.Object.Member]

    /// - Parameter number: 0 if nothing was reported yet.
    package init(
        at time: ChannelsTimestamp, after number: Int, _ kind: String,
        _ outcome: EventDescription.Outcome,
        text: String, facts: [JSONValue.Object.Member] = []
    ) {
        self.time = time
        // Numbers of lines start at 1.
        self.number = max(number, 1)
        self.kind = kind
        self.outcome = outcome
        self.text = text
        self.facts = facts
    }

    /// How many events a gap has cost.
    package static let missed = "missed"

    package var isMissed: Bool { self.kind == Self.missed }

    /// `alert over`
    var name: String { self.kind.replacing("_", with: " ") }
}
