internal import ChannelsProtocol
package import Transport

/// A small Channels service in this process: what listens on a socket and asks the hub.
///
/// ```
///                   messages of one read burst            actions
/// NIOServer ─▶ serve ───────────────────────▶ SandboxHub ─────────▶ perform ─▶ one write per
///          └▶ respond ─▶ SandboxRoutes ─▶ publications ─▶ ┘                    connection
///                        Scenario ─▶ deeds of bots ─────▶ ┘
/// ```
/// Between asking the hub and handing its messages to the connections nothing is awaited, so that
/// every connection sees the hub's order.
package actor SandboxServer {
    private let options: SandboxOptions
    private let clock: SandboxClock
    private let gate: SandboxGate
    private let routes: SandboxRoutes
    private var hub: SandboxHub
    private var scenario: Scenario?
    private var sockets: [ConnectionID: Socket] = [:]
    private var connectionCount = 0
    private var listener: NIOServer?
    /// The bots and the ticking; exists while listening.
    private var background: Task<Void, Never>?
    private let replies = AsyncStream.makeStream(
        of: BotReply.self, bufferingPolicy: .bufferingOldest(8))

    /// A connection, and the way to tell whoever serves it to close it.
    private struct Socket {
        let connection: any WebSocketConnection
        let closing: AsyncStream<Closing>.Continuation
    }

    /// How to close a connection; without a code it is ended at once.
    private struct Closing {
        var code: UInt16?
        var reason: String
    }

    /// Makes a server that does not listen yet.
    package init(options: SandboxOptions, clock: SandboxClock = .system()) {
        self.options = options
        self.clock = clock
        self.gate = SandboxGate(
            address: options.address, allowedHosts: options.allowedHosts,
            allowedOrigins: options.allowedOrigins)
        self.routes = SandboxRoutes(app: options.app, limits: options.limits)
        self.hub = SandboxHub(app: options.app, limits: options.limits, seed: options.seed)
        self.scenario = options.hasBots ? Scenario(seed: options.seed) : nil
    }

    /// The port that is listened on; `nil` before `start()` and after `stop()`.
    package var port: Int? { self.listener?.port }

    /// How many clients are connected.
    package var connections: Int { self.hub.connectionCount }

    /// Listens, and sets the bots going. Starting again does nothing.
    ///
    /// - Throws: `TransportError.listenFailed` when the address or port is taken or not ours,
    ///   `.tlsSettings` when the certificate or key cannot be used, `.cancelled` when it was stopped
    ///   before it listened.
    package func start() async throws(TransportError) {
        guard self.background == nil else { return }
        let background = Task { await self.runBackground() }
        self.background = background
        do throws(TransportError) {
            let listener = try await NIOServer.listen(
                address: self.options.address, port: self.options.port, tls: self.options.tls,
                limits: Self.socketLimits, handler: self)
            // Who stopped it meanwhile found nothing to close.
            guard !background.isCancelled else {
                await listener.close()
                throw .cancelled
            }
            self.listener = listener
        } catch {
            background.cancel()
            self.background = nil
            throw error
        }
    }

    /// Stops listening, so that those who are sent away do not come back to it, and ends all
    /// connections, within a second. A server that was stopped is not started again.
    package func stop() async {
        self.background?.cancel()
        await self.listener?.stopListening()
        let connections = self.sockets.values.map(\.connection)
        await withDiscardingTaskGroup { group in
            for connection in connections {
                group.addTask {
                    await connection.close(
                        code: 1001, reason: "The sandbox stops", timeLimit: .seconds(1))
                }
            }
        }
        await self.listener?.close()
        self.listener = nil
        await self.background?.value
    }

    /// Publishes an event from inside this process, as the app's server would.
    package func publish(_ publication: Publication) {
        self.perform(self.hub.publish(publication, at: self.clock.uptime()))
    }

    /// What one client may make us hold. The longest useful message is a client event of 10 KB, in
    /// which every byte may be escaped.
    private static let socketLimits = WebSocketLimits(
        messageBytes: 1 << 16, waitingBytes: 1 << 18, unsentBytes: 1 << 20)
}

extension SandboxServer: ServerHandler {
    /// Answers the authorization endpoints and the HTTP API; publishes what a request asks for first.
    package func respond(to request: HTTPRequest, from peer: String) async -> HTTPResponse {
        if case .refuse(let response) = self.gate.judge(request) { return response }
        let answer = self.routes.answer(
            request, hub: self.hub, at: self.clock.uptime(), unixTime: self.clock.unixTime())
        answer.publications.forEach(self.publish)
        return self.gate.opened(answer.response, to: request)
    }

