/// The servers to choose from while the program runs.
package struct ServerMenu: Hashable, Sendable {
    package struct Row: Hashable, Sendable {
        /// The name of the server.
        package let name: String
        /// Where it is, and whether it is read-only.
        package let detail: String
    }

    /// The servers, in the order of the configuration.
    package let rows: [Row]
    /// The name of the one that is watched; `nil` for another one.
    package let current: String?

    /// Creates a menu; empty by default.
    package init(_ servers: [NamedServer] = [], current: String? = nil) {
        self.rows = servers.map {
            Row(name: $0.name, detail: $0.isReadOnly ? "\($0.address), read-only" : $0.address)
        }
        self.current = current
    }

    /// The names, for completion.
    package var names: [String] { self.rows.map(\.name) }
}
