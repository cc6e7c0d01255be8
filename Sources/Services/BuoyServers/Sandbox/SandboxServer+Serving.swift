import ChannelsProtocol
package import ChannelsTransport

extension SandboxServer: ServerHandler {
    package func accept(from peer: String) async -> AcceptDecision {
        switch self.faults.connecting(at: self.clock.uptime()) {
        case .refuse(.end, _): .end
        case .refuse(.ignore, _): .ignore
        case .refuse(_, _), .accept: .serve
        }
    }

    package func respond(to request: HTTPRequest, from peer: String) async -> HTTPResponse {
        let response = await self.answer(request)
        if self.options.measures { self.responses[response.status, default: 0] += 1 }
        return response
    }

    private func answer(_ request: HTTPRequest) async -> HTTPResponse {
        if case .refuse(let response) = self.gate.judge(request) { return response }
        if let response = self.push.respond(to: request) {
            return self.gate.opened(response, to: request)
        }
        let tenant = self.tenant(of: request)
        let answer = self.tenants[tenant].routes.answer(
            request, hub: self.tenants[tenant].hub, fault: self.faults.authorization,
            at: .init(
                uptime: self.clock.uptime(), unixMilliseconds: self.clock.unixMilliseconds()))
        for publication in answer.publications { self.publish(publication, for: tenant) }
        if let user = answer.terminating { self.terminateConnections(of: user, for: tenant) }
        if let fault = answer.fault { await self.strike(fault) }
        // A cancelled request no longer waits for a response.
        if answer.delay > .zero { try? await self.clock.sleep(answer.delay) }
        var response = self.gate.opened(answer.response, to: request)
        // Clients of the HTTP API compare it with their own clock.
        response.headers.append(
            HTTPHeader("Date", HTTPDate.text(unixTime: self.clock.unixTime())))
        return response
    }

    /// Accepts every path, unless a fault is in effect; errors are reported with a close code.
    package nonisolated func upgrade(
        _ request: HTTPRequest, from peer: String
    ) async -> UpgradeDecision {
        if case .refuse(let response) = self.gate.judge(request) { return .refuse(response) }
        if let response = await self.turnedAway() { return .refuse(response) }
        let offered = request.headers.filter { $0.name.lowercased() == "sec-websocket-protocol" }
            .flatMap { $0.value.split { $0 == "," || $0.isWhitespace } }
        let isOffered = offered.contains { $0 == Handshake.subprotocol }
        return .accept(subprotocol: isOffered ? Handshake.subprotocol : nil)
    }

    package nonisolated func serve(
        _ connection: any ServerWebSocketConnection, request: HTTPRequest
    ) async {
        let (closings, continuation) = AsyncStream.makeStream(
            of: Closing.self, bufferingPolicy: .bufferingOldest(1))
        let tenant = await self.tenant(ofConnection: request.target)
        let socket = Socket(tenant: tenant, connection: connection, closing: continuation)
        let id = await self.opened(socket, target: request.target)
        await withDiscardingTaskGroup { group in
            group.addTask {
                for await closing in closings { await Self.end(connection, closing) }
            }
            while case .messages(let batch) = await connection.receive() {
                await self.received(batch.flatMap(IncomingMessage.all), from: id)
            }
            continuation.finish()
        }
        await self.closed(id)
    }

    private nonisolated static func end(
        _ connection: any ServerWebSocketConnection, _ closing: Closing
    ) async {
        switch closing {
        case .close(let code, let reason):
            await connection.close(code: code.rawValue, reason: reason, timeLimit: .seconds(2))
        case .tooSlow(let reason):
            await connection.giveUp(
                code: CloseCode.overCapacity.rawValue, reason: reason, timeLimit: .seconds(30))
        case .silence: await connection.stopResponding()
        case .drop(.fin): await connection.close(code: nil, reason: "", timeLimit: .zero)
        case .drop(.rst): await connection.abort()
        }
    }

    /// The response to an upgrade that a fault refuses. It is delayed if the fault is a missing
    /// response.
    private func turnedAway() async -> HTTPResponse? {
        guard case .refuse(let kind, let time) = self.faults.connecting(at: self.clock.uptime())
        else { return nil }
        switch kind {
        case .cut, .mute: return nil
        case .hang: try? await self.clock.sleep(time)
        // The first two concern connections that were accepted before the fault took effect.
        case .end, .ignore, .unavailable: break
        }
        let rest = kind == .hang ? .seconds(1) : time
        // Rounded up, because a client that retries too early is refused again.
        let seconds = Int(clamping: (rest + .seconds(1) - .nanoseconds(1)).components.seconds)
        return .text(
            503, "The sandbox was asked to refuse connections",
            headers: [HTTPHeader("Retry-After", String(seconds))])
    }

