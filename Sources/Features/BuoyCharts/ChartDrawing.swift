import BuoyDashboard
import BuoyTextScreen
import ChannelsEventWords
import ChannelsProtocol
import OrderedCollections

struct ChartDrawing {
    private struct Shown {
        let name: SafeText
        let role: Role
        let summary: ChartPoint
        let points: [ChartPoint?]
        let sequence: SequenceCount
    }

    private let chart: Chart
    private let context: PaneContext
    private let span: ChartSpan
    private static let symbols: [Unicode.Scalar] = ["*", "o", "x", "+", "#", "%"]

    init(_ chart: Chart, _ context: PaneContext) {
        self.chart = chart
        self.context = context
        self.span = chart.span(at: context.now)
    }

    func draw(on canvas: inout Canvas, _ frame: PaneFrame) {
        let glyphs = canvas.glyphs
        let title = SafeText(sanitizing: self.chart.source.title, limit: 200)
        let facts = StyledLine("\(glyph: glyphs.separator) \(title)", .muted)
        let content = canvas.drawTitle(frame, facts: facts, right: self.right(glyphs))
        canvas.draw(in: content) { canvas in
            // What remains below the legend and the time.
            let rows = max(canvas.height - min(self.chart.lines.count, canvas.height / 3) - 1, 0)
            let lines = self.shownLines(cells: canvas.width)
            guard !lines.isEmpty else {
                canvas.drawEmpty([self.emptyText], in: canvas.bounds)
                return
            }
            self.draw(lines, rows: rows, on: &canvas)
        }
    }

    private func right(_ glyphs: GlyphSet) -> StyledLine {
        var text = SafeText(ours: "last \(self.span.label) ")
        text = "\(text)\(glyph: glyphs.left)\(glyph: glyphs.right)"
        if self.chart.withoutNumber > 0 {
            let count = SafeText(ours: Figures.grouped(self.chart.withoutNumber))
            text = "\(count) without a number, \(text)"
        }
        if self.chart.beyond > 0 {
            let count = SafeText(ours: Figures.counted(self.chart.beyond, "event"))
            text = "\(count) on other channels, \(text)"
        }
        return StyledLine(text, .muted)
    }

    private var emptyText: SafeText {
        self.chart.withoutNumber > 0
            ? "No event had a number at this path in this period."
            : "No data in this period. New values appear as they arrive."
    }

    private func shownLines(cells: Int) -> [Shown] {
        let columns = ChartGrid(
            width: max(cells - Self.labelWidth, 1), height: 1, isBraille: self.isBraille
        ).columns
        let now = self.context.now.monotonicNanoseconds
        return self.chart.lines.compactMap { channel, line in
            let points = line.series.columns(columns, of: self.span, until: now)
            var summary: ChartPoint?
            for case let point? in points {
                summary?.add(point)
                summary = summary ?? point
            }
            guard let summary else { return nil }
            let name = channel?.text ?? "connection"
            return Shown(
                name: SafeText(sanitizing: name, limit: 400),
                role: channel.map { self.context.channels.colors.role(of: $0.text) } ?? .accent1,
                summary: summary, points: points, sequence: line.sequence)
        }
    }

    /// The Linux console has neither blocks nor braille.
    private var isBraille: Bool {
        self.context.glyphs.alphabet == .unicode && self.context.glyphs.levels.first == "\u{2581}"
    }

    private static let labelWidth = 10

