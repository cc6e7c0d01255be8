package struct ServerMenu: Hashable, Sendable {
    package struct Row: Hashable, Sendable {
        package let name: String
        package let detail: String
    }

    package let rows: [Row]
    /// The server that is watched; `nil` for one that is not in the menu.
    package let current: String?

    package init(_ servers: [NamedServer] = [], current: String? = nil) {
        self.rows = servers.map {
            Row(name: $0.name, detail: $0.isReadOnly ? "\($0.address), read-only" : $0.address)
        }
        self.current = current
    }

    package var names: [String] { self.rows.map(\.name) }
}
