import BuoyCursesTerminal
import BuoyDashboard
import BuoyTextScreen
import ChannelsEventWords
import ChannelsProtocol

/// Several dashboards on one terminal: one for each server, and one for the log of all of them.
///
/// Each has its own loop, with its own client, settings, alerts and errands. The first one, the
/// lead, also reads the keys and draws. `ServerBoard` decides which dashboard is where.
@MainActor
package final class DashboardGroup {
    private(set) var board: ServerBoard
    private let servers: [DashboardLoop]
    private let merged: DashboardLoop
    private var isMergePlanned = false
    /// The second in which the box with the differences was last renewed.
    private var differencesShown: Int64 = 0

    /// - Parameters:
    ///   - servers: in the order of the labels; at least one.
    ///   - merged: the loop for the log of all servers.
    init(_ labels: [ServerLabel], _ servers: [DashboardLoop], merged: DashboardLoop) {
        self.board = ServerBoard(labels, size: merged.parts.terminal.size)
        self.board.glyphs = merged.state.options.glyphs
        self.servers = servers
        self.merged = merged
        for loop in self.loops { loop.group = self }
        self.arrange()
    }

    var loops: [DashboardLoop] { self.servers + [self.merged] }

    /// Reads the keys and draws.
    var lead: DashboardLoop { self.servers.first ?? self.merged }

    var focused: DashboardLoop { self[self.board.focus] }

    func others(besides loop: DashboardLoop) -> [DashboardLoop] {
        self.loops.filter { $0 !== loop }
    }

    private subscript(place: ServerBoard.Place) -> DashboardLoop {
        switch place {
        case .server(let index): self.servers[index]
        case .merged: self.merged
        }
    }

    private func index(of loop: DashboardLoop) -> Int? {
        self.servers.firstIndex { $0 === loop }
    }

    func name(of loop: DashboardLoop) -> String {
        self.index(of: loop).map { self.board.labels[$0].name } ?? ServersRequest.mergedName
    }

    // MARK: What happens

    func happened(_ action: Action, to loop: DashboardLoop) {
        switch action {
        case .client(let batch):
            guard let index = self.index(of: loop) else { return }
            self.board.received(batch, from: index)
            self.planMerge()
        case .tick(let now):
            if loop === self.merged { self.updateMerged(at: now) }
            self.updateDifferences(on: loop, at: now)
        case .themeShown(_, let glyphs): self.board.glyphs = glyphs
        default: break
        }
    }

    private func planMerge() {
        guard self.board.isWaiting, !self.isMergePlanned else { return }
        self.isMergePlanned = true
        self.lead.inParallel {
            try? await Task.sleep(for: ServerMerge.patience + .milliseconds(10))
            self.isMergePlanned = false
            self.updateMerged(at: self.lead.now)
            self.planMerge()
        }
    }

    private func updateMerged(at now: ChannelsTimestamp) {
        guard let report = self.board.merged(at: now) else { return }
        self.merged.handle(.servers(report))
    }

    func resized(_ size: ScreenSize) {
        self.board.resized(size)
        self.arrange()
    }

    func press(_ key: KeyPress) {
        switch key {
        case .mouse(let press): self.point(press)
        case .focusIn, .focusOut: for loop in self.loops { loop.handle(.key(key)) }
        default: self.focused.handle(.key(key))
        }
    }

    private func point(_ press: MousePress) {
        switch self.board.target(x: press.x, y: press.y) {
        case .name(let place): if press.kind == .press { self.enter(place) }
        case .cell(let place, let x, let y):
            if press.kind == .press { self.enter(place) }
            self[place].handle(.key(.mouse(MousePress(press.kind, x: x, y: y))))
        case .nothing: break
        }
    }

    private func enter(_ place: ServerBoard.Place) {
        self.board.enter(place)
        self.arrange()
    }

    // MARK: Requests

    func perform(_ request: ServersRequest, for loop: DashboardLoop) {
        let answer = self.board.perform(request)
        if !self.board.isMerged { self.merged.restart() }
        self.arrange()
        switch answer {
        case .done: break
        case .fill:
            self.merged.restart()
            self.merged.handle(.servers(self.board.filled(with: self.logs(), at: self.lead.now)))
        case .compareLog:
            let events = self.merged.state.loggedServerEvents
            let logs = self.logs(withEvents: false)
            self.merged.handle(.servers(self.board.compared(events, logs, at: self.lead.now)))
        case .unmarked: self.merged.handle(.servers(ServersReport(endsComparison: true)))
        case .showDifferences: self.showDifferences(on: loop)
        case .refused(let reason): loop.handle(.notice(.info, reason))
        }
    }

    private func logs(withEvents: Bool = true) -> [ServerBoard.Logged] {
        self.servers.map { loop in
            let channels = loop.state.channelFacts.filter(\.isSubscribed).map(\.name)
            return ServerBoard.Logged(
                isConnected: loop.state.isConnected, channels: Set(channels),
                events: withEvents ? loop.state.loggedEvents : [])
        }
    }

    private func showDifferences(on loop: DashboardLoop) {
        let lines = self.board.differences { server in
            self.servers[server].state.channelFacts.map {
                ComparedChannel(
                    name: $0.name, isSubscribed: $0.isSubscribed, count: $0.population)
            }
        }
        guard !lines.isEmpty else { return }
        loop.handle(.box(Self.differences, lines.map { Action.Figure($0.name, $0.value) }))
    }

    private static let differences: SafeText = "Differences"

    private func updateDifferences(on loop: DashboardLoop, at now: ChannelsTimestamp) {
        guard loop.state.resultTitle == Self.differences, now.second != self.differencesShown else {
            return
        }
        self.differencesShown = now.second
        self.showDifferences(on: loop)
    }

    private func arrange() {
        for place in self.board.tabs.indices.map(ServerBoard.Place.server) + [.merged] {
            let loop = self[place]
            let size = self.board.size(of: place)
            if loop.state.size != size { loop.handle(.resized(size)) }
            loop.handle(
                .placed(
                    isBehind: place != self.board.focus, isBeside: self.board.parts.count > 1))
        }
    }

    // MARK: Drawing

    /// Changes whenever the screen may have changed.
    var revision: Int {
        self.loops.reduce(self.board.revision) { $0 &+ $1.state.revision }
    }

    var screen: Canvas {
        var canvas = Canvas(size: self.board.size, glyphs: self.merged.state.options.glyphs)
        self.draw(on: &canvas)
        return canvas
    }

    func draw(on canvas: inout Canvas) {
        self.board.draw(on: &canvas) { place, canvas in
            let loop = self[place]
            loop.draw(on: &canvas)
            guard case .merged = place else { return }
            canvas.draw(in: loop.state.layout.header) { self.board.drawMergedHeader(on: &$0) }
        }
    }
}

@MainActor
struct MergedSource: DashboardSource {
    var warnings: [String] { [] }
    var streamCount: Int? { nil }
    /// Each server has its own services for what it reports.
    let services = FeatureServices()

    func feed(_ loop: DashboardLoop) async {}

    func start(_ effect: Effect, _ loop: DashboardLoop) {
        loop.handle(.effectFailed(effect, "this is the combined log; switch to a server first"))
    }

    func end() async {}
}
