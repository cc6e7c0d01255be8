package import BuoyDashboard
import BuoyScripts
package import BuoyTestSupport
package import BuoyTextScreen
package import ChannelsProtocol

/// Several dashboards on one screen, as the program keeps them: one for each server, and one for
/// the log of all of them.
package struct SeveralDashboards {
    package var board: ServerBoard
    package var servers: [DashboardState]
    package var merged: DashboardState
    package var now = RecordedEvents().time

    package init(
        _ names: [String], _ columns: Int, _ rows: Int, glyphs: GlyphSet = .unicode,
        catalog: Catalog = .core
    ) {
        let labels = ServerLabel.all(names)
        let size = ScreenSize(columns: columns, rows: rows)
        self.board = ServerBoard(labels, size: size)
        self.board.glyphs = glyphs
        self.servers = names.map { name in
            var options = DashboardFixture.options(glyphs, catalog: catalog)
            options.serverLabel = name
            options.opened = labels
            options.servers = ServerMenu(
                names.map { NamedServer(name: $0, place: .host("127.0.0.1"), key: "k") },
                current: name)
            return DashboardState(options: options, size: size)
        }
        var options = DashboardFixture.options(glyphs, catalog: catalog)
        options.opened = labels
        options.isMerged = true
        self.merged = DashboardState(options: options, size: size)
        self.arrange()
    }

    /// Clients report something.
    package mutating func receive(_ sessions: [RecordedEvents]) {
        for (server, session) in sessions.enumerated() {
            _ = self.servers[server].handle(.client(session.events))
            self.board.received(session.events, from: server)
        }
        self.pass(to: sessions.map(\.time).max() ?? self.now)
    }

    /// Time passes.
    package mutating func pass(to now: ChannelsTimestamp) {
        self.now = now
        for index in self.servers.indices { _ = self.servers[index].handle(.tick(now)) }
        _ = self.merged.handle(.tick(now))
        if let report = self.board.merged(at: now) { _ = self.merged.handle(.servers(report)) }
    }

    /// Presses keys of the dashboard that has them.
    package mutating func press(_ names: String...) {
        for name in names {
            let effects: [Effect]
            switch self.board.focus {
            case .server(let index): effects = self.servers[index].press(name)
            case .merged: effects = self.merged.press(name)
            }
            for case .servers(let request) in effects { self.perform(request) }
        }
    }

    package mutating func perform(_ request: ServersRequest) {
        let answer = self.board.perform(request)
        self.arrange()
        switch answer {
        case .done, .refused: break
        case .fill:
            let report = self.board.filled(with: self.logs, at: self.now)
            _ = self.merged.handle(.servers(report))
        case .compareLog:
            let report = self.board.compared(
                self.merged.loggedServerEvents, self.logs, at: self.now)
            _ = self.merged.handle(.servers(report))
        case .unmarked: _ = self.merged.handle(.servers(ServersReport(endsComparison: true)))
        case .showDifferences:
            let facts = self.servers.map(\.channelFacts)
            let lines = self.board.differences { server in
                facts[server].map {
                    ComparedChannel(
                        name: $0.name, isSubscribed: $0.isSubscribed, count: $0.population)
                }
            }
            _ = self.merged.handle(
                .box("Differences", lines.map { Action.Figure($0.name, $0.value) }))
        }
    }

    private var logs: [ServerBoard.Logged] {
        self.servers.map { state in
            ServerBoard.Logged(
                isConnected: state.isConnected,
                channels: Set(state.channelFacts.filter(\.isSubscribed).map(\.name)),
                events: state.loggedEvents)
        }
    }

    private mutating func arrange() {
        let isBeside = self.board.parts.count > 1
        for index in self.servers.indices {
            let place = ServerBoard.Place.server(index)
            _ = self.servers[index].handle(.resized(self.board.size(of: place)))
            _ = self.servers[index].handle(
                .placed(isBehind: place != self.board.focus, isBeside: isBeside))
        }
        _ = self.merged.handle(.resized(self.board.size(of: .merged)))
        _ = self.merged.handle(.placed(isBehind: self.board.focus != .merged, isBeside: isBeside))
    }

    package func screen() -> Canvas {
        var canvas = Canvas(size: self.board.size, glyphs: self.merged.options.glyphs)
        self.board.draw(on: &canvas) { place, canvas in
            switch place {
            case .server(let index): self.servers[index].draw(on: &canvas)
            case .merged:
                self.merged.draw(on: &canvas)
                canvas.draw(in: self.merged.layout.header) { self.board.drawMergedHeader(on: &$0) }
            }
        }
        return canvas
    }
}

