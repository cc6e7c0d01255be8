import NIOCore
import NIOPosix
import Synchronization

@testable import ChannelsTransport

/// A proxy that a test plays: a script answers what the client says, until it opens the tunnel.
final class ScriptedProxy: Sendable {
    /// What the proxy does about what the client has said since its last move.
    enum Move: Sendable {
        /// Wait for more.
        case wait
        case say([UInt8])
        /// Connect to a port of 127.0.0.1, say this, and carry bytes both ways.
        case open(port: Int, saying: [UInt8])
        /// Say this and end the connection.
        case end([UInt8])
    }

    typealias Script = @Sendable (_ heard: [UInt8], _ move: Int) -> Move

    /// What clients said in each move, as text.
    var heard: [String] { self.log.withLock { $0.map { String(decoding: $0, as: UTF8.self) } } }
    /// The same, as bytes.
    var heardBytes: [[UInt8]] { self.log.withLock { $0 } }
    var port: Int { self.channel.localAddress?.port ?? 0 }

    private let log: Log
    private let channel: any Channel

    init(context: TLSContext? = nil, _ script: @escaping Script) async throws {
        let log = Log()
        self.log = log
        self.channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    if let context {
                        let session = try TLSSession(context: context, peerName: "client")
                        let secured = channel.eventLoop.makePromise(of: Void.self)
                        try pipeline.addHandler(TLSHandler(session, secured: secured))
                    }
                    try pipeline.addHandler(ProxyPeer(script, log))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
    }

    deinit { self.channel.close(promise: nil) }

    func settings(
        _ kind: ProxySettings.Kind, credentials: ProxySettings.Credentials? = nil,
        tls: TLSClientSettings = TLSClientSettings()
    ) -> ProxySettings {
        ProxySettings(
            kind: kind, host: "127.0.0.1", port: self.port, credentials: credentials, tls: tls)
    }

    /// An HTTP proxy that answers a request with this head; a 200 leads to the port.
    static func http(
        _ answer: String = "HTTP/1.1 200 Connection established\r\n\r\n", to port: Int,
        context: TLSContext? = nil
    ) async throws -> ScriptedProxy {
        try await ScriptedProxy(context: context) { heard, _ in
            guard heard.suffix(4).elementsEqual("\r\n\r\n".utf8) else { return .wait }
            return answer.contains(" 200 ")
                ? .open(port: port, saying: Array(answer.utf8)) : .end(Array(answer.utf8))
        }
    }

    /// A SOCKS proxy that wants this login, if any, and leads to the port.
    static func socks(
        login: [UInt8]? = nil, reply: UInt8 = 0, to port: Int
    ) async throws -> ScriptedProxy {
        try await ScriptedProxy { heard, move in
            switch (move, login) {
            case (0, nil): .say([5, 0])
            case (0, _): .say([5, 2])
            case (1, let login?): .say([1, heard == login ? 0 : 1])
            default:
                reply == 0
                    ? .open(port: port, saying: [5, 0, 0, 1, 0, 0, 0, 0, 0, 0])
                    : .end([5, reply, 0, 1, 0, 0, 0, 0, 0, 0])
            }
        }
    }

    fileprivate final class Log: Sendable {
        private let entries = Mutex<[[UInt8]]>([])

        func withLock<Value>(_ body: (inout sending [[UInt8]]) -> sending Value) -> Value {
            self.entries.withLock(body)
        }
    }
}

/// The proxy's end of one client's connection.
private final class ProxyPeer: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let script: ScriptedProxy.Script
    private let log: ScriptedProxy.Log
    private var heard: [UInt8] = []
    private var moves = 0
    private var server: (any Channel)?

    init(_ script: @escaping ScriptedProxy.Script, _ log: ScriptedProxy.Log) {
        self.script = script
        self.log = log
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let buffer = self.unwrapInboundIn(data)
        if let server {
            server.writeAndFlush(buffer, promise: nil)
        } else {
            self.heard += buffer.readableBytesView
            self.act(context)
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case ChannelEvent.inputClosed = event { context.close(promise: nil) }
    }

    func channelInactive(context: ChannelHandlerContext) {
        self.server?.close(promise: nil)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }

    private func act(_ context: ChannelHandlerContext) {
        let move = self.script(self.heard, self.moves)
        if case .wait = move { return }
        let heard = self.heard
        self.log.withLock { $0.append(heard) }
        self.heard = []
        self.moves += 1
        switch move {
        case .wait: break
        case .say(let bytes): self.say(bytes, context)
        case .end(let bytes):
            self.say(bytes, context)
            context.close(promise: nil)
        case .open(let port, let bytes): self.open(port, saying: bytes, context)
        }
    }

    private func open(_ port: Int, saying bytes: [UInt8], _ context: ChannelHandlerContext) {
        let client = context.channel
        let peer = NIOLoopBound(self, eventLoop: context.eventLoop)
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        ClientBootstrap(group: context.eventLoop)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(Relay(to: client))
                }
            }
            .connect(host: "127.0.0.1", port: port)
            .whenComplete { result in
                switch result {
                case .success(let server):
                    peer.value.server = server
                    peer.value.say(bytes, bound.value)
                case .failure: client.close(promise: nil)
                }
            }
    }

    private func say(_ bytes: [UInt8], _ context: ChannelHandlerContext) {
        context.writeAndFlush(self.wrapOutboundOut(ByteBuffer(bytes: bytes)), promise: nil)
    }
}

/// Carries what a server says to the client.
private final class Relay: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let client: any Channel

    init(to client: any Channel) { self.client = client }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        self.client.writeAndFlush(self.unwrapInboundIn(data), promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) { self.client.close(promise: nil) }
}
