import BuoyDashboard
import BuoyTextScreen
import ChannelsEventWords
import ChannelsProtocol

/// The columns of the list of clients.
///
/// ```
///   CLIENT             FROM                STATE         CHANNELS  CONNS  ATT/S    IN   OUT
/// ▸ ● pusher-js 8.4.0  10.0.0.7:51234      connected       5 of 5     12    340   12k    42
/// ```
struct ClientColumns {
    private let from: Int?
    private let state: Int
    private let channelsEnd: Int
    private let connectionsEnd: Int?
    private let rateEnd: Int?
    private let receivedEnd: Int?
    private let sentEnd: Int?

    init(width: Int, _ rows: [ClientsOverview.Row]) {
        let titles = rows.map { SafeText(sanitizing: $0.title, limit: Self.titleLimit).width }
        let needed = 4 + max(titles.max() ?? 0, 24) + 2 + Self.otherColumns
        var end = min(width, max(needed, 100)) - 1
        func take(_ cells: Int, from least: Int) -> Int? {
            guard width >= least else { return nil }
            defer { end -= cells }
            return end
        }
        self.sentEnd = take(6, from: 100)
        self.receivedEnd = take(6, from: 90)
        self.rateEnd = take(7, from: 56)
        self.connectionsEnd = take(7, from: 70)
        self.channelsEnd = end
        self.state = end - 25
        self.from = width >= 76 ? max(self.state - 24, 24) : nil
    }

    private static let titleLimit = 100
    /// The cells of all columns beside that of the title: from, state, channels, and figures.
    private static let otherColumns = 24 + 25 + 26 + 1

    func drawHeadings(on canvas: inout Canvas, y: Int) {
        canvas.put("client", x: 4, y: y, role: .muted)
        if let from { canvas.put("from", x: from, y: y, role: .muted) }
        canvas.put("state", x: self.state, y: y, role: .muted)
        canvas.put("channels", endX: self.channelsEnd, y: y, role: .muted)
        for (end, title) in [
            (self.connectionsEnd, "conns"), (self.rateEnd, "att/s"), (self.receivedEnd, "in"),
            (self.sentEnd, "out"),
        ] {
            if let end { canvas.put(SafeText(ours: title), endX: end, y: y, role: .muted) }
        }
    }

    func draw(
        _ row: ClientsOverview.Row, isShown: Bool, y: Int, on canvas: inout Canvas
    ) {
        canvas.put(glyph: row.state.glyph(canvas.glyphs.states), x: 2, y: y, role: row.state.role)
        let titleEnd = (self.from ?? self.state) - 1
        canvas.put(
            SafeText(sanitizing: row.title, limit: Self.titleLimit), x: 4, y: y,
            maxWidth: max(titleEnd - 4, 0), role: isShown ? .title : .text)
        if let from {
            canvas.put(
                SafeText(sanitizing: row.peer, limit: 60), x: from, y: y,
                maxWidth: max(self.state - from - 1, 0), role: .muted)
        }
        canvas.put(
            SafeText(ours: row.state.rawValue), x: self.state, y: y, role: row.state.role)
        let isWhole = row.subscribed == row.wanted
        canvas.put(
            SafeText(ours: "\(row.subscribed) of \(row.wanted)"), endX: self.channelsEnd, y: y,
            role: isWhole ? .text : .flashWarn)
        self.drawFigures(row, y: y, on: &canvas)
    }

    private func drawFigures(_ row: ClientsOverview.Row, y: Int, on canvas: inout Canvas) {
        let isStorm = row.attemptRate >= ClientsOverview.stormRate
        let figures: [(Int?, Int, Role)] = [
            (self.connectionsEnd, row.connections, .text),
            (self.rateEnd, row.attemptRate, isStorm ? .flashError : .text),
            (self.receivedEnd, row.traffic.received, .text),
            (self.sentEnd, row.traffic.sent, .text),
        ]
        for (end, count, role) in figures {
            guard let end else { continue }
            canvas.put(SafeText(ours: Figures.count(count)), endX: end, y: y, role: role)
        }
    }
}
