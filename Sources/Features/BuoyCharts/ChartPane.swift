import BuoyDashboard
import BuoyTextScreen
import ChannelsEventWords
import ChannelsProtocol

struct ChartPane: Hashable, Sendable {
    private(set) var chart: Chart?
    /// Whether the chart lacks the events of the log, after a jump in a recording.
    private var isUnread = false
    private var isListing = true
    private var fields: [ChartField] = []
    private var cursor = ListCursor<String>()
    private var listedSecond: Int64?

    var unread: Chart? { self.isUnread ? self.chart?.emptied : nil }

    mutating func show(_ chart: Chart) {
        self.chart = chart
        self.isUnread = false
        self.isListing = false
    }

    // MARK: Fields

    /// Whether it lists what can be charted.
    var listsFields: Bool { self.isListing || self.chart == nil }

    var selectedField: String? { self.cursor.selected }

    mutating func listFields() {
        self.isListing = true
        self.listedSecond = nil
    }

    /// Whether the fields are from an earlier second.
    func needsFields(at now: ChannelsTimestamp) -> Bool {
        self.listsFields && self.listedSecond != now.second
    }

    mutating func show(_ fields: [ChartField], at now: ChannelsTimestamp) {
        self.fields = fields
        self.listedSecond = now.second
        self.cursor.arrange(fields.map(\.word))
        if self.cursor.selected == nil { self.cursor.select(0, height: fields.count) }
    }
}

extension ChartPane: ResumablePane, SidewaysPane {
    static let profile = PaneProfile(.chart, .alone)

    static let hints: [CommandName] = ["chart-field", "chart", "cancel"]

    mutating func handle(_ event: ClientReport) { self.chart?.handle(event) }

    mutating func received(_ index: Int, of batch: ReportBatch) {
        self.chart?.handle(batch.events[index])
    }

    mutating func arrange(_ context: PaneContext) {
        self.chart?.timePassed(to: context.now)
    }

    mutating func resume(_ before: ChartPane) {
        self.chart = before.chart?.emptied
        self.isListing = before.isListing
        self.isUnread = self.chart != nil
    }

    mutating func move(_ movement: Movement, _ place: PanePlace, _ context: PaneContext) {
        if self.listsFields { self.cursor.move(movement, height: place.height) }
    }

    mutating func moveSideways(
        _ step: Int, _ place: PanePlace, _ context: PaneContext
    ) -> Bool {
        guard !self.listsFields else { return false }
        // To the left is more of the past.
        self.chart?.changeSpan(by: -step, at: context.now)
        return true
    }

    mutating func click(row: Int, _ place: PanePlace, _ context: PaneContext) -> Bool? {
        self.listsFields ? self.cursor.select(line: row, height: place.size.rows) : nil
    }

    func selection(_ context: PaneContext) -> PaneSelection? { nil }

    func inspectReason(_ context: PaneContext) -> String? {
        "nothing to inspect in a chart"
    }

    func draw(on canvas: inout Canvas, _ frame: PaneFrame, _ context: PaneContext) {
        if let chart = self.chart, !self.isListing {
            ChartDrawing(chart, context).draw(on: &canvas, frame)
            return
        }
        let glyphs = canvas.glyphs
        let facts = StyledLine("\(glyph: glyphs.separator) numbers in events", .muted)
        let content = canvas.drawTitle(frame, facts: facts)
        canvas.draw(in: content) { self.drawFields(on: &$0, frame) }
    }

    private func drawFields(on canvas: inout Canvas, _ frame: PaneFrame) {
        let window = self.cursor.window(height: canvas.height)
        let longest = self.fields.map(\.word.count).max() ?? 0
        let nameWidth = min(longest, max(canvas.width / 2 - 4, 8))
        let channels = self.fields.map(\.channelWords.width).max() ?? 0
        let channelWidth = min(channels, max(canvas.width - nameWidth - 36, 0))
        for (y, index) in window.rows.enumerated() where self.fields.indices.contains(index) {
            self.fields[index].draw(
                on: &canvas, y: y, nameWidth: nameWidth, channelWidth: channelWidth)
            if index == self.cursor.index { canvas.markSelection(y: y, frame) }
        }
        canvas.drawMore(window)
        let free = canvas.bounds.split(top: window.rows.count + 1).rest
        canvas.drawEmpty(
            [
                ":chart data.price CHANNEL EVENT charts some channels or events.",
                ":sequence data.n counts lost events by their sequence numbers.",
            ], in: free)
    }
}
