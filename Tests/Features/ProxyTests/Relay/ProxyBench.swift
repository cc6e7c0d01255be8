import BuoyDashboard
import BuoyScripts
import BuoySessions
import BuoyTestBasics
import BuoyTestSupport
import ChannelsProtocol
import ChannelsTransport
import Synchronization
import Testing

@testable import BuoyProxy

/// A server, a proxy before it, and who watches.
final class ProxyBench: Sendable {
    let server: NIOServer
    let proxy: ChannelsProxy
    let host: ScriptedHost

    private let usesTLS: Bool

    /// - Parameter usesTLS: whether both sides of the proxy use TLS.
    init(
        unreadLimit: Int = 16 << 20, usesTLS: Bool = false, connectionLimit: Int = 10_000,
        allowedHosts: [String] = [], rules: [MessageRule] = [],
        _ script: @escaping @Sendable (any ServerWebSocketConnection) async -> Void
    ) async throws {
        self.host = ScriptedHost(script)
        self.usesTLS = usesTLS
        let tls = usesTLS ? Self.served : nil
        self.server = try await NIOServer.listen(
            address: "127.0.0.1", port: 0, tls: tls, handler: self.host)
        var options = ProxyOptions(
            port: 0, tls: tls,
            upstream: .init(
                host: "127.0.0.1", port: self.server.port, tls: usesTLS ? Self.trusted : nil))
        options.unreadLimit = unreadLimit
        options.connectionLimit = connectionLimit
        options.allowedHosts = allowedHosts
        options.rules = rules
        self.proxy = try await ChannelsProxy.listen(options)
    }

    /// Connects a client through the proxy.
    func connect(
        _ query: String = "client=js&version=8.4.0&protocol=7"
    ) async throws(TransportError) -> any WebSocketConnection {
        try await NIOWebSocketConnector().connect(
            to: WebSocketEndpoint(
                HTTPOrigin(
                    host: "127.0.0.1", port: self.proxy.port, tls: self.usesTLS ? Self.trusted : nil
                ), target: "/app/key?\(query)")
        ) { _ in }
    }

    /// The certificate for 127.0.0.1, as a server uses it.
    static let served = TLSServerSettings(
        certificateFile: LoopbackCertificate.path, keyFile: LoopbackCertificate.keyPath)
    /// The same certificate, trusted.
    static let trusted = TLSClientSettings(trustRootsFile: LoopbackCertificate.path)

    /// Plans faults, and carries out those that are due.
    func fault(_ lines: String..., on scope: ProxyScope = .all) async throws {
        let runner = self.proxy.faultRunner(of: scope)
        await runner.perform(.plan(try lines.map { try FaultLine.step($0) }))
        self.runners.withLock { $0.append(runner) }
    }

    private let runners = Mutex<[FaultRunner]>([])

    /// Reads news until a report fulfils a condition.
    func news(
        until isEnough: (ClientReport.Kind) -> Bool
    ) async throws -> [ClientReport] {
        var events: [ClientReport] = []
        try await eventually {
            events += await self.proxy.takeNews().reports.flatMap(\.events)
            return events.contains { isEnough($0.kind) }
        }
        return events
    }

    func close() async {
        await self.proxy.close()
        await self.server.close()
    }
}

extension ProxyBench {
    /// A server that sends a thousand messages back, and closes with 4200.
    static func echo(usesTLS: Bool = false) async throws -> ProxyBench {
        try await ProxyBench(usesTLS: usesTLS) { connection in
            let (texts, _) = await connection.texts(1000)
            try? connection.send(texts.map { Array($0.utf8) })
            await connection.close(code: 4200, reason: "restart", timeLimit: .seconds(30))
        }
    }

    /// Sends a thousand messages, and expects them back in order.
    /// - Returns: how the connection then ends.
    func passMessages() async throws -> WebSocketClosure {
        let client = try await self.connect()
        let sent = (0..<1000).map { "message \($0)" }
        for text in sent { try client.send(text) }
        let (received, _) = await client.texts(1000)
        #expect(received == sent)
        return await client.end()
    }
}

/// A server of WebSockets that plays a script.
struct ScriptedHost: ServerHandler {
    private let script: @Sendable (any ServerWebSocketConnection) async -> Void
    let requests = RequestLog()

    init(_ script: @escaping @Sendable (any ServerWebSocketConnection) async -> Void) {
        self.script = script
    }

    func respond(to request: HTTPRequest, from peer: String) async -> HTTPResponse {
        self.requests.add(request)
        return HTTPResponse(
            status: request.target.contains("forbidden") ? 403 : 200,
            body: Array("\(request.method) \(request.target) ".utf8) + request.body)
    }

    func upgrade(_ request: HTTPRequest, from peer: String) async -> UpgradeDecision {
        self.requests.add(request)
        return .accept(subprotocol: nil)
    }

    func serve(_ connection: any ServerWebSocketConnection, request: HTTPRequest) async {
        await self.script(connection)
    }

    final class RequestLog: Sendable {
        private let requests = Mutex<[HTTPRequest]>([])
        var all: [HTTPRequest] { self.requests.withLock { $0 } }
        func add(_ request: HTTPRequest) { self.requests.withLock { $0.append(request) } }
    }
}

extension WebSocketConnection {
    /// The strings that have arrived until so many are there, and how the connection ended if it
    /// did.
    func texts(_ count: Int) async -> (texts: [String], closure: WebSocketClosure?) {
        var texts: [String] = []
        while texts.count < count {
            switch await self.receive() {
            case .messages(let messages):
                for text in messages.texts {
                    texts.append(String(decoding: text, as: UTF8.self))
                }
            case .closed(let closure): return (texts, closure)
            }
        }
        return (texts, nil)
    }

    /// How the connection ends.
    func end() async -> WebSocketClosure {
        while true {
            if case .closed(let closure) = await self.receive() { return closure }
        }
    }

    func send(_ texts: String...) throws { try self.send(texts.map { Array($0.utf8) }) }

    /// Sends what a Channels server says first.
    func greet(_ id: String = "1.1") throws {
        guard let socketID = SocketID(id) else { return }
        try self.send([
            FrameCodec.encode(
                ServerMessage.connectionEstablished(socketID, activityTimeout: .seconds(120)))
        ])
    }
}
