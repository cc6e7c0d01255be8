import ChannelsBasics

package enum ServerTable {
    package static func lines(_ servers: [NamedServer]) -> String {
        let width = servers.map(\.name.count).max() ?? 0
        let places = servers.map(\.address.count).max() ?? 0
        return servers.map { server in
            let name = server.name.padded(to: width)
            guard server.isReadOnly else { return "\(name)  \(server.address)" }
            return "\(name)  \(server.address.padded(to: places))  read-only"
        }.joined(separator: "\n")
    }
}
