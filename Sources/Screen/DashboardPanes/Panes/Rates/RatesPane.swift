import ChannelsProtocol
import EventWords
import Events
import OrderedCollections
import TextScreen

/// The number of events of each channel over the last minute, highest first.
package struct RatesPane: Hashable, Sendable {
    /// The period, in seconds.
    static let span = 60

    /// The listed channels.
    private(set) var cursor = ListCursor<ChannelName>()

    /// The events of all channels, including those that are gone.
    private var all = RateCounter()
    /// The second in which it was last sorted, and the channels at that time.
    private var arrangedIn: Int64?
    private var generation = 0

    /// Creates a pane without channels.
    package init() {}

    /// The selected channel; the first one by default.
    var selected: ChannelName? {
        self.cursor.order.indices.contains(self.cursor.index)
            ? self.cursor.order[self.cursor.index] : nil
    }

    package mutating func received(_ index: Int, of batch: ReportBatch) {
        self.all.record(second: batch.events[index].time.second)
    }

    /// Sorts the channels, once a second and when they have changed.
    mutating func arrange(_ channels: ChannelsPane, second: Int64) {
        guard self.arrangedIn != second || self.generation != channels.generation else { return }
        self.arrangedIn = second
        self.generation = channels.generation
        let rates = channels.rows.values.map { row in
            (name: row.name, rate: row.rate.perSecond(at: second, over: Self.span))
        }
        // Stable, so that equal ones stay in the order of subscription.
        let sorted = rates.enumerated().sorted { left, right in
            left.element.rate == right.element.rate
                ? left.offset < right.offset : left.element.rate > right.element.rate
        }
        self.cursor.arrange(sorted.map(\.element.name))
    }

    /// - Parameter height: the number of lines; the first is for all channels together.
    mutating func move(_ movement: Movement, height: Int) {
        self.cursor.move(movement, height: max(height - 1, 1))
    }

    /// Selects the channel on a row of the screen, and returns whether it was selected before.
    mutating func click(row y: Int, height: Int) -> Bool? {
        self.cursor.select(line: y - 1, height: max(height - 1, 1))
    }
}

// MARK: - Drawing

extension RatesPane {
    /// A line of the list: a channel, or all together.
    private struct Line {
        let name: SafeText
        let role: Role
        let rate: RateCounter
        /// The number of events in each of the last seconds.
        let history: [Int]
    }

    private enum ColumnID: Hashable {
        case name, rate, graph, peak
    }

    private typealias Columns = ColumnLayout<ColumnID, Line>

    /// The graph gets the remaining width, up to a cell for each second.
    ///
    /// ```
    /// ▸ticker-BTCUSD       2.0 ▆▆▆▆▆▆▆▆▆▆▆▆▆▆    4
    /// ```
    /// - Parameter histories: the histories of all lines, which share a scale.
    private static func columns(
        width: Int, _ frame: PaneFrame, _ histories: [[Int]]
    ) -> Columns {
        let name = Column<ColumnID, Line>(.name, .rest(gap: 0), .text { ($0.name, $0.role) })
        let rate = Column<ColumnID, Line>(
            .rate, "/s", .cells(5), at: .end,
            .text {
                let mean = $0.rate.perSecond(at: frame.second, over: Self.span)
                return (SafeText(ours: Figures.rate(mean)), .text)
            })
        let peak = Column<ColumnID, Line>(
            .peak, "peak", .cells(6), at: .end,
            .text { (SafeText(ours: Figures.count($0.history.max() ?? 0)), .muted) })
        let peaks = width >= 34 ? [peak] : []
        // Names and rates have precedence, because a narrow graph is still useful.
        let room = width - 1 - peaks.count * 6 - min(max(width * 2 / 5, 12), 32) - 6
        let columns = [name, rate, Self.graph(room: max(room, 1), histories)] + peaks
        return Columns(columns, from: 1, to: width - 1)
    }

    private static func graph(room: Int, _ histories: [[Int]]) -> Column<ColumnID, Line> {
        let seconds = [1, 2, 3, 4, 5, 6, 10, 12, 15, 20, 30].first { Self.span / $0 <= room }
        let step = seconds ?? Self.span
        let highest = histories.flatMap { Self.counts($0, step) }.max() ?? 0
        return Column(
            .graph, .cells(Self.span / step + 1),
            .drawn { line, canvas, y, cells in
                let counts = Self.counts(line.history, step)
                canvas.drawGraph(counts, x: cells.lowerBound + 1, y: y, highest: highest)
            })
    }

    /// The number of events in consecutive periods of this many seconds.
    private static func counts(_ history: [Int], _ step: Int) -> [Int] {
        stride(from: 0, to: history.count, by: step).map { start in
            history[start..<min(start + step, history.count)].reduce(0, +)
        }
    }

    /// - Parameter advice: what it says about subscribing if there are no channels.
    func draw(
        on canvas: inout Canvas, _ frame: PaneFrame, _ pane: ChannelsPane, advice: [SafeText] = []
    ) {
        let channels = pane.rows
        let shown = self.cursor.window(height: max(canvas.height - 2, 1)).rows
        let rates = shown.compactMap { channels[self.cursor.order[$0]]?.rate } + [self.all]
        let columns = Self.columns(
            width: canvas.width, frame,
            rates.map { $0.history(Self.span, before: frame.second) })
        let separator = canvas.glyphs.separator
        let content = canvas.drawTitle(
            frame, facts: StyledLine("\(glyph: separator) last \(Self.span) s", .muted))
        canvas.drawHeadings(columns, frame)
        canvas.draw(in: content) { canvas in
            guard !channels.isEmpty else {
                canvas.drawEmpty(["No channels yet."] + advice, in: canvas.bounds)
                return
            }
            columns.draw(Self.line("all channels", .muted, self.all, frame), y: 0, on: &canvas)
            canvas.draw(in: canvas.bounds.split(top: 1).rest) {
                self.drawRows(on: &$0, frame, columns, pane)
            }
        }
    }

    private func drawRows(
        on canvas: inout Canvas, _ frame: PaneFrame, _ columns: Columns,
        _ pane: ChannelsPane
    ) {
        let window = self.cursor.window(height: canvas.height)
        for (y, index) in window.rows.enumerated() {
            guard let row = pane.rows[self.cursor.order[index]] else { continue }
            let name = SafeText(sanitizing: row.name.text, limit: 400)
            columns.draw(
                Self.line(name, pane.colors.role(of: row.name), row.rate, frame), y: y, on: &canvas)
            let isChosen = self.cursor.selected != nil || frame.isFocused
            if index == self.cursor.index && isChosen { canvas.markSelection(y: y, frame) }
        }
        canvas.drawMore(window)
    }

    private static func line(
        _ name: SafeText, _ role: Role, _ rate: RateCounter, _ frame: PaneFrame
    ) -> Line {
        let history = rate.history(self.span, before: frame.second)
        return Line(name: name, role: role, rate: rate, history: history)
    }
}
