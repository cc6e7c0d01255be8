package import ChannelsTransport

package struct SandboxOptions: Hashable, Sendable {
    /// The IP address to listen on. Other machines can connect unless it is a loopback address.
    package var address = "127.0.0.1"
    package var port = 0
    /// The certificate and key for `wss` and `https`; `nil` for `ws` and `http`.
    package var tls: TLSServerSettings?
    /// The seed of the random numbers: the same seed gives the same bots, prices and socket ids.
    package var seed: UInt64 = 1
    package var hasBots = true
    /// The app that the bots use, and that refuses clients without a known key.
    package var main = SandboxApplication()
    /// Each has its own channels; keys and ids must differ.
    package var others: [SandboxApplication] = []
    /// Whether `POST /sandbox/faults` is accepted; `nil` for only on a loopback address.
    package var takesFaults: Bool?
    package var measures = false
    package var allowedHosts: [String] = []
    /// Origins of pages, such as `https://example.test`.
    var allowedOrigins: [String] = []

    package init() {}

    var applications: [SandboxApplication] { [self.main] + self.others }

    package var app: SandboxApp {
        get { self.main.app }
        set { self.main.app = newValue }
    }

    var countsSubscriptions: Bool {
        get { self.main.countsSubscriptions }
        set { self.main.countsSubscriptions = newValue }
    }

    /// `unreadBytes` and `pace` apply to the clients of all apps.
    package var limits: SandboxLimits {
        get { self.main.limits }
        set { self.main.limits = newValue }
    }

    var isLoopback: Bool {
        self.address.hasPrefix("127.") || ["::1", "localhost"].contains(self.address)
    }

    var gate: WebPageGate {
        WebPageGate(
            address: self.address, allowedHosts: self.allowedHosts,
            allowedOrigins: self.allowedOrigins)
    }

    var offersFaults: Bool { self.takesFaults ?? self.isLoopback }
}

/// One app of a sandbox, and its settings: what the hosted service lets each app choose.
package struct SandboxApplication: Hashable, Sendable {
    package var app = SandboxApp.standard
    package var limits = SandboxLimits()
    /// Whether subscribers of channels without members receive the number of subscribers.
    package var countsSubscriptions = true
    package var webhooks: [WebhookTarget] = []
    package var webhookOptions = WebhookOptions()

    package init() {}
}
