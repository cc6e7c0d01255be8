/// A server that speaks the protocol and answers the HTTP API.
public enum ChannelsHost: Hashable, Sendable {
    /// A cluster of the hosted service: `eu`, `us2` and so on.
    case cluster(String)
    /// A host name or an IP address of any server.
    case host(String)
}
