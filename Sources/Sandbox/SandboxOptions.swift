package import Transport

/// How a sandbox listens and behaves.
package struct SandboxOptions: Hashable, Sendable {
    /// The IP address to listen on. Any other than a loopback address lets other machines in.
    package var address = "127.0.0.1"
    /// The TCP port; 0 lets the system choose.
    package var port = 0
    /// With a certificate and key, `wss` and `https` are spoken instead of `ws` and `http`.
    package var tls: TLSServerSettings?
    /// The same seed gives the same bots, prices and socket ids.
    package var seed: UInt64 = 1
    /// Whether bots populate the sandbox; without them it says nothing by itself.
    package var hasBots = true
    /// The one app that is served.
    package var app = SandboxApp.standard
    /// Whether subscribers of channels without members are told how many they are. The hosted
    /// service lets each app choose.
    package var countsSubscriptions = true
    /// Whether `POST /sandbox/faults` is answered; `nil`: on a loopback address only.
    package var takesFaults: Bool?
    /// What clients and publishers may do.
    package var limits = SandboxLimits()
    /// Further host names to be called under.
    package var allowedHosts: [String] = []
    /// Pages that may use the sandbox, as `https://example.test`.
    package var allowedOrigins: [String] = []

    package init() {}

    /// Whether only this machine can connect.
    package var isLoopback: Bool {
        self.address.hasPrefix("127.") || ["::1", "localhost"].contains(self.address)
    }

    /// Whether faults can be asked for over HTTP.
    var offersFaults: Bool { self.takesFaults ?? self.isLoopback }
}
