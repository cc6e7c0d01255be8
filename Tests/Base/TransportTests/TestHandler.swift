import BuoyTestSupport

@testable import ChannelsTransport

/// A server that answers `METHOD target body`, accepts every WebSocket and echoes its messages.
struct TestHandler: ServerHandler {
    var decide: @Sendable (HTTPRequest) async -> UpgradeDecision = { _ in
        .accept(subprotocol: nil)
    }
    var answer: @Sendable (HTTPRequest) async -> HTTPResponse = { request in
        let text = "\(request.method) \(request.target) "
        return HTTPResponse(status: 200, body: Array(text.utf8) + request.body)
    }
    var talk: @Sendable (any ServerWebSocketConnection) async -> Void = {
        await TestHandler.echo($0)
    }
    var decideToAccept: @Sendable () async -> AcceptDecision = { .serve }

    func accept(from peer: String) async -> AcceptDecision { await self.decideToAccept() }

    func respond(to request: HTTPRequest, from peer: String) async -> HTTPResponse {
        await self.answer(request)
    }

    func upgrade(_ request: HTTPRequest, from peer: String) async -> UpgradeDecision {
        await self.decide(request)
    }

    func serve(_ connection: any ServerWebSocketConnection, request: HTTPRequest) async {
        await self.talk(connection)
    }

    static func echo(_ connection: any WebSocketConnection) async {
        while case .messages(let messages) = await connection.receive() {
            try? connection.send(messages.texts)
        }
    }
}

extension NIOServer {
    /// A server on a free port of 127.0.0.1.
    static func loopback(
        _ handler: TestHandler = TestHandler(), context: TLSContext? = nil,
        limits: ServerLimits = ServerLimits(webSocket: WebSocketLimits())
    ) async throws(TransportError) -> NIOServer {
        try await NIOServer.listen(
            address: "127.0.0.1", port: 0, context: context, limits: limits, handler: handler)
    }
}

extension WebSocketConnection {
    /// Receives until so many messages are there, or the end: each on its own.
    func receive(count: Int) async -> [WebSocketMessage] {
        var all: [WebSocketMessage] = []
        while all.count < count, case .messages(let messages) = await self.receiveSeparately() {
            all += messages
        }
        return all
    }

    /// Receives until the end.
    func receiveClosure() async -> WebSocketClosure {
        while true {
            if case .closed(let closure) = await self.receive() { return closure }
        }
    }
}

/// Opens a connection to a port of 127.0.0.1.
func connect(
    port: Int, limits: WebSocketLimits = WebSocketLimits(), subprotocols: [String] = [],
    progress: @escaping @Sendable (ConnectPhase) -> Void = { _ in }
) async throws(TransportError) -> any WebSocketConnection {
    let endpoint = WebSocketEndpoint(
        HTTPOrigin(host: "127.0.0.1", port: port), target: "/app/key", subprotocols: subprotocols,
        limits: limits)
    return try await NIOWebSocketConnector().connect(to: endpoint, progress: progress)
}
