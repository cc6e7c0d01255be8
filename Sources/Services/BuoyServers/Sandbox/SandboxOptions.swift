package import ChannelsTransport

/// The options of a sandbox.
package struct SandboxOptions: Hashable, Sendable {
    /// The IP address to listen on. Other machines can connect unless it is a loopback address.
    package var address = "127.0.0.1"
    /// The TCP port; 0 lets the system choose.
    package var port = 0
    /// The certificate and key for `wss` and `https`; `nil` for `ws` and `http`.
    package var tls: TLSServerSettings?
    /// The seed of the random numbers: the same seed gives the same bots, prices and socket ids.
    package var seed: UInt64 = 1
    /// Whether bots use the sandbox; without them it sends no events by itself.
    package var hasBots = true
    /// The app that the bots use, and that refuses clients without a known key.
    package var main = SandboxApplication()
    /// Further apps, each with its own channels. Their keys and ids are different.
    package var others: [SandboxApplication] = []
    /// Whether `POST /sandbox/faults` is accepted; `nil` for only on a loopback address.
    package var takesFaults: Bool?
    /// Whether it counts what it does, for metrics.
    package var measures = false
    /// Additional host names that requests may use.
    package var allowedHosts: [String] = []
    /// Pages that may use the sandbox, such as `https://example.test`.
    var allowedOrigins: [String] = []

    package init() {}

    /// All apps; the first is the main one.
    var applications: [SandboxApplication] { [self.main] + self.others }

    /// The main app.
    package var app: SandboxApp {
        get { self.main.app }
        set { self.main.app = newValue }
    }

    /// Whether the main app counts subscriptions.
    var countsSubscriptions: Bool {
        get { self.main.countsSubscriptions }
        set { self.main.countsSubscriptions = newValue }
    }

    /// The limits of the main app. `unreadBytes` holds for the clients of all apps.
    package var limits: SandboxLimits {
        get { self.main.limits }
        set { self.main.limits = newValue }
    }

    /// Whether only this machine can connect.
    var isLoopback: Bool {
        self.address.hasPrefix("127.") || ["::1", "localhost"].contains(self.address)
    }

    /// Keeps web pages out.
    var gate: WebPageGate {
        WebPageGate(
            address: self.address, allowedHosts: self.allowedHosts,
            allowedOrigins: self.allowedOrigins)
    }

    /// Whether faults can be requested over HTTP.
    var offersFaults: Bool { self.takesFaults ?? self.isLoopback }
}

/// One app of a sandbox, and its settings: what the hosted service lets each app choose.
package struct SandboxApplication: Hashable, Sendable {
    /// The app's id, key and secret.
    package var app = SandboxApp.standard
    /// The limits for its clients and publishers.
    package var limits = SandboxLimits()
    /// Whether subscribers of channels without members receive the number of subscribers.
    package var countsSubscriptions = true
    /// The receivers of its webhooks.
    package var webhooks: [WebhookTarget] = []
    /// How its webhooks are sent; the kinds are those of each receiver.
    package var webhookOptions = WebhookOptions()

    /// The standard app, with the limits of the hosted service.
    package init() {}
}
