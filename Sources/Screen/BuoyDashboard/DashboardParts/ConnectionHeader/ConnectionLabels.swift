import BuoyTextScreen

/// What the header says besides what the client reports.
struct ConnectionLabels: Hashable, Sendable {
    /// The name of the server: `sandbox`, or that of a profile or a cluster. Empty for none.
    let server: String
    /// The address of another program whose connection is shown; empty for none.
    let peer: String
    /// Whether the server was named by the user, so that its name is always shown.
    let isNamed: Bool
    /// Whether nothing may be done that changes the server.
    let isReadOnly: Bool
    /// The role of the first line; `nil` for that of the header.
    let line: Role?

    init(
        server: String, peer: String = "", isNamed: Bool = false, isReadOnly: Bool = false,
        line: Role? = nil
    ) {
        self.server = server
        self.peer = peer
        self.isNamed = isNamed
        self.isReadOnly = isReadOnly
        self.line = line
    }
}