// MARK: - Two deployments

extension SeveralDashboards {
    /// A staging server and a production server that deliver almost the same.
    package static func deployments(
        _ columns: Int, _ rows: Int, glyphs: GlyphSet = .unicode, catalog: Catalog = .core
    ) -> SeveralDashboards {
        var dashboards = SeveralDashboards(
            ["staging", "prod"], columns, rows, glyphs: glyphs, catalog: catalog)
        dashboards.receive([Self.staging(), Self.production()])
        for index in dashboards.servers.indices { dashboards.servers[index].notice = nil }
        return dashboards
    }

    private static func session(_ channels: [String]) -> RecordedEvents {
        var session = RecordedEvents()
        session.connect()
        session.wait(.milliseconds(12))
        for channel in channels { session.subscribe(channel) }
        session.subscribe(
            "presence-shop",
            members: ["u1", "u7"].map { RecordedEvents.member($0, "Member \($0)") },
            me: "u1")
        session.wait(.milliseconds(400))
        return session
    }

    private static func staging() -> RecordedEvents {
        var session = Self.session(["orders", "stock", "beta"])
        session.receive("order.created", on: "orders", #"{"id":4711,"total":12.5}"#)
        session.wait(.milliseconds(300))
        session.receive("order.paid", on: "orders", #"{"id":4711,"method":"card"}"#)
        session.wait(.milliseconds(500))
        session.receive("stock.changed", on: "stock", #"{"sku":"A-17","left":3}"#)
        session.wait(.milliseconds(700))
        session.receive("order.created", on: "orders", #"{"id":4712,"total":99}"#)
        session.wait(.seconds(1))
        session.receive("order.refused", on: "orders", #"{"id":4712,"reason":"limit"}"#)
        session.wait(.milliseconds(200))
        session.receive("banner", on: "beta", #"{"text":"new"}"#)
        session.wait(.seconds(12))
        session.receive("stock.changed", on: "stock", #"{"sku":"B-02","left":40}"#)
        session.wait(.seconds(1))
        return session
    }

    private static func production() -> RecordedEvents {
        var session = Self.session(["orders", "stock"])
        session.wait(.milliseconds(42))
        session.receive("order.created", on: "orders", #"{"id":4711,"total":12.5}"#)
        session.wait(.milliseconds(309))
        session.receive("order.paid", on: "orders", #"{"id":4711,"method":"card"}"#)
        session.wait(.milliseconds(480))
        session.receive("stock.changed", on: "stock", #"{"sku":"A-17","left":2}"#)
        session.wait(.milliseconds(2300))
        session.receive("order.created", on: "orders", #"{"id":4712,"total":99}"#)
        session.wait(.milliseconds(11_600))
        session.receive("stock.changed", on: "stock", #"{"sku":"B-02","left":40}"#)
        session.wait(.seconds(1))
        return session
    }

    /// The production server has lost its connection, which nobody has looked at.
    package static func withTrouble(
        _ columns: Int, _ rows: Int, glyphs: GlyphSet = .unicode, catalog: Catalog = .core
    ) -> SeveralDashboards {
        var dashboards = SeveralDashboards(
            ["staging", "prod"], columns, rows, glyphs: glyphs, catalog: catalog)
        var production = Self.production()
        production.drop(4200, reason: "", retryAfter: .seconds(3))
        production.add(
            .problem(ReportedProblem(kind: .serverError(code: 4301), text: "Rate limit")))
        dashboards.receive([Self.staging(), production])
        for index in dashboards.servers.indices { dashboards.servers[index].notice = nil }
        return dashboards
    }
}
