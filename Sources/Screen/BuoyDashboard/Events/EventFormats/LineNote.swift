package import ChannelsEventWords
package import ChannelsProtocol

/// A line that comes from a feature and not from a client's report, such as an alert.
package struct LineNote: Hashable, Sendable {
    /// When it happened.
    let time: Timestamp
    /// The number of the last report before it.
    let number: Int
    /// Its kind. The names are part of the format of JSON lines.
    let kind: String
    /// Whether it is good news.
    let outcome: EventDescription.Outcome
    /// A one-line description. It may contain text from peers.
    let text: String
    /// Further values by name, for JSON lines.
    let facts: [JSONObject.Member]

    /// - Parameter number: 0 if nothing was reported yet.
    package init(
        at time: Timestamp, after number: Int, _ kind: String, _ outcome: EventDescription.Outcome,
        text: String, facts: [JSONObject.Member] = []
    ) {
        self.time = time
        // Numbers of lines start at 1.
        self.number = max(number, 1)
        self.kind = kind
        self.outcome = outcome
        self.text = text
        self.facts = facts
    }

    /// The kind in words: `alert over`.
    var name: String { self.kind.replacing("_", with: " ") }
}
