import BuoyTextScreen

struct ConnectionLabels: Hashable, Sendable {
    /// `sandbox`, or the name of a profile or a cluster; empty for none.
    let server: String
    let peer: String
    let isNamed: Bool
    let isReadOnly: Bool
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
