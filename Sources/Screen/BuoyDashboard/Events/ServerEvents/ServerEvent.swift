package import BuoyTextScreen
package import ChannelsProtocol

package struct ServerEvent: Hashable, Sendable {
    /// From 0.
    package let server: Int
    /// In a combined log, its number is that of the combined log.
    package var event: ClientReport

    init(_ event: ClientReport, from server: Int) {
        self.server = server
        self.event = event
    }
}

package struct ServerLabel: Hashable, Sendable {
    package let name: String
    let text: SafeText
    let role: Role

    init(_ name: String, _ role: Role) {
        self.name = name
        self.text = SafeText(sanitizing: name, limit: 120)
        self.role = role
    }

    /// Servers without a role get the next of the six channel colours.
    package static func all(_ servers: [(name: String, role: Role?)]) -> [ServerLabel] {
        servers.enumerated().map { index, server in
            ServerLabel(server.name, server.role ?? Role.accents[index % Role.accents.count])
        }
    }

    package static func all(_ names: [String]) -> [ServerLabel] {
        self.all(names.map { (name: $0, role: nil) })
    }
}

enum ComparisonMark: Hashable, Sendable {
    case onlyHere
    case late(Duration)
    /// The event of the other server, with the same channel and name.
    case differs(from: Int)
}

package struct ComparisonFinding: Hashable, Sendable {
    let number: Int
    let mark: ComparisonMark

    init(_ number: Int, _ mark: ComparisonMark) {
        self.number = number
        self.mark = mark
    }
}

package struct ServersReport: Hashable, Sendable {
    var events: [ServerEvent]
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