    /// Takes every path: what is wrong with it is told with a close code.
    package nonisolated func upgrade(
        _ request: HTTPRequest, from peer: String
    ) async -> UpgradeDecision {
        if case .refuse(let response) = self.gate.judge(request) { return .refuse(response) }
        let offered = request.headers.filter { $0.name.lowercased() == "sec-websocket-protocol" }
            .flatMap { $0.value.split { $0 == "," || $0.isWhitespace } }
        let isOffered = offered.contains { $0 == Handshake.subprotocol }
        return .accept(subprotocol: isOffered ? Handshake.subprotocol : nil)
    }

    /// Tells the hub what comes on a connection, and closes it when the hub says so.
    package nonisolated func serve(
        _ connection: any WebSocketConnection, request: HTTPRequest
    ) async {
        let (closings, continuation) = AsyncStream.makeStream(
            of: Closing.self, bufferingPolicy: .bufferingOldest(1))
        let socket = Socket(connection: connection, closing: continuation)
        let id = await self.opened(socket, target: request.target)
        await withDiscardingTaskGroup { group in
            group.addTask {
                for await closing in closings {
                    await connection.close(
                        code: closing.code, reason: closing.reason, timeLimit: .seconds(2))
                }
            }
            while case .messages(let batch) = await connection.receive() {
                await self.received(batch.map(IncomingMessage.init), from: id)
            }
            continuation.finish()
        }
        await self.closed(id)
    }

    private func opened(_ socket: Socket, target: String) -> ConnectionID {
        self.connectionCount += 1
        let id = ConnectionID(self.connectionCount)
        self.sockets[id] = socket
        self.perform(self.hub.opened(id, target: target, at: self.clock.uptime()))
        return id
    }

    private func received(_ batch: [IncomingMessage], from id: ConnectionID) {
        let now = self.clock.uptime()
        var actions: [HubAction] = []
        for message in batch {
            switch message {
            case .read(let message): actions += self.hub.received(message, from: id, at: now)
            case .misread(let reason): actions += self.hub.misread(reason, from: id, at: now)
            case .control: self.hub.heard(from: id, at: now)
            }
        }
        self.perform(actions)
    }

    private func closed(_ id: ConnectionID) {
        self.sockets[id] = nil
        self.perform(self.hub.closed(id))
    }

    /// Carries out what the hub wants: each message is encoded once, each connection is written to
    /// once.
    private func perform(_ actions: [HubAction]) {
        var outgoing: [ConnectionID: [[UInt8]]] = [:]
        var closings: [(ConnectionID, Closing)] = []
        for action in actions {
            switch action {
            case .send(let message, let receivers):
                let frame = FrameCodec.encode(message)
                for id in receivers { outgoing[id, default: []].append(frame) }
            case .close(let id, let code, let reason):
                closings.append((id, Closing(code: code.rawValue, reason: reason)))
            case .overheard(let event):
                if let reply = self.scenario?.reply(to: event) {
                    self.replies.continuation.yield(reply)
                }
            }
        }
        for (id, frames) in outgoing { self.send(frames, to: id) }
        for (id, closing) in closings { self.sockets[id]?.closing.yield(closing) }
    }

    private func send(_ frames: [[UInt8]], to id: ConnectionID) {
        guard let socket = self.sockets[id] else { return }
        do {
            try socket.connection.send(frames)
        } catch {
            // Who does not read what it is sent must not make the others wait, or us hold it.
            socket.closing.yield(Closing(code: nil, reason: ""))
        }
    }
}

// What happens by itself: time passes, and bots live.
extension SandboxServer {
    private func runBackground() async {
        await withDiscardingTaskGroup { group in
            group.addTask { await self.runTicks() }
            group.addTask { await self.runScenario() }
            group.addTask { await self.runReplies() }
        }
    }

    private func runTicks() async {
        while (try? await self.clock.sleep(.seconds(1))) != nil {
            self.perform(self.hub.ticked(at: self.clock.uptime()))
        }
    }

    private func runScenario() async {
        var pace = ScenarioPace(startingAt: self.clock.uptime())
        while let step = self.scenario?.next() {
            let delay = pace.wait(for: step.at, at: self.clock.uptime())
            guard (try? await self.clock.sleep(delay)) != nil else { return }
            self.perform(step.deed)
        }
    }

    private func runReplies() async {
        for await reply in self.replies.stream {
            guard (try? await self.clock.sleep(reply.delay)) != nil else { return }
            self.perform(reply.deed)
        }
    }

    private func perform(_ deed: BotDeed) {
        let now = self.clock.uptime()
        switch deed {
        case .publish(let publication): self.perform(self.hub.publish(publication, at: now))
        case .burst(let publications):
            self.perform(publications.flatMap { self.hub.publish($0, at: now) })
        case .join(let member, let channel):
            self.perform(self.hub.memberJoined(member, on: channel))
        case .leave(let id, let channel):
            self.perform(self.hub.memberLeft(id, on: channel))
        case .trigger(let event): self.perform(self.hub.botTriggered(event))
        }
    }
}
