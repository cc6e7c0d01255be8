package import NIOCore
import NIOPosix

/// A listening socket and its accepted connections. Every server of this package accepts its
/// clients here, so all follow the same limits.
package final class Listener: Sendable {
    package struct Options: Sendable {
        /// An IP address without brackets, or `localhost` for 127.0.0.1.
        var address: String
        var port: Int
        /// A further connection replaces the one that has waited longest, or is closed at once if
        /// none waits. Fewer if descriptors are short.
        var connections: Int
        var requestBytes = Int.max
        /// Whether each client needs a second connection, to the server behind the proxy.
        package var forwards = false
        /// Whether a client may end its side and still receive.
        package var allowsHalfClosure = false
        /// `nil` for as many handshakes as come.
        var pace: HandshakePace?

        package init(address: String, port: Int, connections: Int) {
            self.address = address
            self.port = port
            self.connections = connections
        }
    }

    package typealias Prepare =
        @Sendable (any Channel, Int, ServerConnections) -> EventLoopFuture<Void>

    let address: String
    package let port: Int
    let connections: ServerConnections
    private let channel: any Channel

    /// - Parameter prepare: nothing is read before its future is fulfilled.
    package static func listen(
        _ options: Options, prepare: @escaping Prepare
    ) async throws(TransportError) -> Listener {
        let ip = options.address == "localhost" ? "127.0.0.1" : options.address
        let shown = ip.contains(":") ? "[\(ip)]:\(options.port)" : "\(ip):\(options.port)"
        guard (0...65_535).contains(options.port),
            let address = try? SocketAddress(ipAddress: ip, port: options.port)
        else { throw .listenFailed(address: shown, cause: "not an IP address and port") }
        let connections = ServerConnections(
            limit: options.connections, requestBytes: options.requestBytes,
            cost: options.forwards ? 2 : 1)
        do {
            let channel = try await Self.bootstrap(options, connections, prepare)
                .bind(to: address).get()
            return Listener(channel, ip, connections)
        } catch {
            throw .listenFailed(address: shown, cause: TransportError.words(error))
        }
    }

    private static func bootstrap(
        _ options: Options, _ connections: ServerConnections, _ prepare: @escaping Prepare
    ) -> ServerBootstrap {
        let acceptedAtOnce = options.pace == nil ? AcceptingHandler.acceptedAtOnce : UInt(1)
        return ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.backlog, value: CInt(options.pace?.backlog ?? 1024))
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .serverChannelOption(.maxMessagesPerRead, value: acceptedAtOnce)
            .serverChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    if let pace = options.pace { try pipeline.addHandler(HandshakePacer(pace)) }
                    try pipeline.addHandler(AcceptingHandler(connections))
                }
            }
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .childChannelOption(.allowRemoteHalfClosure, value: options.allowsHalfClosure)
            .childChannelInitializer { channel in
                guard let number = connections.number(of: channel) else {
                    return channel.eventLoop.makeFailedFuture(
                        TransportError.closed("it was closed to make room"))
                }
                return prepare(channel, number, connections)
            }
    }

    private init(_ channel: any Channel, _ address: String, _ connections: ServerConnections) {
        self.channel = channel
        self.address = address
        self.connections = connections
        self.port = channel.localAddress?.port ?? 0
    }

    deinit {
        self.channel.close(promise: nil)
    }

    func stopListening() async {
        self.channel.close(promise: nil)
        // The close future never fails.
        try? await self.channel.closeFuture.get()
    }

    /// Also ends all connections, and waits until the handler's calls have returned.
    package func close() async {
        await self.stopListening()
        await self.connections.closeAll()
    }
}
