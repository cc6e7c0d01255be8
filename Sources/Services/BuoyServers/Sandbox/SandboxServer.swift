import ChannelsProtocol
package import ChannelsTransport

/// A small Channels service in this process: it listens on a socket and asks the hub.
///
/// ```
///                   messages of one read burst            actions
/// NIOServer ─▶ serve ───────────────────────▶ SandboxHub ─────────▶ perform ─▶ one write per
///          └▶ respond ─▶ SandboxRoutes ─▶ publications ─▶ ┘                    connection
///                        Scenario ─▶ actions of bots ─────▶ ┘
/// ```
/// There is no `await` between asking the hub and passing its messages to the connections, so every
/// connection sees the hub's order.
package actor SandboxServer {
    let options: SandboxOptions
    let clock: SandboxClock
    let gate: WebPageGate
    private let directory: AppDirectory
    /// The first is the main one.
    var tenants: [Tenant]
    var push: PushService
    var faults = ActiveFaults()
    var scenario: Scenario?
    var sockets: [ConnectionID: Socket] = [:]
    var connectionCount = 0
    var responses: [Int: Int] = [:]
    /// Whether a client was closed as too slow since memory was given back to the system.
    var hasGivenUp = false
    private var listener: NIOServer?
    private var background: Task<Void, Never>?
    let replies = AsyncStream.makeStream(
        of: BotReply.self, bufferingPolicy: .bufferingOldest(8))
    /// Frames that a fault delays; at most a thousand.
    let lateFrames = AsyncStream.makeStream(
        of: LateFrame.self, bufferingPolicy: .bufferingOldest(1000))

    struct Tenant {
        let routes: SandboxRoutes
        var hub: SandboxHub
        let webhooks: [WebhookSender]
        var traffic = AppTraffic()
    }

    struct Socket {
        let tenant: Int
        let connection: any ServerWebSocketConnection
        let closing: AsyncStream<Closing>.Continuation
    }

    enum Closing {
        case silence
        case close(CloseCode, reason: String)
        case tooSlow(reason: String)
        case drop(SandboxFault.Drop)
    }

    struct LateFrame {
        var due: Duration
        var bytes: [UInt8]
        var receivers: [ConnectionID]
    }

    package init(options: SandboxOptions, clock: SandboxClock = .system()) {
        self.options = options
        self.clock = clock
        self.gate = options.gate
        self.directory = AppDirectory(options.applications.map(\.app))
        self.tenants = options.applications.map { application in
            Tenant(
                routes: SandboxRoutes(application, options),
                hub: SandboxHub(application, options),
                webhooks: application.webhooks.map {
                    WebhookSender(
                        to: $0, key: application.app.key, secret: application.app.secret,
                        options: application.webhookOptions)
                })
        }
        self.push = PushService(
            appKeys: Set(options.applications.map(\.app.key)), offersFaults: options.offersFaults)
        self.scenario = options.hasBots ? Scenario(seed: options.seed) : nil
    }

    package var port: Int? { self.listener?.port }

    var connections: Int { self.tenants.reduce(0) { $0 + $1.hub.connectionCount } }

    /// A second call does nothing.
    ///
    /// - Throws: `.listenFailed`, `.tlsSettings`, or `.cancelled` if it was stopped before it
    ///   listened.
    package func start() async throws(TransportError) {
        guard self.background == nil else { return }
        let background = Task { await self.runBackground() }
        self.background = background
        do throws(TransportError) {
            let listener = try await NIOServer.listen(
                address: self.options.address, port: self.options.port, tls: self.options.tls,
                limits: Self.socketLimits(self.options.limits), pace: self.options.limits.pace,
                handler: self)
            // If it was stopped in the meantime, there was nothing to close.
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

    /// Stops listening first, so that clients do not reconnect, and ends all connections within a
    /// second. A stopped server cannot be started again.
    package func stop() async {
        self.background?.cancel()
        await self.listener?.stopListening()
        let connections = self.sockets.values.map(\.connection)
        await withDiscardingTaskGroup { group in
            for connection in connections {
                group.addTask {
                    await connection.close(
                        code: 1001, reason: "The sandbox is stopping", timeLimit: .seconds(1))
                }
            }
        }
        await self.listener?.close()
        self.listener = nil
        await self.background?.value
    }

    package var webhookReports: [AsyncStream<WebhookReport>] {
        self.tenants.flatMap(\.webhooks).map(\.reports)
    }

    func tenant(ofConnection target: String) -> Int { self.directory.app(ofConnection: target) }

    func tenant(of request: HTTPRequest) -> Int {
        self.directory.app(of: request) { id in
            self.tenants.firstIndex { $0.hub.hasSocket(id) }
        }
    }

    func ask(_ tenant: Int, _ question: (inout SandboxHub) -> [HubAction]) {
        guard self.tenants.indices.contains(tenant) else { return }
        let actions = question(&self.tenants[tenant].hub)
        let notices = self.tenants[tenant].hub.takeNotices()
        if !notices.isEmpty { self.tenants[tenant].webhooks.forEach { $0.post(notices) } }
        self.perform(actions, for: tenant)
    }

    func publish(_ publication: Publication) { self.publish(publication, for: 0) }

    func publish(_ publication: Publication, for tenant: Int) {
        let now = self.clock.uptime()
        self.ask(tenant) { $0.publish(publication, at: now) }
    }

    /// When this returns, connections that should be silent are.
    func strike(_ fault: SandboxFault) async {
        let now = self.clock.uptime()
        self.faults.begin(fault, at: now)
        var silenced: [ConnectionID] = []
        for tenant in self.tenants.indices {
            self.ask(tenant) { hub in
                let actions = hub.strike(fault, at: now)
                for case .silence(let id) in actions { silenced.append(id) }
                return actions
            }
        }
        for id in silenced { await self.sockets[id]?.connection.stopResponding() }
    }

    func terminateConnections(of user: UserID, for tenant: Int) {
        let now = self.clock.uptime()
        self.ask(tenant) { $0.terminate(user, at: now) }
    }

    /// The longest useful message is a client event of 10 KB in which every byte is escaped.
    private static func socketLimits(_ limits: SandboxLimits) -> WebSocketLimits {
        WebSocketLimits(
            messageBytes: 1 << 16, waitingBytes: 1 << 18, unsentBytes: limits.unreadBytes)
    }
}

struct AppTraffic: Sendable {
    var opened = 0
    var tooSlow = 0
    var received = 0
    private(set) var sent = 0
    /// Without the frame headers.
    private(set) var sentBytes = 0

    mutating func sent(_ lists: some Sequence<[[UInt8]]>) {
        for messages in lists {
            self.sent += messages.count
            for message in messages { self.sentBytes += message.count }
        }
    }
}
