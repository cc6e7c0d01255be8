/// What a client's machine has to know from the start.
package struct ClientMachineOptions: Sendable {
    /// Host and port, for display: `127.0.0.1:6001`.
    package var address: String
    /// Host and port of TLS connections, for display, where they are others.
    package var tlsAddress: String?
    /// Whether the first attempt uses TLS. A server may ask for it later (4000).
    package var usesTLS: Bool
    /// How long the connection may be idle before a ping; the server may shorten it.
    package var activityTimeout: Duration
    /// How long a ping may go unanswered.
    package var pongTimeout: Duration
    /// How long no attempt may succeed before the connection counts as unavailable.
    package var unavailableTimeout: Duration
    /// The limit on a whole attempt, up to `pusher:connection_established`.
    package var attemptTimeLimit: Duration
    package var policy: ReconnectionPolicy

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

    /// The address as it is told: `ws://host:port`, without the path and the key.
    package func displayedAddress(tls: Bool) -> String {
        tls ? "wss://\(self.tlsAddress ?? self.address)" : "ws://\(self.address)"
    }
}
