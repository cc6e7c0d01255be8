package import ChannelsProtocol

/// Decides who may connect and subscribe, and who is sent what: the sandbox without its sockets.
///
/// ```
///            opened                    received, heard
/// (nothing) ────────▶ connected ────────────────────────┐
///     ▲  │ refused        │ ▲                            │
///     │  └─▶ error, close │ └────────────────────────────┘
///     │                   │ silent for activityTimeout: ping
///     │  closed           ▼
///     └──────────── connected, pinged ── silent for pongTimeout: close 4201
/// ```
/// Times are durations since the start of the sandbox. A report about a connection that the hub
/// does not know (any more) does nothing.
package struct SandboxHub: Sendable {
    let app: SandboxApp
    let limits: SandboxLimits
    var connections: [ConnectionID: HubConnection] = [:]
    var channels: [ChannelName: HubChannel] = [:]
    private var generator: SeededGenerator
    private var socketCount = 0

    package init(app: SandboxApp, limits: SandboxLimits, seed: UInt64) {
        self.app = app
        self.limits = limits
        self.generator = SeededGenerator(seed: seed)
    }

    /// A WebSocket connection was opened with this path and query.
    package mutating func opened(
        _ id: ConnectionID, target: String, at now: Duration
    ) -> [HubAction] {
        if case .refuse(let code, let message) = Handshake.judge(target: target, key: self.app.key)
        {
            return Self.refuse(id, code, message)
        }
        guard self.connections.count < self.limits.connections else {
            return Self.refuse(id, 4100, "Over capacity")
        }
        guard let socketID = self.makeSocketID() else { return Self.refuse(id, 4200, "Try again") }
        self.connections[id] = HubConnection(
            socketID: socketID,
            clientEvents: RateWindow(limit: self.limits.clientEventsPerSecond), lastHeard: now)
        let timeout = self.limits.activityTimeout
        return [.send(.connectionEstablished(socketID, activityTimeout: timeout), to: [id])]
    }

    /// A message came.
    package mutating func received(
        _ message: ClientMessage, from id: ConnectionID, at now: Duration
    ) -> [HubAction] {
        guard self.connections[id] != nil else { return [] }
        self.heard(from: id, at: now)
        switch message {
        case .subscribe(let channel, let authorization):
            return self.subscribe(id, to: channel, with: authorization, at: now)
        case .unsubscribe(let channel): return self.unsubscribe(id, from: channel)
        case .signIn: return Self.refuse(id, .unsupported("pusher:signin"))
        case .ping: return [.send(.pong, to: [id])]
        case .pong: return []
        case .event(let event): return self.trigger(event, from: id, at: now)
        case .unknown(let name): return Self.refuse(id, .unsupported(name))
        }
    }

    /// A message came that cannot be read; the reason is a sentence.
    package mutating func misread(
        _ reason: String, from id: ConnectionID, at now: Duration
    ) -> [HubAction] {
        guard self.connections[id] != nil else { return [] }
        self.heard(from: id, at: now)
        return Self.refuse(id, .malformedMessage(reason))
    }

    /// A sign of life came: a message or a control frame.
    package mutating func heard(from id: ConnectionID, at now: Duration) {
        self.connections[id]?.lastHeard = now
        self.connections[id]?.pinged = nil
    }

    /// A connection ended.
    package mutating func closed(_ id: ConnectionID) -> [HubAction] {
        guard let connection = self.connections.removeValue(forKey: id) else { return [] }
        return connection.subscriptions.sorted { $0.key < $1.key }.flatMap { name, subscription in
            self.remove(id, subscription, from: name)
        }
    }

    /// Time passed: silent connections are pinged, then closed, and old events forgotten. To be
    /// called about once a second.
    package mutating func ticked(at now: Duration) -> [HubAction] {
        self.forgetEvents(at: now)
        var actions: [HubAction] = []
        for (id, connection) in self.connections.sorted(by: { $0.key < $1.key }) {
            if let pinged = connection.pinged {
                guard now - pinged >= self.limits.pongTimeout else { continue }
                actions.append(.close(id, 4201, reason: "Pong reply not received"))
                actions += self.closed(id)
            } else if now - connection.lastHeard >= self.limits.activityTimeout {
                self.connections[id]?.pinged = now
                actions.append(.send(.ping, to: [id]))
            }
        }
        return actions
    }

    /// Tells a client why something was not done.
    static func refuse(_ id: ConnectionID, _ refusal: HubRefusal) -> [HubAction] {
        [.send(refusal.message, to: [id])]
    }

    /// Turns a connection away.
    private static func refuse(
        _ id: ConnectionID, _ code: CloseCode, _ message: String
    ) -> [HubAction] {
        let error = ServerError(code: Int(code.rawValue), message: message)
        return [.send(.error(error), to: [id]), .close(id, code, reason: message)]
    }

    /// Two decimal numbers: one of chance, and one that is never given twice.
    private mutating func makeSocketID() -> SocketID? {
        self.socketCount += 1
        let chance = Int.random(in: 100_000...999_999, using: &self.generator)
        return SocketID("\(chance).\(self.socketCount)")
    }
}
