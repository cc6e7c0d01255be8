import ChannelsMeasurements
package import ChannelsProtocol
import ChannelsWebhooks

/// Decides who may connect and subscribe, and who receives what: the sandbox without its sockets.
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
/// Times are durations since the start of the sandbox. A report about an unknown connection does
/// nothing.
package struct SandboxHub: Sendable {
    let app: SandboxApp
    let limits: SandboxLimits
    let countsSubscriptions: Bool
    private let isSecure: Bool
    var connections: [ConnectionID: HubConnection] = [:]
    var channels: [ChannelName: HubChannel] = [:]
    /// The number of signed-in connections and bots of each user who has any.
    var presentUsers: [UserID: Int] = [:]
    var publications = PublicationLog()
    var history = EventHistory()
    var meter: PublicationMeter?
    var keyRotations = 0
    private var generator: SeededGenerator
    let sendsWebhooks: Bool
    var notices: [WebhookEvent] = []

    package init(_ options: SandboxOptions) { self.init(options.main, options) }

    init(_ application: SandboxApplication, _ options: SandboxOptions) {
        self.app = application.app
        self.limits = application.limits
        self.countsSubscriptions = application.countsSubscriptions
        self.sendsWebhooks = !application.webhooks.isEmpty
        self.isSecure = options.tls != nil
        self.meter = options.measures ? PublicationMeter() : nil
        self.generator = SeededGenerator(seed: options.seed)
    }

    package mutating func opened(
        _ id: ConnectionID, target: String, at now: Duration
    ) -> [HubAction] {
        let judged = Handshake.judge(target: target, key: self.app.key, isSecure: self.isSecure)
        if case .refuse(let code, let message) = judged { return Self.refuse(id, code, message) }
        guard self.connections.count < self.limits.connections else {
            return Self.refuse(id, 4100, "Over capacity")
        }
        guard let socketID = self.makeSocketID(id) else {
            return Self.refuse(id, 4200, "Try again")
        }
        self.connections[id] = HubConnection(
            socketID: socketID, clientEventsPerSecond: self.limits.clientEventsPerSecond, at: now)
        let timeout = self.limits.activityTimeout
        return [.send(.connectionEstablished(socketID, activityTimeout: timeout), to: [id])]
    }

    package mutating func received(
        _ message: ClientMessage, from id: ConnectionID, at now: Duration
    ) -> [HubAction] {
        guard self.connections[id] != nil else { return [] }
        self.heard(from: id, at: now)
        switch message {
        case .subscribe(let channel, let authorization):
            return self.subscribe(id, to: channel, with: authorization, at: now)
        case .unsubscribe(let channel): return self.unsubscribe(id, from: channel, at: now)
        case .signIn(let auth, let userData):
            return self.signIn(id, auth: auth, userData: userData)
        case .ping: return [.send(.pong, to: [id])]
        case .pong: return []
        case .event(let event): return self.trigger(event, from: id, at: now)
        case .unknown(let name): return Self.refuse(id, .unsupported(name))
        }
    }

    package mutating func misread(
        _ reason: String, from id: ConnectionID, at now: Duration
    ) -> [HubAction] {
        guard self.connections[id] != nil else { return [] }
        self.heard(from: id, at: now)
        return Self.refuse(id, .malformedMessage(reason))
    }

    package mutating func heard(from id: ConnectionID, at now: Duration) {
        self.connections[id]?.lastHeard = now
        self.connections[id]?.pinged = nil
    }

    package mutating func closed(_ id: ConnectionID, at now: Duration) -> [HubAction] {
        guard let connection = self.connections.removeValue(forKey: id) else { return [] }
        self.publications.ended(connection)
        let subscriptions = connection.subscriptions.sorted { $0.key < $1.key }
        let actions = subscriptions.flatMap { name, subscription in
            self.remove(id, subscription, from: name, at: now)
        }
        return actions + (connection.user.map { self.userLeft($0.id) } ?? [])
    }

    /// Time passed: pings silent connections, then closes them; removes expired events; sends the
    /// counts that were held back. Must be called about once a second.
    package mutating func ticked(at now: Duration) -> [HubAction] {
        self.forgetEvents(at: now)
        var actions = self.overdueCounts(at: now)
        for (id, connection) in self.connections.sorted(by: { $0.key < $1.key }) {
            if connection.hasOutstayed(self.limits.authorizationTime, at: now) {
                actions += Self.refuse(id, 4009, "Connection not authorized within timeout")
                actions += self.closed(id, at: now)
            } else if let pinged = connection.pinged {
                guard now - pinged >= self.limits.pongTimeout else { continue }
                actions.append(.close(id, 4201, reason: "Pong reply not received"))
                actions += self.closed(id, at: now)
            } else if now - connection.lastHeard >= self.limits.activityTimeout {
                self.connections[id]?.pinged = now
                actions.append(.send(.ping, to: [id]))
            }
        }
        return actions
    }

    static func refuse(_ id: ConnectionID, _ refusal: HubRefusal) -> [HubAction] {
        [.send(refusal.message, to: [id])]
    }

    static func refuse(
        _ id: ConnectionID, _ code: CloseCode, _ message: String
    ) -> [HubAction] {
        let error = ServerError(code: Int(code.rawValue), message: message)
        return [.send(.error(error), to: [id]), .close(id, code, reason: message)]
    }

    /// Two decimal numbers: a random one, and that of the connection, which is never reused, not
    /// even by another app.
    private mutating func makeSocketID(_ id: ConnectionID) -> SocketID? {
        let chance = Int.random(in: 100_000...999_999, using: &self.generator)
        return SocketID("\(chance).\(id.number)")
    }
}

/// Counts publications by channel. Anyone may publish on any channel, so only the first ones are
/// counted by name.
struct PublicationMeter: Sendable {
    struct Count: Hashable, Sendable {
        var events = 0
        var bytes = 0
    }

    private var labels = BoundedLabels()
    private(set) var counts: [String: Count] = [BoundedLabels.rest: Count()]

    mutating func published(_ event: ChannelsEvent, on name: ChannelName) {
        let label = self.label(of: name)
        self.counts[label, default: Count()].events += 1
        self.counts[label, default: Count()].bytes += event.data.byteCount
    }

    /// The channels of users contain their ids, and share a label.
    private mutating func label(of name: ChannelName) -> String {
        if name.isServerToUser { return "(user)" }
        return self.labels.admit(name.text) ? name.text : BoundedLabels.rest
    }
}
