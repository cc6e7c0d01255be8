package enum ServersRequest: Hashable, Sendable {
    /// The combined log is the last in the list.
    case cycle(Int)
    /// From 0.
    case show(Int)
    /// `all` is the combined log.
    case showNamed(String)
    /// `nil` for the other of the two.
    case arrange(ServersArrangement?)
    /// `nil` for the other of the two.
    case merge(Bool?)
    /// Without names, the first two servers.
    case compare(first: String?, second: String?, window: Duration?)
    case toggleComparison
    case endComparison
    case differences

    package static let mergedName = "all"
}

package enum ServersArrangement: String, Hashable, Sendable, CaseIterable {
    case tabs
    case beside
}
