import NIOCore
import NIOPosix

/// Opens WebSocket connections over NIO's sockets, with TLS by the system's OpenSSL.
package struct NIOWebSocketConnector: WebSocketConnector {
    private let dialer: Dialer

    /// Runs on the event loops that the whole process shares.
    package init() {
        self.dialer = Dialer(group: MultiThreadedEventLoopGroup.singleton)
    }

    package func connect(
        to endpoint: WebSocketEndpoint, progress: @escaping @Sendable (ConnectPhase) -> Void
    ) async throws(TransportError) -> any WebSocketConnection {
        let handshake = try WebSocketHandshake(endpoint)
        let target = try Dialer.Target(host: endpoint.host, port: endpoint.port, tls: endpoint.tls)
        let attempt = Attempt<NIOWebSocketConnection>()
        let limits = endpoint.limits
        self.dialer.dial(target, for: attempt, progress: progress) { channel in
            attempt.phase = "waiting for the answer to the upgrade request"
            progress(.upgrading)
            try channel.pipeline.syncOperations.addHandler(
                UpgradeRequestHandler(handshake, limits: limits, attempt: attempt))
        }
        return try await attempt.wait()
    }
}

extension Dialer.Target {
    init(host: String, port: Int, tls: TLSClientSettings?) throws(TransportError) {
        self.host = host
        self.port = port
        if let tls { self.tls = try TLSContext(tls) }
    }
}
