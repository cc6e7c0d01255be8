package import ChannelsBasics
public import ChannelsFoundation
public import ChannelsProtocol
public import ChannelsRoutes
public import Logging
public import NIOCore

/// The options of a client: the server, authorization, time limits and reconnection. Only
/// the app key and the host have no default. Set the others before creating the client,
/// which copies them.
///
/// ```swift
/// var options = ChannelsOptions(appKey: "app-key", host: .cluster("eu"))
/// options.authMethod = .endpoint(AuthEndpoint(url: "https://example.com/pusher/auth"))
/// options.maximumReconnectDelay = .seconds(60)
/// let client = try ChannelsClient(options)
/// ```
public struct ChannelsOptions: Sendable {
    // MARK: The server

    /// The app key, which is part of the connection's URL. It is public.
    public var appKey: String
    /// The server, and the way to it. If the server closes with 4000, the client switches to TLS.
    public var route: ServerRoute
    /// The TCP port for TLS, if it differs from the route's: for a server that closes with 4000
    /// because it accepts TLS on another port. (`wssPort` in pusher-js.)
    public var tlsPort: Int? = nil
    /// The `Origin` header of the handshake, such as `https://example.com`, for a server that
    /// restricts origins; `nil` to send none.
    public var origin: String? = nil
    /// Additional headers of the handshake, for a server or a proxy that requires them. The
    /// handshake's own headers cannot be set. The values may be secrets and are never shown.
    public var headers: RequestFields = [:]
    /// The event loops for the connection and the requests; `nil` for the process's shared ones.
    /// The client does not shut them down.
    public var eventLoopGroup: (any EventLoopGroup)? = nil
    /// The library's name, sent as `client` in the connection's URL (protocol 7, "WebSocket
    /// connection").
    public var clientName = "buoy-swift"
    /// The version that goes with ``clientName``, sent as `version` in that URL. A server may
    /// close with 4006 unless it is dotted numbers.
    public var clientVersion = ChannelsClient.version

    // MARK: Identity

    /// How private, presence and encrypted channels are authorized. Public channels need
    /// nothing.
    public var authMethod: AuthMethod
    /// How the user is authenticated when the program calls `signIn()`.
    public var userAuthentication: UserAuthMethod = .none

    // MARK: Times and limits

    /// How long the connection may go without receiving or sending anything before a ping is sent.
    /// A shorter timeout from the server takes precedence (protocol 7).
    public var activityTimeout: Duration = .seconds(120)
    /// How long to wait for the answer to a ping. If nothing at all arrives in this time, the
    /// connection counts as lost. If only the pong is missing, a `.pongOverdue` problem is
    /// reported.
    public var pongTimeout: Duration = .seconds(30)
    /// How long attempts may fail before the state becomes `unavailable`. Attempts continue.
    public var unavailableTimeout: Duration = .seconds(10)
    /// The time limit of one attempt, from the name lookup to `pusher:connection_established`.
    /// A policy may set a different limit.
    public var attemptTimeLimit: Duration = .seconds(10)
    /// How long a subscription may wait for the server's answer before `.subscriptionStuck`
    /// reports it. It keeps waiting; `Channel.resubscribe()` tries again.
    public var subscriptionTimeLimit: Duration = .seconds(10)
    /// The maximum number of client events per second; the rest are queued. Protocol 7 allows 10;
    /// use `nil` for a server without a limit.
    public var clientEventLimit: Int? = 10

    // MARK: Data

    /// The decoder for `events(_:as:)`, for example with ISO 8601 dates. A call can override
    /// it.
    public var decoder = JSONDecoder()
    /// The encoder for values sent with `trigger(_:encoding:)`. A call can override it.
    public var encoder = JSONEncoder()

    // MARK: Reconnection

    /// Whether to reconnect immediately when this machine gets an address or a default route, as
    /// with `networkBecameReachable()`.
    public var watchesNetwork = true

