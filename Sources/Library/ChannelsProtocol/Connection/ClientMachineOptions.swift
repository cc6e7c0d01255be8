package import ChannelsBasics

/// What a client's state machine has to know from the start.
package struct ClientMachineOptions: Sendable {
    /// The host and port, for display: `127.0.0.1:6001`.
    var address: String
    /// The host and port of TLS connections, for display, if they differ.
    package var tlsAddress: String?
    /// Whether the first attempt uses TLS. A server may ask for it later (4000).
    var usesTLS: Bool
    /// How long the connection may be idle before a ping; the server may shorten it.
    var activityTimeout: Duration
    /// How long a ping may go unanswered.
    var pongTimeout: Duration
    /// How long no attempt may succeed before the state becomes `unavailable`.
    package var unavailableTimeout: Duration
    /// The time limit of a whole attempt, up to `pusher:connection_established`.
    var attemptTimeLimit: Duration
    var policy: ReconnectionPolicy
    /// How long a subscription may wait for an answer before it is reported as stuck.
    package var subscriptionTimeLimit: Duration = .seconds(10)
    /// How long a sign-in may wait for its answer. Many servers do not support it and never answer.
    var signInTimeLimit: Duration = .seconds(10)
    /// How long events of an encrypted channel wait for a new key.
    package var decryptionTimeLimit: Duration = .seconds(10)
    /// The maximum number of client events per second (protocol 7: 10); `nil` for no limit.
    package var clientEventLimit: Int? = 10
    /// The host name of the server as the user gave it; it may tell which service it is.
    package var host: String?
    /// The kind of server, if known in advance: the program's own sandbox.
    package var knownServer: ServerProfile.Kind?
    /// Whether the client is only watched: its subscriptions start when it sends them, and its
    /// encrypted events are passed on as they are.
    package var isObserving = false
    /// How advice names the client's settings.
    package var settingWords = SettingWords.library
    /// Decrypts the events of encrypted channels.
    package var opener: EventOpener = { _, _ in .failure(.noKey) }

    package init(
        address: String, tlsAddress: String? = nil, usesTLS: Bool = false,
        activityTimeout: Duration = .seconds(120), pongTimeout: Duration = .seconds(30),
        unavailableTimeout: Duration = .seconds(10), attemptTimeLimit: Duration = .seconds(10),
        policy: ReconnectionPolicy = .standard
    ) {
        self.address = address
        self.tlsAddress = tlsAddress
        self.usesTLS = usesTLS
        self.activityTimeout = activityTimeout
        self.pongTimeout = pongTimeout
        self.unavailableTimeout = unavailableTimeout
        self.attemptTimeLimit = attemptTimeLimit
        self.policy = policy
    }

    /// The address for display: `ws://host:port`, without the path and the app key.
    func displayedAddress(tls: Bool) -> String {
        tls ? "wss://\(self.tlsAddress ?? self.address)" : "ws://\(self.address)"
    }
}
