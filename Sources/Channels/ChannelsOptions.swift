public import ChannelsProtocol
public import Logging

/// How a client connects.
public struct ChannelsOptions: Sendable {
    /// The application's public key.
    public var key: String
    /// The server.
    public var host: ChannelsHost
    /// TCP port; `nil` is 443 with TLS and 80 without.
    public var port: Int?
    /// What stands before `/app` in the path, for a server behind a prefix: empty, or starting
    /// with `/`.
    public var path: String
    /// Whether to speak TLS. A server that closes with 4000 makes the client switch to it.
    public var usesTLS: Bool
    /// A PEM file with the certificates to trust instead of the system's.
    public var authorityFile: String?
    /// How private and presence channels are authorized.
    public var authMethod: AuthMethod
    /// A ping goes out when nothing was received, or nothing sent, for this long. The server's own
    /// timeout holds when it is shorter (protocol 7).
    public var activityTimeout: Duration
    /// How long a pong may take.
    public var pongTimeout: Duration
    /// How long attempts may fail before the state becomes `unavailable`.
    public var unavailableTimeout: Duration
    /// The limit on one attempt: from the start of TCP to `pusher:connection_established`.
    public var attemptTimeLimit: Duration
    /// When to try again, and when to give up.
    public var policy: ReconnectionPolicy
    /// The `client` and `version` parameters of the connection's URL.
    public var clientName: String
    public var clientVersion: String
    /// Where to log states, troubles and, at debug, every step; off by default. Neither secrets nor
    /// the data of events are logged.
    public var logger: Logger?

    public init(
        key: String,
        host: ChannelsHost,
        port: Int? = nil,
        path: String = "",
        usesTLS: Bool = true,
        authMethod: AuthMethod = .none,
        policy: ReconnectionPolicy = .standard
    ) {
        self.key = key
        self.host = host
        self.port = port
        self.path = path
        self.usesTLS = usesTLS
        self.authorityFile = nil
        self.authMethod = authMethod
        self.activityTimeout = .seconds(120)
        self.pongTimeout = .seconds(30)
        self.unavailableTimeout = .seconds(10)
        self.attemptTimeLimit = .seconds(10)
        self.policy = policy
        self.clientName = "buoy-swift"
        self.clientVersion = ChannelsClient.version
        self.logger = nil
    }
}

/// The server to connect to.
public enum ChannelsHost: Hashable, Sendable {
    /// A cluster of the hosted service (`eu`, `us2`, …): `ws-<cluster>.pusher.com`.
    case cluster(String)
    /// A host name or an IP address of any server that speaks the protocol.
    case host(String)

    /// The name or address to connect to.
    public var name: String {
        switch self {
        case .cluster(let cluster): "ws-\(cluster).pusher.com"
        case .host(let host): host
        }
    }
}
