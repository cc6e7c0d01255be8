enum APIAccess: Hashable, Sendable {
    case available(isLocal: Bool)
    /// Which option would help, in a sentence or two.
    case missing(String)
}
