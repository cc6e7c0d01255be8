import ChannelsBasics

extension HostName {
    /// What to do about a name that cannot be resolved.
    static func advice(about host: String, in words: SettingWords) -> String {
        let name = host.lowercased()
        if let cluster = Self.cluster(in: name), Self.isUnknownCluster(host) {
            return "There is no cluster \"\(cluster)\": \(words.useCluster) one of "
                + "\(Self.clusters.joined(separator: ", "))."
        }
        guard Self.isContainer(name) else { return "Check the name and the network." }
        return "\"\(host)\" looks like a Docker service, which only containers can resolve. "
            + "For this machine and for pages, publish its port and \(words.useLocalhost)."
    }

    static func isUnknownCluster(_ host: String) -> Bool {
        Self.cluster(in: host.lowercased()).map { !Self.clusters.contains($0) } ?? false
    }

    /// Compose's names have no domain; Sail's has one that no server knows.
    private static func isContainer(_ name: String) -> Bool {
        if ["laravel.test", "host.docker.internal"].contains(name) { return true }
        return name != "localhost" && !name.contains(".") && !name.contains(":")
    }

    /// pusher.com/docs/channels/miscellaneous/clusters
    private static let clusters = [
        "mt1", "us2", "us3", "eu", "ap1", "ap2", "ap3", "ap4", "sa1",
    ]

    /// `eu` in `ws-eu.pusher.com` and `api-eu.pusher.com`.
    private static func cluster(in name: String) -> String? {
        let domain = ".pusher.com"
        guard name.hasSuffix(domain),
            let start = ["ws-", "api-"].first(where: name.hasPrefix)
        else { return nil }
        return String(name.dropFirst(start.count).dropLast(domain.count))
    }
}
