import NIOCore
import NIOPosix

/// Opens TCP connections by name: IPv6 and IPv4 raced as RFC 8305 says, TLS on top where asked.
struct Dialer {
    /// NIO's own limit on one TCP connect. The caller's limits are shorter; this one only makes sure
    /// that nothing stays for ever.
    private static let connectTimeout = TimeAmount.minutes(5)

    let group: any EventLoopGroup

    /// Where and how to connect.
    struct Target {
        var host: String
        var port: Int
        var tls: TLSContext?
    }

    /// Starts to connect, unless the task is cancelled. When TCP (and TLS) stand, `ready` is called on the event loop of the channel,
    /// to install what comes above, before anything is read; any failure ends the attempt.
    func dial<Value: Sendable>(
        _ target: Target, for attempt: Attempt<Value>,
        progress: @escaping @Sendable (ConnectPhase) -> Void,
        ready: @escaping @Sendable (any Channel) throws -> Void
    ) {
        if let trouble = Self.trouble(with: target) {
            attempt.finish(.failure(trouble))
            return
        }
        progress(.resolving)
        self.bootstrap(for: attempt, progress: progress)
            .connect(host: target.host, port: target.port)
            .flatMapErrorThrowing { error in throw Self.error(error, target: target) }
            .flatMap { channel in
                Self.secure(channel, target, attempt, progress).flatMapThrowing {
                    try ready(channel)
                    try channel.syncOptions?.setOption(.autoRead, value: true)
                }
            }
            .whenFailure { error in
                attempt.finish(.failure(TransportError(any: error)))
            }
    }

    /// Why it is not even tried.
    private static func trouble(with target: Target) -> TransportError? {
        guard (1...65_535).contains(target.port), Self.isPlausible(target.host) else {
            return .nameNotResolved(
                host: target.host, cause: "this is no host name and port to connect to")
        }
        return Task.isCancelled ? .cancelled : nil
    }

    private func bootstrap<Value: Sendable>(
        for attempt: Attempt<Value>, progress: @escaping @Sendable (ConnectPhase) -> Void
    ) -> ClientBootstrap {
        ClientBootstrap(group: self.group)
            .connectTimeout(Self.connectTimeout)
            .channelOption(.tcpOption(.tcp_nodelay), value: 1)
            .channelOption(.autoRead, value: false)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    guard attempt.adopt(channel) else { throw TransportError.cancelled }
                    try channel.pipeline.syncOperations.addHandler(
                        ConnectObserver { address in
                            attempt.phase = "connecting to \(address)"
                            progress(.connecting(address))
                        })
                }
            }
    }

    private static func secure<Value: Sendable>(
        _ channel: any Channel, _ target: Target, _ attempt: Attempt<Value>,
        _ progress: @Sendable (ConnectPhase) -> Void
    ) -> EventLoopFuture<Void> {
        guard let context = target.tls else { return channel.eventLoop.makeSucceededVoidFuture() }
        attempt.phase = "waiting for the TLS handshake"
        progress(.securing)
        let secured = channel.eventLoop.makePromise(of: Void.self)
        do {
            let session = try TLSSession(context: context, peerName: target.host)
            try channel.pipeline.syncOperations.addHandler(TLSHandler(session, secured: secured))
            try channel.syncOptions?.setOption(.autoRead, value: true)
        } catch {
            secured.fail(error)
        }
        return secured.futureResult
    }

    /// Keeps control characters, spaces and NUL away from the resolver, the Host header and TLS.
    private static func isPlausible(_ host: String) -> Bool {
        !host.isEmpty && host.utf8.count <= 255
            && host.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "/") }
    }

    private static func error(_ error: any Error, target: Target) -> TransportError {
        guard let trouble = error as? NIOConnectionError else { return TransportError(any: error) }
        if let failure = trouble.connectionErrors.first {
            let addresses = trouble.connectionErrors.map { $0.target.displayText }
            return .connectFailed(
                address: addresses.joined(separator: ", "),
                cause: TransportError.words(failure.error))
        }
        let cause = trouble.dnsAError ?? trouble.dnsAAAAError
        return .nameNotResolved(
            host: target.host, cause: cause.map(TransportError.words) ?? "it has no address")
    }
}

extension SocketAddress {
    /// `127.0.0.1:443`, `[::1]:443`.
    var displayText: String {
        let port = self.port.map(String.init) ?? "?"
        let address = self.ipAddress ?? "?"
        return address.contains(":") ? "[\(address)]:\(port)" : "\(address):\(port)"
    }
}