    private func opened(_ socket: Socket, target: String) -> ConnectionID {
        self.connectionCount += 1
        let id = ConnectionID(self.connectionCount)
        self.sockets[id] = socket
        self.tenants[socket.tenant].traffic.opened += 1
        let now = self.clock.uptime()
        switch self.faults.connecting(at: now) {
        case .refuse(.cut, _): self.perform([.drop(id, .fin)], for: socket.tenant)
        case .refuse(.mute, _): self.perform([.silence(id)], for: socket.tenant)
        case .refuse(_, _), .accept:
            self.ask(socket.tenant) { $0.opened(id, target: target, at: now) }
        }
        return id
    }

    private func received(_ batch: [IncomingMessage], from id: ConnectionID) {
        let now = self.clock.uptime()
        guard let tenant = self.sockets[id]?.tenant else { return }
        self.tenants[tenant].traffic.received += batch.count
        self.ask(tenant) { hub in
            var actions: [HubAction] = []
            for message in batch {
                switch message {
                case .read(let message): actions += hub.received(message, from: id, at: now)
                case .misread(let reason): actions += hub.misread(reason, from: id, at: now)
                case .control: hub.heard(from: id, at: now)
                }
            }
            return actions
        }
    }

    private func closed(_ id: ConnectionID) {
        guard let socket = self.sockets.removeValue(forKey: id) else { return }
        let now = self.clock.uptime()
        self.ask(socket.tenant) { $0.closed(id, at: now) }
    }

    /// Each message is encoded once, and each connection is written to once.
    func perform(_ actions: [HubAction], for tenant: Int) {
        var outgoing: [ConnectionID: [[UInt8]]] = [:]
        var closings: [(ConnectionID, Closing)] = []
        for action in actions {
            switch action {
            case .send(let message, let receivers):
                for frame in self.frames(of: message, to: receivers) {
                    for id in receivers { outgoing[id, default: []].append(frame) }
                }
            case .sendRaw(let bytes, let receivers):
                for id in receivers { outgoing[id, default: []].append(bytes) }
            case .drop(let id, let drop):
                closings.append((id, .drop(drop)))
            case .silence(let id):
                closings.append((id, .silence))
            case .close(let id, let code, let reason):
                closings.append((id, .close(code, reason: reason)))
            case .overheard(let event):
                // The bots are on the channels of the main app.
                if tenant == 0, let reply = self.scenario?.reply(to: event) {
                    self.replies.continuation.yield(reply)
                }
            }
        }
        if self.options.measures { self.tenants[tenant].traffic.sent(outgoing.values) }
        let unread = outgoing.filter { !self.send($0.value, to: $0.key) }
        for (id, closing) in closings { self.sockets[id]?.closing.yield(closing) }
        for id in unread.keys.sorted() { self.giveUp(id) }
    }

    /// Ends the connection of a client that does not read: it must neither delay the others nor
    /// make the sandbox keep its data. For the others, it is gone immediately.
    private func giveUp(_ id: ConnectionID) {
        self.hasGivenUp = true
        if let tenant = self.sockets[id]?.tenant { self.tenants[tenant].traffic.tooSlow += 1 }
        let limit = self.options.limits.unreadBytes / 1024
        self.sockets[id]?.closing.yield(
            .tooSlow(reason: "Too slow: more than \(limit) KiB were waiting to be read"))
        let now = self.clock.uptime()
        self.ask(self.sockets[id]?.tenant ?? 0) { $0.closed(id, at: now) }
    }

    private func frames(of message: ServerMessage, to receivers: [ConnectionID]) -> [[UInt8]] {
        var frames: [[UInt8]] = []
        for frame in self.faults.frames(of: message) {
            if frame.delay == .zero {
                frames.append(frame.bytes)
            } else {
                let due = self.clock.uptime() + frame.delay
                self.lateFrames.continuation.yield(
                    LateFrame(due: due, bytes: frame.bytes, receivers: receivers))
            }
        }
        return frames
    }

    /// - Returns: `false` if too much is already waiting for the client.
    @discardableResult
    func send(_ frames: [[UInt8]], to id: ConnectionID) -> Bool {
        do throws(TransportError) {
            try self.sockets[id]?.connection.send(frames)
        } catch .sendQueueFull {
            return false
        } catch {
            // The connection has ended, which `serve` notices.
        }
        return true
    }
}

enum IncomingMessage: Sendable {
    case read(ClientMessage)
    case misread(String)
    /// A control frame, which only shows that the peer is alive.
    case control

    static func all(in message: WebSocketMessage) -> [IncomingMessage] {
        switch message {
        case .texts(let run): run.texts.map(Self.init(text:))
        case .binary: [.misread("binary messages are not supported")]
        case .ping, .pong: [.control]
        }
    }

    private init(text: [UInt8]) {
        do {
            self = .read(try FrameCodec.decodeClientMessage(text))
        } catch {
            self = .misread(error.description)
        }
    }
}
