import ChannelsBasics

package enum ServerTable {
    /// - Parameter chosen: the name to mark.
    package static func lines(_ servers: [NamedServer], chosen: String? = nil) -> String {
        let width = servers.map(\.name.count).max() ?? 0
        let places = servers.map(\.address.count).max() ?? 0
        return servers.map { server in
            let mark = chosen == nil ? "" : server.name == chosen ? "* " : "  "
            let name = mark + server.name.padded(to: width)
            guard server.isReadOnly else { return "\(name)  \(server.address)" }
            return "\(name)  \(server.address.padded(to: places))  read-only"
        }.joined(separator: "\n")
    }
}
