import BuoyDashboard
import BuoyDashboardRuntime
import BuoyScripts
import ChannelsProtocol
import ChannelsTransport

/// Each client of the proxy has its own state; the loop shows one of them.
@MainActor
final class ProxySource: DashboardSource {
    let warnings: [String]
    let streamCount: Int? = nil

    private let proxy: ChannelsProxy
    private let faults: ProxyFaults
    private var plan: PlannedFaults
    private let options: DashboardOptions
    private let sandbox: SandboxRequest
    private var states: [ClientNumber: DashboardState] = [:]
    private var titles: [ClientNumber: String] = [:]
    private var shown: ClientNumber?
    private var selected: ClientNumber?
    private var inForce: [ProxyScope: [FaultSchedule.InForce]] = [:]
    private(set) var services = FeatureServices()

    /// How many clients have their own state. A later one is shown from then on.
    private static let stateLimit = 32

    init(
        _ proxy: ChannelsProxy, _ faults: ProxyFaults, plan: PlannedFaults,
        options: DashboardOptions, warnings: [String]
    ) {
        self.proxy = proxy
        self.faults = faults
        self.plan = plan
        self.options = options
        self.warnings = warnings
        self.sandbox = SandboxRequest(proxy.options.upstream)
    }

    func prepare(_ loop: DashboardLoop) async {
        self.services = await loop.servicesWithoutClient()
    }

    func feed(_ loop: DashboardLoop) async {
        await withDiscardingTaskGroup { group in
            group.addTask { await self.services.run(LoopDashboard(loop)) }
            group.addTask { await self.proxy.tick() }
            group.addTask { await self.faults.run() }
            group.addTask { await self.takeFaults(loop) }
            group.addTask { await self.takeNews(loop) }
        }
    }

    func end() async { await self.services.stop() }

    // MARK: Effects

    func start(_ effect: Effect, _ loop: DashboardLoop) {
        switch effect {
        case .fault(.ofServer(let json)):
            loop.inParallel { await loop.askServer(for: json, self.sandbox) }
        case .fault(let order):
            let scope = self.shown.map { ProxyScope.client($0) } ?? .all
            loop.inOrder { await self.perform(order, on: scope, effect, loop) }
        case .client:
            loop.handle(.effectFailed(effect, DashboardState.passedOnReason))
        case .recording:
            loop.handle(
                .effectFailed(effect, "the proxy records its clients with --record FOLDER"))
        case .playback:
            loop.handle(
                .effectFailed(
                    effect, "other clients' connections can only be shown live"))
        case .request(let request):
            if let request = request.base as? ProxyRequest {
                return self.perform(request, effect, loop)
            }
            guard !request.base.needs.isSuperset(of: .ownConnection) else {
                return loop.handle(.effectFailed(effect, DashboardState.passedOnReason))
            }
            self.services.start(request, loop, LoopDashboard(loop))
        case .terminal, .file, .missedEvents, .rename,
            .server, .servers, .quit:
            break
        }
    }

    private func perform(_ request: ProxyRequest, _ effect: Effect, _ loop: DashboardLoop) {
        switch request {
        case .show(let client): self.show(client, loop)
        case .showFrames(let client):
            self.selected = client
            loop.inParallel { await self.tellOverview(loop) }
        case .forget(let client):
            loop.inParallel {
                guard await self.proxy.forget(client) else {
                    return loop.handle(.effectFailed(effect, "it is connected"))
                }
                self.forget(client)
                await self.tellOverview(loop)
            }
        case .hold(let rule, let client):
            loop.inOrder { await self.proxy.hold(rule, of: client) }
        case .inject(let text, let target, let client):
            loop.inOrder {
                guard await self.proxy.inject(text, target, on: .client(client)) > 0 else {
                    return loop.handle(.effectFailed(effect, "the client is not connected"))
                }
                loop.handle(.notice(.warning, target.warning))
            }
        case .settle(let message, let decision): self.proxy.settle(message, decision)
        case .faultOfAll(let order):
            loop.inOrder { await self.perform(order, on: .all, effect, loop) }
        }
    }

    private func perform(
        _ order: FaultOrder, on scope: ProxyScope, _ effect: Effect, _ loop: DashboardLoop
    ) async {
        do throws(FaultLineError) { try await self.faults.perform(order, on: scope) } catch {
            loop.handle(.effectFailed(effect, error.description))
        }
    }

    private func show(_ client: ClientNumber, _ loop: DashboardLoop) {
        guard client != self.shown else {
            return loop.handle(.notice(.info, "this client is already shown"))
        }
        var next = self.states.removeValue(forKey: client) ?? self.newState(client, loop)
        next.takeConsent(from: loop.state)
        let before = loop.exchange(for: next)
        if let shown = self.shown { self.states[shown] = before }
        self.shown = client
        self.selected = client
        loop.handle(.notice(.info, "client \(client): \(self.titles[client] ?? "")"))
        loop.inParallel { await self.tellOverview(loop) }
    }

