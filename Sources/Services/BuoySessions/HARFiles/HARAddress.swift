struct HARAddress: Hashable, Sendable {
    /// `host:port`, also with the usual port.
    let host: String
    let usesTLS: Bool
    let appKey: String

    /// Reads a URL such as `wss://ws-eu.pusher.com/app/KEY?protocol=7`; proxies write `https` for
    /// `wss`.
    init?(_ url: String) {
        guard let mark = url.firstRange(of: "://") else { return nil }
        switch url[..<mark.lowerBound].lowercased() {
        case "wss", "https": self.usesTLS = true
        case "ws", "http": self.usesTLS = false
        default: return nil
        }
        let rest = url[mark.upperBound...].prefix { $0 != "?" && $0 != "#" }
        let parts = rest.split(separator: "/", omittingEmptySubsequences: false)
        guard let authority = parts.first?.split(separator: "@").last,
            let app = parts.dropFirst().firstIndex(of: "app"), app + 1 < parts.count,
            !parts[app + 1].isEmpty
        else { return nil }
        let hasPort = authority.last { $0 == ":" || $0 == "]" } == ":"
        let host = String(authority.prefix(260))
        self.host = hasPort ? host : "\(host):\(self.usesTLS ? 443 : 80)"
        self.appKey = String(parts[app + 1].prefix(80))
    }

    var text: String { "\(self.usesTLS ? "wss" : "ws")://\(self.host)" }
}
