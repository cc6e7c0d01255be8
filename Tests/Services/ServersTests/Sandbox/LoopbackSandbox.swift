import BuoyTestBasics
import BuoyTestSupport
import ChannelsProtocol
import ChannelsSigning
import ChannelsTransport
import Synchronization
import Testing

@testable import BuoyServers

/// A sandbox on its own port, whose time moves only when it is told to.
final class LoopbackSandbox: Sendable {
    let server: SandboxServer
    let port: Int
    private let time: ManualClock

    private init(_ server: SandboxServer, port: Int, time: ManualClock) {
        self.server = server
        self.port = port
        self.time = time
    }

    /// Starts a sandbox, hands it to the test, and stops it.
    ///
    /// - Parameter isLive: whether its time is that of the system, and not one that is moved.
    static func run(
        bots: Bool = false, counting: Bool = false, isLive: Bool = false,
        options: SandboxOptions = SandboxOptions(),
        _ test: (LoopbackSandbox) async throws -> Void
    ) async throws {
        var options = options
        options.hasBots = bots
        options.countsSubscriptions = counting
        let time = ManualClock()
        let server = SandboxServer(options: options, clock: isLive ? .system() : .manual(time))
        try await server.start()
        let port = try #require(await server.port)
        do {
            try await test(LoopbackSandbox(server, port: port, time: time))
        } catch {
            await server.stop()
            throw error
        }
        await server.stop()
    }

    /// How often the sandbox has read its clock.
    var clockReads: Int { self.time.reads }

    func advance(by duration: Duration) { self.time.advance(by: duration) }

    /// Connects and waits for nothing.
    func open(
        _ target: String = HubDialogue.target, headers: [HTTPHeader] = []
    ) async throws -> LoopbackClient {
        let endpoint = WebSocketEndpoint(
            HTTPOrigin(host: "127.0.0.1", port: self.port), target: target,
            subprotocols: [Handshake.subprotocol], headers: headers)
        let connection = try await NIOWebSocketConnector().connect(to: endpoint) { _ in }
        return LoopbackClient(connection)
    }

    /// Connects and waits for the socket id.
    func connect() async throws -> LoopbackClient {
        let client = try await self.open()
        let first = try await client.next()
        guard case .connectionEstablished(let socketID, _) = first else {
            throw UnexpectedMessage(message: first)
        }
        client.socketID.withLock { $0 = socketID }
        return client
    }

    func send(
        _ method: String, _ target: String, headers: [HTTPHeader] = [], body: String = ""
    ) async throws -> HTTPResponse {
        let request = HTTPRequest(
            method: method, origin: HTTPOrigin(host: "127.0.0.1", port: self.port),
            target: target, headers: headers, body: Array(body.utf8))
        return try await NIOHTTPRequester().send(
            request, timeLimit: .seconds(5), bodyLimit: 1 << 20)
    }
}

extension SandboxClock {
    /// A clock that moves only when a test says so.
    fileprivate static func manual(_ clock: ManualClock) -> SandboxClock {
        let start = clock.now()
        return SandboxClock(
            uptime: { clock.now().duration(since: start) },
            unixMilliseconds: { RouteDialogue.unixTime * 1000 },
            sleep: { try await clock.sleep(until: clock.now().advanced(by: $0)) })
    }
}

/// A client of a sandbox that speaks the protocol by hand.
final class LoopbackClient: Sendable {
    let connection: any WebSocketConnection
    let socketID = Mutex<SocketID?>(nil)
    private let waiting = Mutex<[ServerMessage]>([])

    init(_ connection: any WebSocketConnection) { self.connection = connection }

    func send(_ messages: ClientMessage...) throws {
        try self.connection.send(messages.map(FrameCodec.encode))
    }

    /// Subscribes and waits for the confirmation.
    func subscribe(to text: String, data: String? = nil) async throws {
        let channel = ChannelName(wire: text)
        var authorization: ChannelAuthorization?
        if channel.kind.needsAuthorization {
            let socketID = try #require(self.socketID.withLock { $0 })
            let client = Client(id: ConnectionID(0), socketID: socketID)
            authorization = try client.authorization(for: channel, data: data)
        }
        try self.send(.subscribe(channel, authorization))
        try await self.wait { message in
            if case .subscriptionSucceeded(channel, _) = message { true } else { false }
        }
    }

    /// The next message; fails after five seconds without one, and when the connection ends.
    func next() async throws -> ServerMessage {
        while true {
            if let message = self.waiting.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
                return message
            }
            switch try await self.receive() {
            case .closed(let closure): throw Closed(closure: closure)
            case .messages(let batch):
                let messages = try batch.texts.map(FrameCodec.decodeServerMessage)
                self.waiting.withLock { $0 += messages }
            }
        }
    }

    /// Passes over messages until the one that is waited for.
    @discardableResult
    func wait(
        for condition: (ServerMessage) -> Bool
    ) async throws -> ServerMessage {
        while true {
            let message = try await self.next()
            if condition(message) { return message }
        }
    }

    /// Whether a control pong is the next that comes, of what is no text.
    func hasPong() async throws -> Bool {
        while true {
            switch try await self.receive() {
            case .closed(let closure): throw Closed(closure: closure)
            case .messages(let batch):
                for message in batch {
                    if case .pong = message { return true }
                    if case .texts = message { continue }
                    return false
                }
            }
        }
    }

    /// Waits for the end of the connection.
    func closure() async throws -> WebSocketClosure {
        while true {
            if case .closed(let closure) = try await self.receive() { return closure }
        }
    }

    private func receive() async throws -> WebSocketInput {
        try await within(seconds: 30) { await self.connection.receive() }
    }

    struct Closed: Error {
        var closure: WebSocketClosure
    }
}

struct UnexpectedMessage: Error {
    var message: ServerMessage
}
