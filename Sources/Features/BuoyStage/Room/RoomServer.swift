import BuoyServers
import ChannelsProtocol
import ChannelsSigning
import ChannelsTransport

/// The room's page, and what the page needs: authorization for one channel, and the WebSocket of
/// each visitor, which is handed to the sandbox without a second connection.
///
/// ```
/// GET  /TOKEN          the page
/// POST /TOKEN/auth     a signature for this visitor on the room's channel
/// POST /TOKEN/missed   how many events a visitor missed in a gap
/// GET  /TOKEN/socket   the WebSocket: RoomConnection ─▶ SandboxServer.serve
/// ```
/// Nothing else of the sandbox is reachable here.
actor RoomServer: ServerHandler {
    struct Options: Sendable {
        var address = "127.0.0.1"
        var port = 0
        var tls: TLSServerSettings?
        var limit = RoomServer.mostMembers
        var channel: ChannelName
    }

    static let mostMembers = 200

    nonisolated let token: RoomToken
    nonisolated let reports: AsyncStream<RoomReport>
    nonisolated let options: Options
    nonisolated let network: RoomNetwork
    /// `nil` for an app's own server, to which the page connects directly.
    nonisolated let sandbox: SandboxServer?
    /// The URL of that server's WebSocket; `nil` for the sandbox.
    private let appURL: String?
    private let signer: ChannelsSigner
    private let gate: WebPageGate
    private let clock: SandboxClock
    private let report: AsyncStream<RoomReport>.Continuation
    private var visitors: RoomVisitors
    private var sockets: [Int: AsyncStream<Ending>.Continuation] = [:]
    private var socketCount = 0
    private var closedUntil = Duration.zero
    private var listener: NIOServer?

    init(
        _ options: Options, signer: ChannelsSigner, sandbox: SandboxServer?,
        appURL: String? = nil, token: RoomToken = RoomToken(), clock: SandboxClock = .system()
    ) {
        self.options = options
        self.signer = signer
        self.sandbox = sandbox
        self.appURL = appURL
        self.token = token
        self.clock = clock
        self.network = RoomNetwork(clock)
        self.gate = WebPageGate(address: options.address)
        self.visitors = RoomVisitors(channel: options.channel, limit: options.limit)
        (self.reports, self.report) = AsyncStream.makeStream(
            bufferingPolicy: .bufferingNewest(1000))
    }

    /// - Returns: the address of the page, as in the code.
    func start() async throws(TransportError) -> String {
        let listener = try await NIOServer.listen(
            address: self.options.address, port: self.options.port, tls: self.options.tls,
            limits: WebSocketLimits(messageBytes: 1 << 14, waitingBytes: 1 << 16),
            handler: self)
        self.listener = listener
        let scheme = self.options.tls == nil ? "HTTP" : "HTTPS"
        let host = self.options.address.uppercased()
        let authority = host.contains(":") ? "[\(host)]" : host
        return "\(scheme)://\(authority):\(listener.port)/\(self.token.text)"
    }

    func stop() async {
        await self.listener?.close()
        self.listener = nil
        self.report.finish()
    }

    // MARK: Requests

    func accept(from peer: String) async -> AcceptDecision {
        self.clock.uptime() < self.closedUntil ? .end : .serve
    }

    func respond(to request: HTTPRequest, from peer: String) async -> HTTPResponse {
        do {
            let path = try self.path(of: request)
            switch path {
            case []:
                try request.require(method: "GET")
                return try self.page(request)
            case ["auth"]:
                try request.require(method: "POST")
                return try self.authorize(request)
            case ["missed"]:
                try request.require(method: "POST")
                return try await self.missed(request)
            default: throw RouteRefusal.notFound(request.target)
            }
        } catch let refusal as RouteRefusal {
            return refusal.response
        } catch {
            return .text(403, (error as? RoomRefusal)?.rawValue ?? "Not available here.")
        }
    }

    /// Behind the token, for pages of this server only.
    private nonisolated func path(of request: HTTPRequest) throws -> [String] {
        if case .refuse = self.gate.judge(request) { throw RoomRefusal.foreign }
        if let origin = request.header("Origin") {
            let scheme = self.options.tls == nil ? "http" : "https"
            guard origin.lowercased() == "\(scheme)://\(request.header("Host") ?? "")".lowercased()
            else { throw RoomRefusal.foreign }
        }
        let segments = try RequestTarget(request.target).segments
        guard let first = segments.first, self.token.matches(first) else {
            throw RouteRefusal.notFound(request.target)
        }
        return Array(segments.dropFirst())
    }

    private func page(_ request: HTTPRequest) throws -> HTTPResponse {
        let host = request.header("Host") ?? ""
        let scheme = self.options.tls == nil ? "ws" : "wss"
        let path = "/\(self.token.text)"
        return RoomPage(
            channel: self.options.channel, path: path,
            socketURL: self.appURL ?? "\(scheme)://\(host)\(path)/socket",
            isOwn: self.appURL == nil
        ).response
    }

    private func authorize(_ request: HTTPRequest) throws -> HTTPResponse {
        let form = try AuthEndpointRequest(
            body: request.body, contentType: request.header("content-type"))
        guard let id = form["visitor"].flatMap(self.token.userID),
            try form.channel == self.options.channel
        else { throw RoomRefusal.foreign }
        let name = try self.visitors.admit(id, name: form["name"] ?? "")
        let signed = try self.signer.authorize(
            form, user: PresenceUser(id: id, info: ["name": .string(name)]))
        return .json(text: signed.responseBody)
    }

    /// The sandbox's answer for the room's channel.
    private func missed(_ request: HTTPRequest) async throws -> HTTPResponse {
        guard let sandbox, let body = try? JSONValue(parsing: request.body),
            let id = body["visitor"]?.stringValue.flatMap(self.token.userID),
            let lost = body["lost"], let next = body["socket_id"],
            let received = body["received"]?.intValue
        else { throw RoomRefusal.foreign }
        let channel = self.options.channel.text
        let counts = JSONValue([channel: JSONValue(received)])
        let question = JSONValue(["lost": lost, "socket_id": next, "received": counts])
        let answer = await sandbox.respond(
            to: HTTPRequest(
                method: "POST", origin: request.origin, target: "/sandbox/missed",
                headers: [HTTPHeader("Host", "127.0.0.1")],
                body: Array(question.compactText.utf8)), from: "room")
        guard let count = (try? JSONValue(parsing: answer.body))?["channels"]?[channel]?.intValue
        else { throw RoomRefusal.foreign }
        self.report.yield(.missed(id, count))
        return .json(["missed": JSONValue(count)])
    }

    // MARK: Sockets

    nonisolated func upgrade(
        _ request: HTTPRequest, from peer: String
    ) async -> UpgradeDecision {
        guard self.sandbox != nil, (try? self.path(of: request)) == ["socket"] else {
            return .refuse(.text(404, "Not found"))
        }
        return .accept(subprotocol: nil)
    }

    nonisolated func serve(
        _ connection: any ServerWebSocketConnection, request: HTTPRequest
    ) async {
        guard let sandbox, let target = try? RequestTarget(request.target),
            let id = target.parameter("visitor").flatMap(self.token.userID)
        else { return }
        let (endings, ending) = AsyncStream.makeStream(of: Ending.self)
        let number: Int
        do { number = try await self.opened(ending, of: id) } catch {
            let text = (error as? RoomRefusal)?.rawValue ?? ""
            return await connection.close(code: 4009, reason: text, timeLimit: .seconds(2))
        }
        let visitor = RoomConnection(connection, self.network) { texts in
            await self.filtered(texts, from: id)
        }
        let inner = HTTPRequest(
            method: "GET", origin: request.origin,
            target: "/app/\(self.signer.appKey)?protocol=7&client=buoy-room")
        await withDiscardingTaskGroup { group in
            group.addTask { await visitor.run() }
            group.addTask { for await ending in endings { await ending.perform(on: connection) } }
            await sandbox.serve(visitor, request: inner)
            visitor.finish()
            // What ends the connection is done first: the server closes it after this.
            ending.finish()
        }
        await self.closed(number, of: id)
    }

    private func opened(
        _ ending: AsyncStream<Ending>.Continuation, of id: UserID
    ) throws -> Int {
        self.socketCount += 1
        try self.visitors.opened(self.socketCount, of: id)
        self.sockets[self.socketCount] = ending
        return self.socketCount
    }

    private func closed(_ number: Int, of id: UserID) {
        self.sockets[number] = nil
        self.visitors.closed(number, of: id)
    }

    private func filtered(
        _ texts: [[UInt8]], from id: UserID
    ) -> (passed: [[UInt8]], answers: [[UInt8]]) {
        var (passed, answers): ([[UInt8]], [[UInt8]]) = ([], [])
        for text in texts {
            let verdict = (try? FrameCodec.decodeClientMessage(text)).map {
                self.visitors.judge($0, from: id, at: self.clock.uptime())
            }
            switch verdict ?? .refuse("Not a message") {
            case .pass(let message):
                passed.append(FrameCodec.encode(message))
                // The hub sends nothing back to the sender, who does not know the number.
                if case .event(let event) = message, event.name == StageEvents.message {
                    let echo = ChannelsEvent(
                        name: event.name, channel: nil, data: event.data)
                    answers.append(FrameCodec.encode(ServerMessage.event(echo)))
                }
            case .refuse(let reason):
                answers.append(
                    FrameCodec.encode(ServerMessage.error(ServerError(code: 4301, message: reason)))
                )
            }
        }
        return (passed, answers)
    }

    // MARK: Orders

    /// Those whose connections would be cut.
    var present: [UserID] { self.visitors.present }

    func perform(_ order: RoomOrder) throws(StageRefusal) {
        switch order {
        case .lock(let isLocked): self.visitors.isLocked = isLocked
        case .kick(let word):
            self.end(
                try self.visitors.remove(word), .close(4009, RoomRefusal.removed.rawValue))
        case .slow(let delay): self.network.slow(by: delay)
        case .cut(let time):
            self.closedUntil = self.clock.uptime() + time
            self.end(self.sockets.keys, .abort)
        case .close(let code):
            self.end(self.sockets.keys, .close(code.rawValue, "The presenter closed it."))
        case .freeze: self.end(self.sockets.keys, .silence)
        case .clear, .hide, .code: break
        }
    }

    private func end(_ numbers: some Sequence<Int>, _ ending: Ending) {
        for number in numbers { self.sockets[number]?.yield(ending) }
    }

    private enum Ending: Sendable {
        case abort
        case close(UInt16, String)
        case silence

        func perform(on connection: any ServerWebSocketConnection) async {
            switch self {
            case .abort: await connection.abort()
            case .close(let code, let reason):
                await connection.close(code: code, reason: reason, timeLimit: .seconds(2))
            case .silence: await connection.stopResponding()
            }
        }
    }
}
