package enum ServerTable {
    package static func lines(_ servers: [NamedServer]) -> String {
        let width = servers.map(\.name.count).max() ?? 0
        let places = servers.map(\.address.count).max() ?? 0
        return servers.map { server in
            let name = Self.padded(server.name, to: width)
            guard server.isReadOnly else { return "\(name)  \(server.address)" }
            return "\(name)  \(Self.padded(server.address, to: places))  read-only"
        }.joined(separator: "\n")
    }

    private static func padded(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(width - text.count, 0))
    }
}
