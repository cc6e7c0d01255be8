package import BuoyTextScreen
package import ChannelsProtocol

/// A report of one of several clients.
package struct ServerEvent: Hashable, Sendable {
    /// The place of the server in the list, from 0.
    package let server: Int
    /// The report. In a merged log, its number is that of the merged log.
    package var event: ClientReport

    /// Creates a report with the place of its server.
    init(_ event: ClientReport, from server: Int) {
        self.server = server
        self.event = event
    }
}

/// The name of a server, and the role it is drawn in.
package struct ServerLabel: Hashable, Sendable {
    /// The name as the user gave it.
    package let name: String
    /// The name for the screen.
    let text: SafeText
    /// The colour in which the server is named.
    let role: Role

    init(_ name: String, _ role: Role) {
        self.name = name
        self.text = SafeText(sanitizing: name, limit: 120)
        self.role = role
    }

    /// Labels for some servers. Those without a role get the next of the six channel colours.
    package static func all(_ servers: [(name: String, role: Role?)]) -> [ServerLabel] {
        servers.enumerated().map { index, server in
            ServerLabel(server.name, server.role ?? Role.accents[index % Role.accents.count])
        }
    }

    /// Labels in the channel colours.
    package static func all(_ names: [String]) -> [ServerLabel] {
        self.all(names.map { (name: $0, role: nil) })
    }
}

/// What is known of a compared event.
enum ComparisonMark: Hashable, Sendable {
    /// The other server did not deliver it within the window.
    case onlyHere
    /// The other server delivered it this much earlier.
    case late(Duration)
    /// The other server delivered the same name on the same channel with other data: the event
    /// with this number.
    case differs(from: Int)
}

/// A mark, and the number of the event in the merged log that it belongs to.
package struct ComparisonFinding: Hashable, Sendable {
    /// The number of the event.
    let number: Int
    /// How it differs from what the other server has sent.
    let mark: ComparisonMark

    init(_ number: Int, _ mark: ComparisonMark) {
        self.number = number
        self.mark = mark
    }
}

/// What is new in a merged log.
package struct ServersReport: Hashable, Sendable {
    /// The reports, in order, with their numbers in the merged log.
    var events: [ServerEvent]
    /// What a comparison found, also about earlier events.
    var findings: [ComparisonFinding]
    /// Whether the marks of earlier comparisons must be removed first.
    var endsComparison: Bool

    package init(
        events: [ServerEvent] = [], findings: [ComparisonFinding] = [],
        endsComparison: Bool = false
    ) {
        self.events = events
        self.findings = findings
        self.endsComparison = endsComparison
    }
}
