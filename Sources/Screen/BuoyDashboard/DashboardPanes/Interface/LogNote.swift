import BuoyScripts
package import ChannelsEventWords
package import ChannelsProtocol

/// A row of the log that does not come from the client: a webhook, or the result of a probe.
package struct LogNote: Hashable, Sendable {
    /// For the inspector. The value may come from others.
    package struct Fact: Hashable, Sendable {
        let label: String
        let value: String

        package init(_ label: String, _ value: String) {
            self.label = label
            self.value = value
        }
    }

    package let time: ChannelsTimestamp
    /// A word or two for a title: `webhook`.
    let name: String
    let outcome: EventDescription.Outcome
    /// One line; may contain text from peers.
    let text: String
    let facts: [Fact]
    let body: EventData?

    package init(
        at time: ChannelsTimestamp, _ name: String, _ outcome: EventDescription.Outcome,
        text: String,
        facts: [Fact] = [], body: EventData? = nil
    ) {
        self.time = time
        self.name = name
        self.outcome = outcome
        self.text = text
        self.facts = facts
        self.body = body
    }

    var retainedBytes: Int {
        self.facts.reduce(192 + self.text.utf8.count + (self.body?.retainedBytes ?? 0)) {
            $0 + 64 + $1.value.utf8.count
        }
    }
}

extension LogNote {
    static func notes(of report: FaultReport) -> [LogNote] {
        report.changes.map { LogNote(.fault($0, at: report.time)) }
    }

    init(_ step: ConnectionStep) {
        self.init(at: step.time, "fault", step.outcome, text: step.rowText)
    }
}
