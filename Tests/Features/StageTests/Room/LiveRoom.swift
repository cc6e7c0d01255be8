import BuoyServers
import BuoyTestBasics
import ChannelsProtocol
import ChannelsSigning
import ChannelsTransport
import Testing

@testable import BuoyStage

/// A room beside a sandbox, both on loopback.
struct LiveRoom: Sendable {
    let server: RoomServer
    let sandbox: SandboxServer
    let port: Int

    static let channel = ChannelName(wire: "presence-room")

    /// Hands a room to the test, and ends everything.
    static func run(
        limit: Int = 200, clock: SandboxClock = .system(), _ test: (LiveRoom) async throws -> Void
    ) async throws {
        var options = SandboxOptions()
        options.hasBots = false
        options.limits.members = limit + 1
        let sandbox = SandboxServer(options: options)
        try await sandbox.start()
        let app = SandboxApp.standard
        let server = RoomServer(
            .init(limit: limit, channel: Self.channel),
            signer: ChannelsSigner(appKey: app.key, secret: app.secret), sandbox: sandbox,
            clock: clock)
        let address = try await server.start()
        let port = address.split(separator: ":").last?.split(separator: "/").first.flatMap {
            Int($0)
        }
        let result: Result<Void, any Error>
        do {
            let room = LiveRoom(server: server, sandbox: sandbox, port: try #require(port))
            result = .success(try await test(room))
        } catch { result = .failure(error) }
        await server.stop()
        await sandbox.stop()
        try result.get()
    }

    var origin: HTTPOrigin { HTTPOrigin(host: "127.0.0.1", port: self.port) }
    var path: String { "/\(self.server.token.text)" }
    var url: String { "http://127.0.0.1:\(self.port)\(self.path)" }

    func send(
        _ method: String, _ target: String, headers: [HTTPHeader] = [], body: String = ""
    ) async throws -> HTTPResponse {
        try await NIOHTTPRequester().send(
            HTTPRequest(
                method: method, origin: self.origin, target: target, headers: headers,
                body: Array(body.utf8)),
            timeLimit: .seconds(30), bodyLimit: 1 << 20)
    }

    func authorize(_ id: SocketID, secret: String, name: String) async throws -> HTTPResponse {
        let form = [
            RequestParameter("socket_id", id.text), .init("channel_name", Self.channel.text),
            .init("visitor", secret), .init("name", name),
        ].encoded
        return try await self.send("POST", "\(self.path)/auth", body: form)
    }

    /// Connects, and waits for the socket id.
    func open(secret: String) async throws -> LiveVisitor {
        let endpoint = WebSocketEndpoint(
            self.origin, target: "\(self.path)/socket?protocol=7&visitor=\(secret)")
        let connection = try await NIOWebSocketConnector().connect(to: endpoint) { _ in }
        let visitor = LiveVisitor(connection, id: self.server.token.userID(of: secret))
        visitor.socketID = try await visitor.next {
            if case .connectionEstablished(let id, _) = $0 { id } else { nil }
        }
        return visitor
    }

    /// Joins the channel.
    func join(_ name: String, secret: String) async throws -> LiveVisitor {
        let visitor = try await self.open(secret: secret)
        let socketID = try #require(visitor.socketID)
        let response = try await self.authorize(socketID, secret: secret, name: name)
        let json = try JSONValue(parsing: response.body)
        try visitor.send(
            .subscribe(
                Self.channel,
                ChannelAuthorization(
                    auth: json["auth"]?.stringValue ?? "",
                    channelData: json["channel_data"]?.stringValue)))
        visitor.members = try await visitor.next {
            if case .subscriptionSucceeded(_, let roster) = $0 {
                roster?.members.count
            } else {
                nil
            }
        }
        return visitor
    }
}

/// A visitor's connection, which one task uses.
final class LiveVisitor {
    let connection: any WebSocketConnection
    let id: UserID?
    var socketID: SocketID?
    var members: Int?
    private var waiting: [ServerMessage] = []

    init(_ connection: any WebSocketConnection, id: UserID?) {
        self.connection = connection
        self.id = id
    }

    struct Closed: Error, Hashable {
        let code: UInt16?
        let reason: String
    }

    func send(_ message: ClientMessage) throws {
        try self.connection.send([FrameCodec.encode(message)])
    }

    /// The next message that is wanted; others before it are dropped.
    func next<Value>(_ wanted: (ServerMessage) -> Value?) async throws -> Value {
        while true {
            while !self.waiting.isEmpty {
                if let value = wanted(self.waiting.removeFirst()) { return value }
            }
            switch await self.connection.receive() {
            case .messages(let batch):
                self.waiting += batch.texts.compactMap { try? FrameCodec.decodeServerMessage($0) }
            case .closed(let closure):
                throw Closed(code: closure.code, reason: closure.reason)
            }
        }
    }

    func nextEvent(_ name: EventName) async throws -> ChannelsEvent {
        try await self.next {
            if case .event(let event) = $0, event.name == name { event } else { nil }
        }
    }

    func ended() async throws -> Closed {
        do { return try await self.next { _ in nil } } catch let closed as Closed { return closed }
    }

    func close() async {
        await self.connection.close(code: 1000, reason: "", timeLimit: .seconds(2))
    }
}
