/// What the user asks of several servers in one dashboard.
package enum ServersRequest: Hashable, Sendable {
    /// Focuses the next server or the previous one; the merged log is the last in the list.
    case cycle(Int)
    /// Focuses the server at a place in the list, from 0.
    case show(Int)
    /// Focuses the server with a name, or the merged log by the name `all`.
    case showNamed(String)
    /// Shows the servers side by side, or one at a time; `nil` for the other of the two.
    case arrange(ServersArrangement?)
    /// Merges the logs into one, or shows them apart; `nil` for the other of the two.
    case merge(Bool?)
    /// Compares two servers, or the first two, in the merged log.
    case compare(first: String?, second: String?, window: Duration?)
    /// Starts or ends the comparison.
    case toggleComparison
    case endComparison
    /// Shows what differs between the compared servers: their channels and their events.
    case differences

    /// The name of the merged log among those of servers.
    package static let mergedName = "all"
}

/// How several servers share the screen.
package enum ServersArrangement: String, Hashable, Sendable, CaseIterable {
    /// One at a time.
    case tabs
    /// Side by side, or below each other on a narrow screen.
    case beside
}
