internal import HTTPService
package import Transport

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
    /// The app that is served.
    package var app = SandboxApp.standard
    /// Whether subscribers of channels without members receive the number of subscribers. The
    /// hosted service lets each app choose.
    package var countsSubscriptions = true
    /// Whether `POST /sandbox/faults` is accepted; `nil` for only on a loopback address.
    package var takesFaults: Bool?
    /// The limits for clients and publishers.
    package var limits = SandboxLimits()
    /// Additional host names that requests may use.
    package var allowedHosts: [String] = []
    /// Pages that may use the sandbox, such as `https://example.test`.
    package var allowedOrigins: [String] = []

    package init() {}

    /// Whether only this machine can connect.
    package var isLoopback: Bool {
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