    private func newState(_ client: ClientNumber, _ loop: DashboardLoop) -> DashboardState {
        var options = self.options
        options.facts.add([ProxyView(shown: client)])
        options.serverLabel = self.titles[client] ?? "client \(client)"
        options.settings = loop.state.settings
        options.keymap = loop.state.options.keymap
        options.glyphs = loop.state.options.glyphs
        var state = DashboardState(options: options, size: loop.state.size)
        let inForce = self.inForce[.all] ?? []
        if !inForce.isEmpty {
            let report = FaultReport(
                at: loop.now, inForce.map { .begin($0) }, inForce: inForce)
            _ = state.handle(.service(.faults(report)))
        }
        return state
    }

    // MARK: Reports

    private func takeNews(_ loop: DashboardLoop) async {
        await self.begin(self.plan.stepsFromStart, loop)
        for await _ in self.proxy.wakeups {
            let news = await self.proxy.takeNews(keeping: self.shown)
            if news.reports.contains(where: { self.titles[$0.client] == nil }) {
                await self.updateTitles()
            }
            for (client, events) in news.reports { self.tell(events, of: client, loop) }
            for (client, notes) in news.held { self.tell(notes, of: client, loop) }
            for client in news.forgotten { self.forget(client) }
            await self.begin(self.plan.steps(after: news), loop)
            if let warning = news.warnings.last { loop.handle(.notice(.warning, warning)) }
            self.shareMemory(loop)
            await self.tellOverview(loop)
            try? await Task.sleep(for: ChannelsProxy.newsInterval)
        }
    }

    /// All logs share one limit: of the largest ones, the oldest events go first.
    private func shareMemory(_ loop: DashboardLoop) {
        let sizes = [loop.state.keptEventBytes] + self.states.values.map(\.keptEventBytes)
        let limit = self.proxy.options.eventBytes
        let level = SharedMemory.level(of: sizes, limit: limit)
        let bytes = sizes.reduce(0) { $0 + min($1, level ?? $1) }
        let action = Action.memoryShared(SharedMemory(bytes: bytes, limit: limit), share: level)
        loop.handle(action)
        for client in self.states.keys { _ = self.states[client]?.handle(action) }
    }

    private func forget(_ client: ClientNumber) {
        self.states[client] = nil
        self.titles[client] = nil
        self.inForce[.client(client)] = nil
        if self.selected == client { self.selected = nil }
    }

    private func begin(_ steps: [FaultScript.Step], _ loop: DashboardLoop) async {
        guard !steps.isEmpty else { return }
        let order = FaultOrder.plan(steps)
        await self.perform(order, on: .all, .proxy(.faultOfAll(order)), loop)
    }

    private func updateTitles() async {
        let overview = await self.proxy.overview(selecting: self.selected)
        for row in overview.rows { self.titles[row.id] = "\(row.title), \(row.peer)" }
    }

    private func tell(_ events: [ClientReport], of client: ClientNumber, _ loop: DashboardLoop) {
        // The first client takes the place of the empty dashboard.
        if self.shown == nil { self.show(client, loop) }
        guard client != self.shown else {
            loop.handle(.client(events))
            return loop.tellServices(events)
        }
        if self.states[client] == nil {
            guard self.states.count < Self.stateLimit else { return }
            self.states[client] = self.newState(client, loop)
        }
        // Effects of a state in the background are dropped.
        _ = self.states[client]?.handle(.client(events))
    }

    private func tell(_ notes: [HeldNote], of client: ClientNumber, _ loop: DashboardLoop) {
        let action = Action.service(.notes(notes.map(\.row)))
        guard client == self.shown else {
            _ = self.states[client]?.handle(action)
            return
        }
        loop.handle(action)
        if let stopped = notes.last(where: { $0.outcome == nil }) {
            loop.handle(.notice(.warning, stopped.notice))
        }
    }

    private func tellOverview(_ loop: DashboardLoop) async {
        let overview = await self.proxy.overview(selecting: self.selected ?? self.shown)
        loop.handle(.service(.feature(AnyFeatureReport(overview))))
    }

    private func takeFaults(_ loop: DashboardLoop) async {
        for await report in self.faults.reports {
            self.inForce[report.scope] = report.report.inForce
            loop.handle(.tick(report.report.time))
            switch report.scope {
            case .client(let client): self.tell(report.report, of: client, loop)
            case .all:
                for client in self.titles.keys { self.tell(report.report, of: client, loop) }
                if self.shown == nil { loop.handle(.service(.faults(report.report))) }
            }
        }
    }

    private func tell(_ report: FaultReport, of client: ClientNumber, _ loop: DashboardLoop) {
        let report = FaultReport(
            at: report.time, report.changes,
            inForce: (self.inForce[.all] ?? []) + (self.inForce[.client(client)] ?? []),
            planned: report.planned, forgotten: report.forgotten)
        if client == self.shown {
            loop.handle(.service(.faults(report)))
        } else {
            _ = self.states[client]?.handle(.service(.faults(report)))
        }
    }
}
