import ChannelsBasics

/// What a client said when it connected: the address it came from, and its request.
struct ProxiedRequest: Hashable, Sendable {
    /// The IP address and port that the client connected from: `10.0.0.7:51234`.
    let peer: String
    /// The app key; empty if the path has none.
    let key: String
    let library: ClientLibrary
    /// The version of the protocol, as the query names it; empty if it does not.
    let protocolVersion: String

    /// Reads a request target: `/app/KEY?client=js&version=8.4.0&protocol=7`. What is missing or
    /// cannot be read is empty.
    /// - Parameters:
    ///   - target: the path and query of the request.
    ///   - peer: the address that the client connected from.
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

    /// An address without the port.
    static func host(of peer: String) -> String {
        peer.lastIndex(of: ":").map { String(peer[..<$0]) } ?? peer
    }

    /// What stays the same when the client connects again.
    var identity: Identity { Identity(host: self.host, key: self.key, library: self.library) }

    /// What stays the same when a client connects again.
    struct Identity: Hashable, Sendable {
        let host: String
        let key: String
        let library: ClientLibrary
    }
}

/// The number of a client, counted from 1.
struct ClientNumber: Hashable, Sendable, Comparable, CustomStringConvertible {
    let value: Int

    init(_ value: Int) { self.value = value }

    static func < (left: ClientNumber, right: ClientNumber) -> Bool {
        left.value < right.value
    }

    var description: String { "\(self.value)" }
}
