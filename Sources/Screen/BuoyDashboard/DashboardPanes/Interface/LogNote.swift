import BuoyScripts
package import ChannelsEventWords
package import ChannelsProtocol

/// A row of the log that does not come from the client: a webhook, or the result of a probe.
package struct LogNote: Hashable, Sendable {
    /// A label and a value for the inspector. The value may come from others.
    package struct Fact: Hashable, Sendable {
        /// One or two words.
        let label: String
        /// What it is.
        let value: String

        package init(_ label: String, _ value: String) {
            self.label = label
            self.value = value
        }
    }

    /// When it happened.
    package let time: Timestamp
    /// What it is, in a word or two for a title: `webhook`.
    let name: String
    /// Whether it is good news.
    let outcome: EventDescription.Outcome
    /// A one-line description. It may contain text from peers.
    let text: String
    /// What the inspector shows beside the text.
    let facts: [Fact]
    /// What was received, as bytes; `nil` if nothing was.
    let body: EventData?

    /// Creates a row.
    package init(
        at time: Timestamp, _ name: String, _ outcome: EventDescription.Outcome, text: String,
        facts: [Fact] = [], body: EventData? = nil
    ) {
        self.time = time
        self.name = name
        self.outcome = outcome
        self.text = text
        self.facts = facts
        self.body = body
    }

    /// The estimated memory, in bytes.
    var retainedBytes: Int {
        self.facts.reduce(192 + self.text.utf8.count + (self.body?.retainedBytes ?? 0)) {
            $0 + 64 + $1.value.utf8.count
        }
    }
}

extension LogNote {
    /// Rows for what has happened to the faults of the connection.
    static func notes(of report: FaultReport) -> [LogNote] {
        report.changes.map { LogNote(.fault($0, at: report.time)) }
    }

    /// A row for a step of the connection that is no report of the client.
    init(_ step: ConnectionStep) {
        self.init(at: step.time, "fault", step.outcome, text: step.rowText)
    }
}
