import ChannelsBasics

struct ProxiedRequest: Hashable, Sendable {
    /// The IP address and port that the client connected from: `10.0.0.7:51234`.
    let peer: String
    let key: String
    let library: ClientLibrary
    let protocolVersion: String

    /// Reads a request target: `/app/KEY?client=js&version=8.4.0&protocol=7`. What is missing or
    /// cannot be read is empty.
    init(target: String, peer: String) {
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let path = (parts.first ?? "").split(separator: "/")
        var query: [String: String] = [:]
        for field in (parts.count > 1 ? parts[1] : "").split(separator: "&").prefix(32) {
            let pair = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard pair.count == 2, query[String(pair[0])] == nil else { continue }
            query[String(pair[0])] = PercentEncoding.decodeLeniently(pair[1].utf8)
        }
        let app = path.firstIndex(of: "app").map { path.index(after: $0) }
        self.peer = peer
        self.key = app.flatMap { path.dropFirst($0).first.map { String($0.prefix(80)) } } ?? ""
        self.library = ClientLibrary(
            client: query["client"] ?? "", version: query["version"] ?? "")
        self.protocolVersion = String((query["protocol"] ?? "").prefix(8))
    }

    /// The address without the port, which changes with each connection.
    var host: String { Self.host(of: self.peer) }

    static func host(of peer: String) -> String {
        peer.lastIndex(of: ":").map { String(peer[..<$0]) } ?? peer
    }

    var identity: Identity { Identity(host: self.host, key: self.key, library: self.library) }

    struct Identity: Hashable, Sendable {
        let host: String
        let key: String
        let library: ClientLibrary
    }
}

struct ClientNumber: Hashable, Sendable, Comparable, CustomStringConvertible {
    let value: Int

    init(_ value: Int) { self.value = value }

    static func < (left: ClientNumber, right: ClientNumber) -> Bool {
        left.value < right.value
    }

    var description: String { "\(self.value)" }
}