    private func draw(_ lines: [Shown], rows: Int, on canvas: inout Canvas) {
        let least = lines.map(\.summary.least).min() ?? 0
        let most = lines.map(\.summary.most).max() ?? 0
        // Lines far apart would all be flat on one scale.
        let widest = lines.map { $0.summary.most / 2 - $0.summary.least / 2 }.max() ?? 0
        let hasOneScale = lines.count == 1 || most / 2 - least / 2 <= 4 * widest
        let labels =
            hasOneScale
            ? [self.chart.source.text(of: most), self.chart.source.text(of: least)]
            : ["max", "min"]
        let part = Rect(
            x: Self.labelWidth, y: 0, width: max(canvas.width - Self.labelWidth, 0), height: rows)
        for (label, y) in zip(labels, [0, rows - 1]) where y >= 0 && (y == 0 || rows > 1) {
            canvas.put(
                SafeText(ours: label), endX: Self.labelWidth - 1, y: y,
                maxWidth: Self.labelWidth - 1, role: .graphAxis)
        }
        for (index, line) in lines.enumerated() {
            var grid = ChartGrid(width: part.width, height: rows, isBraille: self.isBraille)
            grid.draw(
                line.points,
                in: hasOneScale ? least...most : line.summary.least...line.summary.most)
            canvas.draw(in: part) {
                self.put(grid, Self.symbols[index % Self.symbols.count], line.role, on: &$0)
            }
        }
        self.drawTimes(y: rows, on: &canvas)
        self.drawLegend(lines, from: rows + 1, on: &canvas)
    }

    private func put(
        _ grid: ChartGrid, _ symbol: Unicode.Scalar, _ role: Role, on canvas: inout Canvas
    ) {
        for (index, dots) in grid.dots.enumerated() where dots != 0 {
            let braille = Unicode.Scalar(0x2800 + UInt32(dots)) ?? symbol
            canvas.put(
                glyph: grid.isBraille ? braille : symbol, x: index % grid.width,
                y: index / grid.width, role: role)
        }
    }

    private func drawTimes(y: Int, on canvas: inout Canvas) {
        let now = self.context.now
        let start = now.advanced(by: .seconds(-self.span.rawValue))
        let times = self.context.times
        canvas.put(
            SafeText(ours: times.timeOfDay(start, hasMilliseconds: false)), x: Self.labelWidth,
            y: y, role: .graphAxis)
        canvas.put(
            SafeText(ours: times.timeOfDay(now, hasMilliseconds: false)), endX: canvas.width - 1,
            y: y, role: .graphAxis)
    }

    /// `* ticker-BTC  min 64 102  max 64 311  last 64 230.4`.
    private func drawLegend(_ lines: [Shown], from start: Int, on canvas: inout Canvas) {
        let room = max(canvas.width - 3, 0)
        let nameWidth = min(lines.map(\.name.width).max() ?? 0, max(room / 3, 8))
        for (index, line) in lines.enumerated() {
            let y = start + index
            canvas.put(
                glyph: self.isBraille ? canvas.glyphs.marks.subscribed : Self.symbols[index], x: 1,
                y: y, role: line.role)
            canvas.put(line.name, x: 3, y: y, maxWidth: nameWidth, role: line.role)
            var x = 4 + nameWidth
            // Values are aligned; of counts there are too many.
            let least = line.sequence == SequenceCount() ? 14 : 0
            for (text, role) in self.figures(of: line) {
                guard x + 2 + text.width < canvas.width else { break }
                canvas.put(text, x: x + 1, y: y, role: role)
                x += max(text.width, least) + 2
            }
        }
    }

    private func figures(of line: Shown) -> [(text: SafeText, role: Role)] {
        let source = self.chart.source
        let last = SafeText(ours: "last \(source.text(of: line.summary.last))")
        guard case .sequence = source else {
            let range = [("min", line.summary.least), ("max", line.summary.most)]
            return [(last, .text)]
                + range.map { (SafeText(ours: "\($0) \(source.text(of: $1))"), .text) }
        }
        return [(last, .text)]
            + line.sequence.figures.filter { $0.count > 0 || $0.label == "lost" }.map {
                label, count in
                (
                    SafeText(ours: "\(label) \(Figures.grouped(Int(count)))"),
                    count == 0 ? .muted : label == "lost" ? .flashError : .flashWarn
                )
            }
    }
}
