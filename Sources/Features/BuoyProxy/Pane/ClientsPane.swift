import BuoyDashboard
import BuoyTextScreen
import ChannelsProtocol

struct ClientsPane: Hashable, Sendable {
    let isProxy: Bool
    let shown: ClientNumber?
    private var overview: ClientsOverview?
    private var cursor = ListCursor<ClientNumber>()
    /// Until then, the newest client is selected.
    private var hasMoved = false
    var edited: HeldMessage?

    init(_ view: ProxyView?) {
        self.isProxy = view != nil
        self.shown = view?.shown
    }

    var selected: ClientNumber? {
        self.cursor.order.indices.contains(self.cursor.index)
            ? self.cursor.order[self.cursor.index] : nil
    }

    var peer: ShownPeer? {
        self.overview?.rows.first { $0.id == self.shown }
            .map { ShownPeer(name: $0.title, address: $0.peer) }
    }

    var hasConnection: Bool { self.overview?.rows.contains { !$0.isGone } ?? false }

    /// The message that waits longest for a decision: of the selected client, or of any.
    var heldMessage: HeldMessage? {
        let rows = self.overview?.rows ?? []
        let selected = rows.first { $0.id == self.selected }?.held.first
        return selected ?? rows.flatMap(\.held).min { $0.id < $1.id }
    }

    func holds(_ message: HeldMessage) -> Bool {
        self.overview?.rows.contains { $0.held.contains(message) } ?? false
    }

    var forgettable: [ClientNumber] {
        self.overview?.rows.filter { $0.isGone && $0.id != self.shown }.map(\.id) ?? []
    }

    var all: [ClientNumber] { self.cursor.order }

    /// The lines of the list, without its heading: as many as it has rows, and at most half.
    private func listHeight(_ height: Int) -> Int {
        max(min(self.cursor.order.count, (height - 2) / 2), 1)
    }
}

extension ClientsPane: ServicePane, CountedPane, OptionalPane, PeerPane {
    static let profile = PaneProfile(.clients, .alone)

    static let hints: [CommandName] = [
        "show-client", "faults", "forget-client", "show clients", "cancel",
    ]

    mutating func handle(_ report: ServiceReport, _ context: PaneContext) {
        guard let overview = report.report(ClientsOverview.self) else { return }
        self.overview = overview
        self.cursor.arrange(overview.rows.map(\.id))
        guard !self.hasMoved || self.cursor.selected == nil else { return }
        let newest = overview.rows.filter { !$0.isGone }.map(\.id).max() ?? self.shown
        let index = self.cursor.order.firstIndex { $0 == newest } ?? 0
        self.cursor.select(index, height: self.cursor.order.count)
    }

    static let asks = PaneRequests.whenUsed

    mutating func requests(_ context: PaneContext, isShown: Bool) -> [Effect] {
        guard isShown, let selected = self.selected, selected != self.overview?.selected else {
            return []
        }
        return [.proxy(.showFrames(selected))]
    }

    mutating func move(_ movement: Movement, _ place: PanePlace, _ context: PaneContext) {
        self.hasMoved = true
        self.cursor.move(movement, height: self.listHeight(place.height))
    }

    mutating func click(row: Int, _ place: PanePlace, _ context: PaneContext) -> Bool? {
        self.hasMoved = true
        return self.cursor.select(line: row - 1, height: self.listHeight(place.height))
    }

    func draw(on canvas: inout Canvas, _ frame: PaneFrame, _ context: PaneContext) {
        let rows = self.overview?.rows ?? []
        var facts = StyledLine()
        if !rows.isEmpty {
            let connected = rows.count { $0.state == .connected }
            facts.append("\(connected) of \(rows.count) connected", .muted)
        }
        if let storm = self.overview?.stormSentence {
            facts.append(SafeText(ours: "  \(storm)"), .flashError)
        }
        let content = canvas.drawTitle(frame, facts: facts)
        canvas.draw(in: content) { canvas in
            guard let overview = self.overview, !overview.rows.isEmpty else {
                let lines: [SafeText] =
                    self.isProxy
                    ? ["No client has connected yet. Point one at the address above."]
                    : ["buoy proxy lists other programs' connections here: buoy proxy --help."]
                return canvas.drawEmpty(lines, in: canvas.bounds)
            }
            self.draw(overview, on: &canvas, frame, context)
        }
    }

    private func draw(
        _ overview: ClientsOverview, on canvas: inout Canvas, _ frame: PaneFrame,
        _ context: PaneContext
    ) {
        let columns = ClientColumns(width: canvas.width, overview.rows)
        columns.drawHeadings(on: &canvas, y: 0)
        let height = self.listHeight(canvas.height)
        let (list, below) = canvas.bounds.split(top: 1).rest.split(top: height)
        canvas.draw(in: list) { canvas in
            let window = self.cursor.window(height: canvas.height)
            for (y, index) in window.rows.enumerated() {
                let id = self.cursor.order[index]
                guard let row = overview.rows.first(where: { $0.id == id }) else { continue }
                columns.draw(row, isShown: id == self.shown, y: y, on: &canvas)
                if index == self.cursor.index { canvas.markSelection(y: y, frame) }
            }
            canvas.drawMore(window)
        }
        canvas.draw(in: below) { self.drawDetails(overview, on: &$0, context) }
    }

    private func drawDetails(
        _ overview: ClientsOverview, on canvas: inout Canvas, _ context: PaneContext
    ) {
        guard canvas.height > 2, let row = overview.rows.first(where: { $0.id == self.selected })
        else { return }
        overview.drawAttempts(on: &canvas, y: 0)
        var room = canvas.bounds.split(top: 2).rest
        let held = HeldLines(row.held, now: context.now)
        let heldHeight = canvas.draw(in: room) { held.draw(on: &$0) }
        room = room.split(top: heldHeight).rest
        let lines = ReconnectionLines(row, now: context.now) {
            context.times.timeOfDay($0, hasMilliseconds: false)
        }
        let framesHeight = canvas.height >= 12 ? canvas.height / 3 : 0
        let used = canvas.draw(in: room.split(bottom: framesHeight).rest) { lines.draw(on: &$0) }
        guard overview.selected == row.id else { return }
        let frames = room.split(top: min(used + 1, room.height)).rest
        canvas.draw(in: frames) { canvas in
            overview.drawFrames(on: &canvas) {
                context.times.timeOfDay($0, hasMilliseconds: true)
            }
        }
    }

    func count(_ context: PaneContext) -> Int? { self.overview?.rows.count }

    func selection(_ context: PaneContext) -> PaneSelection? { nil }

    func showReason(_ context: PaneContext) -> String? {
        self.isProxy || self.overview != nil
            ? nil : "only buoy proxy has clients: it shows other programs' connections"
    }

    func inspectReason(_ context: PaneContext) -> String? {
        "press Enter to show the selected client in all panes"
    }
}
