import BuoyDashboard
import BuoyTextScreen
import ChannelsProtocol

struct ChartPane: Hashable, Sendable {
    private(set) var chart: Chart?
    /// Whether the chart lacks the events of the log, after a jump in a recording.
    private var isUnread = false

    var unread: Chart? { self.isUnread ? self.chart?.emptied : nil }

    mutating func show(_ chart: Chart) {
        self.chart = chart
        self.isUnread = false
    }
}

extension ChartPane: ResumablePane, SidewaysPane {
    static let profile = PaneProfile(.chart, .alone)

    static let hints: [CommandName] = ["chart", "cancel"]

    mutating func handle(_ event: ClientReport) { self.chart?.handle(event) }

    mutating func received(_ index: Int, of batch: ReportBatch) {
        self.chart?.handle(batch.events[index])
    }

    mutating func arrange(_ context: PaneContext) {
        self.chart?.timePassed(to: context.now)
    }

    mutating func resume(_ before: ChartPane) {
        self.chart = before.chart?.emptied
        self.isUnread = self.chart != nil
    }

    mutating func move(_ movement: Movement, _ place: PanePlace, _ context: PaneContext) {}

    mutating func moveSideways(
        _ step: Int, _ place: PanePlace, _ context: PaneContext
    ) -> Bool {
        // To the left is more of the past.
        self.chart?.changeSpan(by: -step, at: context.now)
        return true
    }

    mutating func click(row: Int, _ place: PanePlace, _ context: PaneContext) -> Bool? {
        nil
    }

    func selection(_ context: PaneContext) -> PaneSelection? { nil }

    func inspectReason(_ context: PaneContext) -> String? {
        "nothing to inspect in a chart"
    }

    func draw(on canvas: inout Canvas, _ frame: PaneFrame, _ context: PaneContext) {
        guard let chart = self.chart else {
            let content = canvas.drawTitle(frame)
            canvas.drawEmpty(
                [
                    "No chart yet. :chart data.price plots a value in the data over time,",
                    ":chart rate, size or rtt plots rates, sizes or round trips.",
                    ":sequence data.n counts lost events by their sequence numbers.",
                ], in: content)
            return
        }
        ChartDrawing(chart, context).draw(on: &canvas, frame)
    }
}
