/// Whether the HTTP API of the app can be used.
enum APIAccess: Hashable, Sendable {
    /// - Parameter isLocal: whether the server runs on this machine.
    case available(isLocal: Bool)
    /// It cannot; a sentence or two that say which option would help.
    case missing(String)
}
