import BuoyDashboard
import BuoyTextScreen
import ChannelsEventWords
import ChannelsProtocol
import OrderedCollections

struct OccupiedPane: Hashable, Sendable {
    private(set) var app: AppInspector?
    private let advice: String
    var lastPublished: String?
    private(set) var cursor = ListCursor<ChannelName>()
    private(set) var order = OccupiedOrder.name
    private(set) var needle: Needle?
    private var steps: [AppInspector.Step] = []
    private var findings: [PaneFinding] = []
    private var arranged = Arrangement()

    private struct Arrangement: Hashable {
        var generation = -1
        var round = -1
        var order = OccupiedOrder.name
        var needle: Needle?
    }

    init(_ access: APIAccess) {
        switch access {
        case .available(let isLocal):
            self.app = AppInspector(isLocal: isLocal)
            self.advice = ""
        case .missing(let text): self.advice = text
        }
    }

    var selected: ChannelName? {
        self.cursor.order.indices.contains(self.cursor.index)
            ? self.cursor.order[self.cursor.index] : nil
    }

    func missing(_ context: PaneContext) -> String {
        context.connection.isPassedOn
            ? "buoy proxy does not use the app's HTTP API." : self.advice
    }

    var knownChannels: [ChannelName] {
        self.app?.channels.rows.values.filter(\.isOccupied).map(\.name).sorted() ?? []
    }

    private var isBusy: Bool {
        guard let app = self.app else { return false }
        return app.probe != nil || app.watch.isActive && app.isLocal
    }

    /// A subscription that a watch made or ended is one of many.
    func isRoutine(_ event: ClientReport) -> Bool {
        guard case .subscriptionChanged(let name, let state) = event.kind else { return false }
        if case .failed = state { return false }
        return self.app?.watch.isOwn(name) ?? false
    }

    var box: ResultBox? {
        self.app?.probe.map { ResultBox("Probe is running", $0.result.facts) }
    }

    // MARK: Requests of the user

    mutating func ask(_ body: (inout AppInspector) -> [AppInspector.Step]) {
        guard var app = self.app else { return }
        // So that there is one reference to the channels, which are not copied.
        self.app = nil
        self.steps += body(&app)
        self.app = app
    }

    // MARK: Search

    static let search = PaneSearch(
        historyName: "occupied", placeholder: "text in channel names; empty shows all",
        isFilter: false)

    var searchText: String? { self.needle?.text }

    mutating func narrow(to text: String) -> PaneSearch.Miss? {
        self.needle = text.isEmpty ? nil : Needle(text)
        self.arrange(by: self.order)
        guard !text.isEmpty, self.cursor.order.isEmpty else { return nil }
        return .hopeless("no occupied channel name contains \"\(text)\"")
    }

    var isWaiting: Bool { self.isBusy }

    // MARK: Reports

    mutating func handle(_ event: ClientReport) { self.ask { $0.handle(event) } }

    mutating func received(_ event: ChannelsEvent, at time: ChannelsTimestamp) {
        guard event.name == PublishProbe.event else { return }
        self.ask { $0.received(event, at: time) }
    }

    // MARK: Sorting

    mutating func arrange(by order: OccupiedOrder) {
        self.order = order
        guard let channels = self.app?.channels else { return }
        // Only the order by counts depends on more than which channels there are.
        let round = order == .count ? channels.round : 0
        let wanted = Arrangement(
            generation: channels.generation, round: round, order: order, needle: self.needle)
        guard wanted != self.arranged else { return }
        let keepsPlace =
            wanted.order == self.arranged.order && wanted.needle == self.arranged.needle
        self.arranged = wanted
        let rows = channels.rows.values.filter { row in
            self.needle.map { $0.occurs(in: row.name.text) } ?? true
        }
        let sorted = rows.sorted { Self.precedes($0, $1, by: order) }
        self.cursor.arrange(sorted.map(\.name), keepsPlace: keepsPlace)
    }

    private static func precedes(
        _ left: OccupiedChannels.Row, _ right: OccupiedChannels.Row, by order: OccupiedOrder
    ) -> Bool {
        switch order {
        case .name: break
        case .count:
            let counts = (left.population ?? 0, right.population ?? 0)
            if counts.0 != counts.1 { return counts.0 > counts.1 }
        case .newest:
            if left.firstSeen != right.firstSeen { return left.firstSeen > right.firstSeen }
        case .kind:
            let kinds = (left.name.kind.rank, right.name.kind.rank)
            if kinds.0 != kinds.1 { return kinds.0 < kinds.1 }
        }
        return left.name < right.name
    }

    // MARK: Selecting

    mutating func move(_ movement: Movement, height: Int) {
        self.cursor.move(movement, height: height, hasFooter: Self.hasFooter(height))
    }

    mutating func click(row line: Int, height: Int) -> Bool? {
        self.cursor.select(line: line, height: height, hasFooter: Self.hasFooter(height))
    }

    static func hasFooter(_ height: Int) -> Bool { height >= 4 }
}

// MARK: Services

extension OccupiedPane {
    mutating func handle(_ report: ServiceReport, _ context: PaneContext) {
        guard let report = report.report(APIReport.self) else { return }
        let situation = Self.situation(context, isShown: false)
        self.ask { $0.answered(report, situation) }
    }

    static let asks = PaneRequests.afterReports

    mutating func requests(_ context: PaneContext, isShown: Bool) -> [Effect] {
        guard self.app != nil else { return [] }
        let situation = Self.situation(context, isShown: isShown)
        self.ask { $0.timePassed(situation) }
        guard !self.steps.isEmpty else { return [] }
        let steps = self.steps
        self.steps = []
        return steps.compactMap { self.carryOut($0, context) }
    }

    mutating func takeFindings() -> [PaneFinding] {
        defer { self.findings = [] }
        return self.findings
    }

    private mutating func carryOut(_ step: AppInspector.Step, _ context: PaneContext) -> Effect? {
        switch step {
        case .request(let request): return .api(request)
        case .subscribe(let channel): return .client(.subscribe(channel))
        case .unsubscribe(let channel): return .client(.unsubscribe(channel))
        case .done(let text): self.findings.append(.notice(.success, text))
        case .failed(let text): self.findings.append(.notice(.failure, text))
        case .compared(let comparison):
            self.findings += comparison.findings(
                differedBefore: context.members.rosters[comparison.channel]?.audit != nil, context)
        case .probed(let result): self.findings += result.findings(at: context.now)
        }
        return nil
    }

    private static func situation(
        _ context: PaneContext, isShown: Bool
    ) -> AppInspector.Situation {
        let (channels, members) = (context.channels, context.members)
        return AppInspector.Situation(
            now: context.now, isConnected: context.connection.state == .connected,
            isShown: isShown, gap: context.connection.record.gaps.latest,
            server: context.connection.record.server, isListed: { channels.rows[$0] != nil },
            members: { name in
                context.staleSince(of: name) == nil ? members.rosters[name].map(\.present) : nil
            })
    }
}
