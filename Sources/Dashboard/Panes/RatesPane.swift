import ChannelsProtocol
import OrderedCollections
import TextScreen

/// How many events each channel brought over the last minute, the most first.
struct RatesPane: Hashable, Sendable {
    /// How far it looks back, in seconds.
    static let span = 60

    /// The channels as they are listed.
    private(set) var cursor = ListCursor<ChannelName>()
    /// The events of all channels together, also of those that are gone.
    private var all = RateCounter()
    /// The second in which it was put in order, and the channels that there were.
    private var arrangedIn: Int64?
    private var generation = 0

    /// The selected channel; the first one when none was chosen.
    var selected: ChannelName? {
        self.cursor.order.indices.contains(self.cursor.index)
            ? self.cursor.order[self.cursor.index] : nil
    }

    mutating func handle(_ event: ClientEvent) {
        if case .received = event.kind { self.all.record(second: event.time.second) }
    }

    /// Puts the channels in order, once a second, and when there are others than before.
    mutating func arrange(_ channels: ChannelsPane, second: Int64) {
        guard self.arrangedIn != second || self.generation != channels.generation else { return }
        self.arrangedIn = second
        self.generation = channels.generation
        let rates = channels.rows.values.map { row in
            (name: row.name, rate: row.rate.perSecond(at: second, over: Self.span))
        }
        // Stable: equal ones stay as they were subscribed.
        let sorted = rates.enumerated().sorted { left, right in
            left.element.rate == right.element.rate
                ? left.offset < right.offset : left.element.rate > right.element.rate
        }
        self.cursor.arrange(sorted.map(\.element.name))
    }

    /// - Parameter height: lines of the pane; the first one has all channels together.
    mutating func move(_ movement: Movement, height: Int) {
        self.cursor.move(movement, height: max(height - 1, 1))
    }

    /// Selects the channel on a row of the screen, and answers whether it was selected before.
    mutating func point(at y: Int, height: Int) -> Bool? {
        self.cursor.point(at: y - 1, height: max(height - 1, 1))
    }
}

// MARK: - Drawing

extension RatesPane {
    /// Where the columns of a row are. The graph gets the room that the names leave, up to a cell
    /// for each second.
    ///
    /// ```
    /// ▸ticker-BTCUSD       2.0 ▆▆▆▆▆▆▆▆▆▆▆▆▆▆    4
    /// ```
    private struct Columns {
        let nameEnd: Int
        let rateEnd: Int
        let graph: Int
        /// How many seconds a cell of the graph stands for.
        let secondsPerCell: Int
        /// `nil` when there is no room for the highest second.
        let peakEnd: Int?

        init(width: Int) {
            self.peakEnd = width >= 34 ? width - 1 : nil
            let graphEnd = self.peakEnd.map { $0 - 6 } ?? width - 1
            // Names and rates first: a graph that is narrow is still one.
            let room = max(graphEnd - min(max(width * 2 / 5, 12), 32) - 6, 1)
            let seconds = [1, 2, 3, 4, 5, 6, 10, 12, 15, 20, 30].first {
                RatesPane.span / $0 <= room
            }
            self.secondsPerCell = seconds ?? RatesPane.span
            self.graph = graphEnd - RatesPane.span / self.secondsPerCell
            self.rateEnd = self.graph - 1
            self.nameEnd = self.rateEnd - 5
        }
    }

    func draw(
        on canvas: inout Canvas, _ frame: PaneFrame,
        _ channels: OrderedDictionary<ChannelName, ChannelsPane.Row>
    ) {
        let columns = Columns(width: canvas.width)
        let separator = canvas.glyphs.separator
        let content = canvas.drawTitle(
            frame, facts: StyledLine("\(glyph: separator) last \(Self.span) s", .muted))
        canvas.putHeading(" /s ", endX: columns.rateEnd + 1, frame)
        if let end = columns.peakEnd { canvas.putHeading(" peak ", endX: end + 1, frame) }
        canvas.draw(in: content) { canvas in
            guard !channels.isEmpty else {
                canvas.drawEmpty(["No channels.", "s subscribes to some."], in: canvas.bounds)
                return
            }
            Self.draw("all channels", .muted, self.all, columns, y: 0, on: &canvas, frame)
            canvas.draw(in: canvas.bounds.split(top: 1).rest) {
                self.drawRows(on: &$0, frame, columns, channels)
            }
        }
    }

    private func drawRows(
        on canvas: inout Canvas, _ frame: PaneFrame, _ columns: Columns,
        _ channels: OrderedDictionary<ChannelName, ChannelsPane.Row>
    ) {
        let window = self.cursor.window(height: canvas.height)
        for (y, index) in window.rows.enumerated() {
            guard let row = channels[self.cursor.order[index]] else { continue }
            let name = SafeText(sanitizing: row.name.text, limit: 400)
            Self.draw(name, row.name.kind.role, row.rate, columns, y: y, on: &canvas, frame)
            let isChosen = self.cursor.selected != nil || frame.isFocused
            if index == self.cursor.index && isChosen { canvas.markSelection(y: y, frame) }
        }
        canvas.drawMore(window)
    }

    private static func draw(
        _ name: SafeText, _ role: Role, _ rate: RateCounter, _ columns: Columns, y: Int,
        on canvas: inout Canvas, _ frame: PaneFrame
    ) {
        let history = rate.history(self.span, before: frame.second)
        canvas.put(name, x: 1, y: y, maxWidth: max(columns.nameEnd - 1, 0), role: role)
        let mean = rate.perSecond(at: frame.second, over: self.span)
        canvas.put(SafeText(ours: Figures.rate(mean)), endX: columns.rateEnd, y: y)
        let step = columns.secondsPerCell
        let cells = stride(from: 0, to: history.count, by: step).map { start in
            history[start..<min(start + step, history.count)].reduce(0, +)
        }
        canvas.drawGraph(cells, x: columns.graph, y: y)
        guard let end = columns.peakEnd else { return }
        let peak = Figures.count(history.max() ?? 0)
        canvas.put(SafeText(ours: peak), endX: end, y: y, role: .muted)
    }
}
