/// A server that speaks the protocol and answers the HTTP API.
@nonexhaustive
public enum ChannelsHost: Hashable, Sendable {
    /// A cluster of the hosted service: `eu`, `us2` and so on.
    case cluster(String)
    /// A host name or an IP address of any server.
    case host(String)
}

extension ChannelsHost {
    /// The name or address to connect to.
    package var name: String {
        switch self {
        case .cluster(let cluster): "ws-\(cluster).pusher.com"
        case .host(let host): host
        }
    }

    /// The name or address of the HTTP API.
    package var apiName: String {
        switch self {
        case .cluster(let cluster): "api-\(cluster).pusher.com"
        case .host(let host): host
        }
    }
}
