package import ChannelsBasics

package struct ClientMachineOptions: Sendable {
    /// For display: `127.0.0.1:6001`.
    var address: String
    package var tlsAddress: String?
    /// The first attempt's; a server may ask for TLS later (4000).
    var usesTLS: Bool
    /// Idle time before a ping; the server may shorten it.
    var activityTimeout: Duration
    var pongTimeout: Duration
    /// How long no attempt may succeed before the state becomes `unavailable`.
    package var unavailableTimeout: Duration
    /// Up to `pusher:connection_established`.
    var attemptTimeLimit: Duration
    var policy: ReconnectionPolicy
    package var subscriptionTimeLimit: Duration = .seconds(10)
    /// Many servers do not support sign-in and never answer.
    var signInTimeLimit: Duration = .seconds(10)
    package var decryptionTimeLimit: Duration = .seconds(10)
    /// Per second (protocol 7: 10); `nil` for none.
    package var clientEventLimit: Int? = 10
    package var host: String?
    package var knownServer: ServerProfile.Kind?
    /// A watched client: its subscriptions start when it sends them, and its encrypted events are
    /// passed on as they are.
    package var isObserving = false
    /// How advice names the client's settings.
    package var settingWords = SettingWords.library
    /// Hides secrets in what peers say.
    package var mask = SecretMask()
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

    /// `ws://host:port`, without the path and the app key.
    func displayedAddress(tls: Bool) -> String {
        tls ? "wss://\(self.tlsAddress ?? self.address)" : "ws://\(self.address)"
    }
}
