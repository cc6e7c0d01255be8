import ChannelsPOSIX
package import NIOCore
import NIOPosix

/// Opens TCP connections by host name, racing IPv6 and IPv4 (RFC 8305), optionally through a
/// proxy and with TLS.
package struct Dialer {
    /// A safeguard; the callers' limits are shorter.
    private static let connectTimeout = TimeAmount.minutes(5)
    /// Reads before data is passed on, up to a megabyte: passing it on wakes a thread, which costs
    /// more than reading.
    private static let readsAtOnce: UInt = 8
    /// Twice NIO's own: each read also tells the peer that there is room, which costs as much as
    /// copying the data. Memory is taken only while reads are this large.
    private static let readSize = 131_072

    let group: any EventLoopGroup
    /// `nil` for the system's, asked again for each attempt.
    var resolver: (any Resolver & Sendable)?
    var link: FaultyLink?
    var usePromised: @Sendable (any Channel) -> Bool = { _ in false }

    package init(
        group: any EventLoopGroup, link: FaultyLink? = nil,
        usePromised: @escaping @Sendable (any Channel) -> Bool = { _ in false }
    ) {
        self.group = group
        self.link = link
        self.usePromised = usePromised
    }

    init(group: any EventLoopGroup, resolver: any Resolver & Sendable) {
        self.init(group: group)
        self.resolver = resolver
    }

    package struct Target {
        var host: String
        var port: Int
        var tls: TLSContext?
        var proxy: Proxy?

        var hop: (host: String, port: Int) {
            (self.proxy?.settings.host ?? self.host, self.proxy?.settings.port ?? self.port)
        }
    }

    struct Proxy {
        var settings: ProxySettings
        var tls: TLSContext?
        var dialogue: any ProxyDialogue
    }

    /// When TCP, tunnel and TLS are established, `ready` installs further handlers on the event
    /// loop before anything is read. Any failure ends the attempt.
    package func dial<Value: Sendable>(
        _ target: Target, for attempt: Attempt<Value>,
        progress: @escaping @Sendable (ConnectPhase) -> Void,
        ready: @escaping @Sendable (any Channel) throws -> Void
    ) {
        if let trouble = self.trouble(with: target) {
            attempt.finish(.failure(trouble))
            return
        }
        progress(.resolving)
        // On the event loop, where nothing arrives between the steps.
        let loop = self.group.next()
        loop.execute { self.connect(target, on: loop, for: attempt, progress, ready) }
    }

    private func connect<Value: Sendable>(
        _ target: Target, on loop: any EventLoop, for attempt: Attempt<Value>,
        _ progress: @escaping @Sendable (ConnectPhase) -> Void,
        _ ready: @escaping @Sendable (any Channel) throws -> Void
    ) {
        // On another thread, a handler could be added only after the peer's first bytes, which
        // would be lost.
        loop.assertInEventLoop()
        self.bootstrap(on: loop, for: attempt, progress: progress)
            .connect(host: target.hop.host, port: target.hop.port)
            .flatMap { channel in
                Self.openTunnel(channel, target, attempt, progress).map { channel }
            }
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

    private func trouble(with target: Target) -> TransportError? {
        guard (1...65_535).contains(target.port), HostName.isPlausible(target.host) else {
            return .nameNotResolved(
                host: target.host, cause: "not a host name and port")
        }
        // Without a descriptor, the resolver would say that the name has no address.
        do throws(TransportError) { try Descriptors.shared.checkOwn() } catch { return error }
        return Task.isCancelled ? .cancelled : nil
    }

    private func bootstrap<Value: Sendable>(
        on loop: any EventLoop, for attempt: Attempt<Value>,
        progress: @escaping @Sendable (ConnectPhase) -> Void
    ) -> ClientBootstrap {
        ClientBootstrap(group: loop)
            .resolver(self.resolver)
            .connectTimeout(Self.connectTimeout)
            .channelOption(.tcpOption(.tcp_nodelay), value: 1)
            .channelOption(.autoRead, value: false)
            .channelOption(.maxMessagesPerRead, value: Self.readsAtOnce)
            .channelOption(
                .recvAllocator,
                value: AdaptiveRecvByteBufferAllocator(
                    minimum: 64, initial: 2048, maximum: Self.readSize)
            )
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    guard attempt.adopt(channel) else { throw TransportError.cancelled }
                    if !self.usePromised(channel) { try Descriptors.shared.take(for: channel) }
                    self.link?.adopt(channel)
                    try channel.pipeline.syncOperations.addHandler(
                        ConnectObserver { address in
                            attempt.phase = "connecting to \(address)"
                            progress(.connecting(address))
                        })
                }
            }
    }

    private static func openTunnel<Value: Sendable>(
        _ channel: any Channel, _ target: Target, _ attempt: Attempt<Value>,
        _ progress: @Sendable (ConnectPhase) -> Void
    ) -> EventLoopFuture<Void> {
        guard let proxy = target.proxy else { return channel.eventLoop.makeSucceededVoidFuture() }
        let address = proxy.settings.address
        attempt.phase = "waiting for the proxy \(address)"
        progress(.tunnelling(address))
        return Self.secure(channel, proxy.tls, host: proxy.settings.host, name: nil).flatMap {
            let established = channel.eventLoop.makePromise(of: Void.self)
            return Self.install(channel, until: established) {
                TunnelHandler(proxy.dialogue, proxy: address, established: established)
            }
        }
    }

    private static func secure<Value: Sendable>(
        _ channel: any Channel, _ target: Target, _ attempt: Attempt<Value>,
        _ progress: @Sendable (ConnectPhase) -> Void
    ) -> EventLoopFuture<Void> {
        if target.tls != nil {
            attempt.phase = "waiting for the TLS handshake"
            progress(.securing)
        }
        return Self.secure(channel, target.tls, host: target.host, name: TLSHandler.name)
    }

    private static func secure(
        _ channel: any Channel, _ context: TLSContext?, host: String, name: String?
    ) -> EventLoopFuture<Void> {
        guard let context else { return channel.eventLoop.makeSucceededVoidFuture() }
        let secured = channel.eventLoop.makePromise(of: Void.self)
        return Self.install(channel, until: secured, name: name) {
            TLSHandler(try TLSSession(context: context, peerName: host), secured: secured)
        }
    }

    private static func install(
        _ channel: any Channel, until done: EventLoopPromise<Void>, name: String? = nil,
        _ handler: () throws -> any ChannelHandler
    ) -> EventLoopFuture<Void> {
        do {
            try channel.pipeline.syncOperations.addHandler(try handler(), name: name)
            try channel.syncOptions?.setOption(.autoRead, value: true)
        } catch {
            done.fail(error)
        }
        return done.futureResult
    }

    /// For failures before the target is reached: with a proxy, the proxy failed.
    private static func error(_ error: any Error, target: Target) -> TransportError {
        let trouble = Self.connectError(error, host: target.hop.host)
        guard let proxy = target.proxy else { return trouble }
        switch trouble {
        case .proxyFailed, .proxySettings, .tlsSettings, .tooManyOpenFiles, .cancelled:
            return trouble
        default: return .proxyFailed(ProxyFailure(proxy: proxy.settings.address, trouble))
        }
    }

    private static func connectError(_ error: any Error, host: String) -> TransportError {
        guard let trouble = error as? NIOConnectionError else { return TransportError(any: error) }
        if let failure = trouble.connectionErrors.first {
            if case .tooManyOpenFiles(let shortage) = TransportError(any: failure.error) {
                return .tooManyOpenFiles(shortage)
            }
            let addresses = trouble.connectionErrors.map { $0.target.displayText }
            return .connectFailed(
                address: addresses.joined(separator: ", "),
                cause: TransportError.words(failure.error),
                isRefused: (failure.error as? IOError)?.errnoCode == ECONNREFUSED)
        }
        let cause = trouble.dnsAError ?? trouble.dnsAAAAError
        return .nameNotResolved(
            host: host, cause: cause.map(TransportError.words) ?? "the name has no address")
    }
}

/// Reports the address that a channel is about to connect to. Racing channels have one each.
final class ConnectObserver: ChannelOutboundHandler {
    typealias OutboundIn = ByteBuffer

    /// Released once called, as the channel may live much longer.
    private var observe: ((String) -> Void)?

    init(_ observe: @escaping (String) -> Void) {
        self.observe = observe
    }

    func connect(
        context: ChannelHandlerContext, to address: SocketAddress, promise: EventLoopPromise<Void>?
    ) {
        self.observe?(address.displayText)
        self.observe = nil
        context.connect(to: address, promise: promise)
    }
}