    /// Whether `run()` connects without a call to `connect()`, unless `disconnect()` was called
    /// before.
    public var connectsAutomatically = false
    /// The policy that decides when to reconnect. The options below cap this policy, and any policy
    /// set with `setPolicy`.
    public var policy: ReconnectionPolicy
    /// Whether to reconnect when a connection or an attempt ends. `false` replaces ``policy``
    /// with `.never`.
    public var autoReconnect = true
    /// The maximum number of consecutive retries; `nil` for the policy's limit. Must not be
    /// negative.
    public var maximumReconnectAttempts: Int? = nil
    /// The maximum delay before a retry, also after a `Retry-After` from the server; `nil` for
    /// the policy's limit. Less than a second counts as a second; at most a year.
    public var maximumReconnectDelay: Duration? = nil
    /// The base delay of a policy that has one (`.fixed`, `.libPusher`, `.libPusherClassic`); `nil`
    /// for the policy's delay.
    public var reconnectDelay: Duration? = nil

    /// Whether a permanent refusal (`ConnectionEnd.isRefusal`) stops the client, as `stop()` does:
    /// `run()` returns, streams end, and `failure` contains the reason. If `false`, the client
    /// stays in the `failed` state until `connect()` is called, and the program must read
    /// `stateChanges` or `errors`, because nothing is logged without a logger.
    public var stopsWhenRefused = true

    // MARK: Internal

    /// The kind of server, if known: the program's own sandbox.
    package var knownServer: ServerProfile.Kind? = nil
    package var settingWords = SettingWords.library
    /// Set by `ChannelsTracing`.
    package var authorizationObserver: (any AuthorizationObserver)? = nil
    package var logLevels = LogLevels.library
    /// More secrets than the options contain, which a peer might repeat.
    package var moreSecrets: [[UInt8]] = []

    // MARK: Logging

    /// The logger. States, attempts and errors are logged at `debug`, and every protocol message at
    /// `trace`, with `connection.id` and `channel` as metadata. At `notice`, the client logs only
    /// two problems that would otherwise go unnoticed: a permanent failure, and a missing call to
    /// `run()`. If `nil`, only a permanent failure is logged, using a logger labelled `channels`.
    ///
    /// Secrets and event data are never logged. At `trace`, the signed data of presence channels
    /// and users is logged.
    public var logger: Logger? = nil

    /// Creates options for a server, such as one that the HTTP API shares; set the others as
    /// properties.
    /// - Parameters:
    ///   - appKey: the application's public key.
    ///   - route: the server, and the way to it.
    ///   - authMethod: how private and presence channels are authorized.
    ///   - policy: when to reconnect.
    public init(
        appKey: String, route: ServerRoute, authMethod: AuthMethod = .none,
        policy: ReconnectionPolicy = .standard
    ) {
        self.appKey = appKey
        self.route = route
        self.authMethod = authMethod
        self.policy = policy
    }

    /// Creates options with the settings that most programs need; set the others as properties.
    /// - Parameters:
    ///   - appKey: the application's public key.
    ///   - host: a cluster of the hosted service, or a host.
    ///   - port: the TCP port; `nil` for 443 with TLS and 80 without.
    ///   - path: the path before `/app/<key>` in the URL.
    ///   - usesTLS: whether the connection uses TLS.
    ///   - authMethod: how private and presence channels are authorized.
    ///   - policy: when to reconnect.
    public init(
        appKey: String,
        host: ChannelsHost,
        port: Int? = nil,
        path: String = "",
        usesTLS: Bool = true,
        authMethod: AuthMethod = .none,
        policy: ReconnectionPolicy = .standard
    ) {
        self.init(
            appKey: appKey,
            route: ServerRoute(host: host, port: port, path: path, usesTLS: usesTLS),
            authMethod: authMethod, policy: policy)
    }

    package var effectivePolicy: ReconnectionPolicy {
        guard self.autoReconnect else { return .never }
        var policy = self.policy
        if let delay = self.reconnectDelay { policy = policy.withBaseDelay(delay) }
        return self.limiting(policy)
    }

    func limiting(_ policy: ReconnectionPolicy) -> ReconnectionPolicy {
        var policy = policy
        if let gap = self.maximumReconnectDelay { policy = policy.withMaximumDelay(gap) }
        if let attempts = self.maximumReconnectAttempts {
            policy = policy.withMaximumAttempts(attempts)
        }
        return policy
    }
}
