public import ChannelsProtocol
public import Logging

/// How a client connects.
public struct ChannelsOptions: Sendable {
    // MARK: The server

    /// The application's public key.
    public var key: String
    /// The server.
    public var host: ChannelsHost
    /// TCP port; `nil` is 443 with TLS and 80 without.
    public var port: Int?
    /// TCP port of connections with TLS, where it is another one than `port`: for a server that closes
    /// with 4000, as it takes TLS on that port only. (`wssPort` of pusher-js.)
    public var tlsPort: Int? = nil
    /// What stands before `/app` in the path, for a server behind a prefix: empty, or starting
    /// with `/`.
    public var path: String
    /// Whether to speak TLS. A server that closes with 4000 makes the client switch to it.
    public var usesTLS: Bool
    /// A PEM file with the certificates to trust instead of the system's.
    public var authorityFile: String? = nil
    /// A PEM file with the certificate (and those of its authorities) to show to a server that asks
    /// for one.
    public var clientCertificateFile: String? = nil
    /// A PEM file with the key of that certificate, without a passphrase; `nil` looks for it in the
    /// file of the certificate.
    public var clientKeyFile: String? = nil
    /// How to get out of here: to the server, and to the authorization endpoints.
    public var proxy: ProxyChoice = .environment
    /// The `client` and `version` parameters of the connection's URL.
    public var clientName = "buoy-swift"
    public var clientVersion = ChannelsClient.version

    // MARK: Who we are

    /// How private and presence channels are authorized.
    public var authMethod: AuthMethod
    /// How a user is authenticated for `signIn()`.
    public var userAuthentication: UserAuthMethod = .none

    // MARK: Times and limits

    /// A ping goes out when nothing was received, or nothing sent, for this long. The server's own
    /// timeout holds when it is shorter (protocol 7).
    public var activityTimeout: Duration = .seconds(120)
    /// How long a pong may take.
    public var pongTimeout: Duration = .seconds(30)
    /// How long attempts may fail before the state becomes `unavailable`.
    public var unavailableTimeout: Duration = .seconds(10)
    /// The limit on one attempt: from the start of TCP to `pusher:connection_established`. A policy
    /// may set its own.
    public var attemptTimeLimit: Duration = .seconds(10)
    /// How long a subscription may wait for its answer before it is told as stuck.
    public var subscriptionTimeLimit: Duration = .seconds(10)
    /// The most client events in a second; those past it wait for their turn. Protocol 7 allows 10;
    /// `nil` is for a server that allows any number.
    public var clientEventLimit: Int? = 10

    // MARK: Reconnection

    /// Whether to try at once when this machine gets an address or a default route, as
    /// `networkBecameReachable()` does.
    public var watchesNetwork = true

    /// Whether `run()` connects by itself, without `connect()`.
    public var connectsAutomatically = false
    /// When to try again, and when to give up.
    public var policy: ReconnectionPolicy
    /// Whether to try again at all.
    public var autoReconnect = true
    /// The most retries in a row; `nil` leaves it to the policy.
    public var reconnectAttemptsMax: Int? = nil
    /// The longest delay before a retry; `nil` leaves it to the policy.
    public var maxReconnectGap: Duration? = nil
    /// The base delay of a policy that has one (`.fixed`, `.libPusher`, `.libPusherClassic`); `nil`
    /// leaves it to the policy.
    public var reconnectDelay: Duration? = nil

    // MARK: The program's own

    /// Who the server is, when the program knows: its own sandbox.
    package var knownServer: ServerProfile.Kind? = nil

    // MARK: Logging

    /// Where to log states, troubles and, at debug, every message of the protocol; off by default.
    /// Neither secrets nor the data of events are logged; at debug, what is signed for presence
    /// channels and users is.
    public var logger: Logger? = nil

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
        self.authMethod = authMethod
        self.policy = policy
    }

    /// The policy with what the other options say about it.
    var effectivePolicy: ReconnectionPolicy {
        guard self.autoReconnect else { return .never }
        var policy = self.policy
        if let delay = self.reconnectDelay { policy = policy.withDelay(delay) }
        if let gap = self.maxReconnectGap { policy = policy.capped(at: gap) }
        if let attempts = self.reconnectAttemptsMax {
            policy = policy.limited(toAttempts: attempts)
        }
        return policy
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

/// Which proxy to connect through.
public enum ProxyChoice: Hashable, Sendable {
    /// None.
    case none
    /// The one that the environment names: `HTTPS_PROXY` (for `wss` and `https`), `http_proxy`,
    /// `ALL_PROXY`, save for the hosts of `NO_PROXY` and this machine.
    case environment
    /// `http://`, `https://` or `socks5://`, with `user:password@` where it asks for a login; for
    /// every host. It may hold a password: it is never shown.
    case url(String)
}

extension ProxyChoice: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Without the URL, which may hold a password.
    public var description: String {
        switch self {
        case .none: "no proxy"
        case .environment: "the proxy of the environment"
        case .url: "a proxy"
        }
    }
    /// The same.
    public var debugDescription: String { self.description }
    /// Without children, so that `dump` does not show it either.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
