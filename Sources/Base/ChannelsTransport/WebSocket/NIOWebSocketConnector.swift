package import NIOCore
import NIOPosix

package struct NIOWebSocketConnector: WebSocketConnector {
    private let dialer: Dialer

    package init(on group: (any EventLoopGroup)? = nil, link: FaultyLink? = nil) {
        self.init(Dialer(group: group ?? MultiThreadedEventLoopGroup.singleton, link: link))
    }

    init(_ dialer: Dialer) {
        self.dialer = dialer
    }

    package func connect(
        to endpoint: WebSocketEndpoint, progress: @escaping @Sendable (ConnectPhase) -> Void
    ) async throws(TransportError) -> any WebSocketConnection {
        let handshake = try WebSocketHandshake(endpoint)
        let target = try Dialer.Target(endpoint.origin)
        let attempt = Attempt<NIOWebSocketConnection>()
        let (limits, proxy) = (endpoint.limits, endpoint.origin.proxy?.address)
        self.dialer.dial(target, for: attempt, progress: progress) { channel in
            attempt.phase = "waiting for the response to the upgrade request"
            progress(.upgrading)
            try channel.pipeline.syncOperations.addHandler(
                UpgradeRequestHandler(
                    handshake, limits: limits, proxy: proxy, attempt: attempt))
        }
        return try await attempt.wait()
    }
}

extension Dialer.Target {
    package init(_ origin: HTTPOrigin) throws(TransportError) {
        self.host = origin.host
        self.port = origin.port
        if let tls = origin.tls { self.tls = try TLSContext(tls) }
        if let proxy = origin.proxy {
            self.proxy = Dialer.Proxy(
                settings: proxy, tls: proxy.kind == .https ? try TLSContext(proxy.tls) : nil,
                dialogue: try proxy.dialogue(host: origin.host, port: origin.port))
        }
    }
}
