import BuoyScripts
import BuoySessions
import ChannelsProtocol
import ChannelsTransport
import NIOCore
import NIOPosix

/// What clients and server say passes unchanged and in order; observers can read it, and make
/// it fail.
final class ChannelsProxy: Sendable {
    struct News: Sendable {
        let time: ChannelsTimestamp
        let reports: [(client: ClientNumber, events: [ClientReport])]
        let held: [(client: ClientNumber, notes: [HeldNote])]
        let failedHandshakes: [FailedHandshake]
        let refusedHosts: [RefusedHost]
        let forgotten: [ClientNumber]
        let recordingWarnings: [String]

        var warnings: [String] {
            self.failedHandshakes.map(\.sentence) + self.refusedHosts.map(\.sentence)
                + self.recordingWarnings
        }
    }

    /// How long to wait before the next news are read, so that reading them does not take time from
    /// what passes.
    static let newsInterval = Duration.milliseconds(20)

    let port: Int
    let options: ProxyOptions

    private let hub: ProxyHub
    private let listener: Listener
    private let watch: ProxyWatch

    static func listen(
        _ options: ProxyOptions
    ) async throws(TransportError) -> ChannelsProxy {
        let hub = ProxyHub(options)
        let context = try options.tls.map { settings throws(TransportError) in
            try TLSContext(settings)
        }
        let upstream = try Dialer.Target(options.upstream)
        var listening = Listener.Options(
            address: options.address, port: options.port, connections: options.connectionLimit)
        listening.forwards = true
        listening.allowsHalfClosure = true
        let listener = try await Listener.listen(listening) { channel, number, connections in
            channel.eventLoop.makeCompletedFuture {
                let peer = channel.remoteAddress?.displayText ?? "?"
                let pipeline = channel.pipeline.syncOperations
                if let context {
                    try pipeline.addHandler(
                        try TLSHandler(context, servingPeer: peer, on: channel.eventLoop))
                }
                let seat = ProxySeat(number: number, connections: connections)
                try pipeline.addHandler(ProxyFrontHandler(hub, to: upstream, peer: peer, seat))
            }
        }
        return ChannelsProxy(hub, listener, options)
    }

    private init(_ hub: ProxyHub, _ listener: Listener, _ options: ProxyOptions) {
        self.hub = hub
        self.listener = listener
        self.options = options
        self.port = listener.port
        self.watch = ProxyWatch(
            hub,
            ProxiedClients(
                upstream: options.upstream.address, usesTLS: options.upstream.tls != nil,
                frameLimit: options.frameBytes),
            recordingTo: options.recordingFolder)
    }

    func close() async {
        await self.listener.close()
        self.hub.close()
        await self.watch.finish()
    }

    // MARK: Watching

    /// Yields when there is news, and every quarter of a second while `tick()` runs. One reader at
    /// a time.
    var wakeups: AsyncStream<Void> { self.hub.wakeups }

    func tick() async {
        while (try? await Task.sleep(for: .milliseconds(250))) != nil { self.hub.tick() }
    }

    func takeNews(keeping kept: ClientNumber? = nil) async -> News {
        await self.watch.takeNews(keeping: kept)
    }

    func forget(_ client: ClientNumber) async -> Bool { await self.watch.forget(client) }

    func overview(selecting selected: ClientNumber?) async -> ClientsOverview {
        await self.watch.overview(selecting: selected)
    }

    // MARK: Holding

    func hold(_ rule: MessageRule?, of client: ClientNumber) async {
        await self.hub.hold(rule, of: client)
    }

    func settle(_ message: HeldMessage, _ decision: HeldDecision) {
        self.hub.settle(message, decision)
    }

    /// Sends a text frame in the name of the other side.
    ///
    /// - Returns: the number of connections that got it.
    func inject(_ text: [UInt8], _ target: FrameTarget, on scope: ProxyScope) async -> Int {
        await self.hub.inject(text, target, on: scope)
    }

    // MARK: Faults

    func faultRunner(of scope: ProxyScope) -> FaultRunner {
        let hub = self.hub
        return FaultRunner { changes, inForce in hub.carryOut(changes, inForce, on: scope) }
    }

    static func refusal(of fault: Fault) -> String? {
        switch fault {
        case .unresolved:
            "a proxy cannot fail a name lookup that the client has already finished; "
                + "use refuse or unreachable"
        default: nil
        }
    }
}

private actor ProxyWatch {
    private let hub: ProxyHub
    private var clients: ProxiedClients
    private let time = SystemTime()
    private var recorder: ProxyRecorder?

    init(_ hub: ProxyHub, _ clients: ProxiedClients, recordingTo folder: String?) {
        self.hub = hub
        self.clients = clients
        self.recorder = folder.map { ProxyRecorder(folder: $0, at: SystemTime().now()) }
    }

    func finish() { self.recorder?.finish() }

    func takeNews(keeping kept: ClientNumber?) -> ChannelsProxy.News {
        let failedHandshakes = self.hub.takeFailedHandshakes()
        let refusedHosts = self.hub.takeRefusedHosts()
        for report in self.hub.take() {
            self.clients.handle(report.news, ofLink: report.link, at: report.time)
        }
        let now = self.time.now()
        self.clients.passed(until: now)
        let reports = self.clients.takeReports()
        self.recorder?.write(reports, of: self.clients, at: now)
        let held = self.clients.takeHeldNotes()
        let strays = self.clients.takeStrays()
        let forgotten = self.clients.longGone(at: now).filter { $0 != kept && self.forget($0) }
        return ChannelsProxy.News(
            time: now, reports: reports, held: held, failedHandshakes: failedHandshakes + strays,
            refusedHosts: refusedHosts, forgotten: forgotten,
            recordingWarnings: self.recorder?.takeWarnings() ?? [])
    }

    func forget(_ client: ClientNumber) -> Bool {
        guard self.hub.forget(client) else { return false }
        self.clients.forget(client)
        self.recorder?.forget(client)
        return true
    }

    func overview(selecting selected: ClientNumber?) -> ClientsOverview {
        ClientsOverview(self.clients, selected: selected, at: self.time.now())
    }
}
