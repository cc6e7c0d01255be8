import BuoyDashboard
import BuoyTextScreen
import ChannelsEventWords
import ChannelsProtocol
import OrderedCollections

/// Draws up to three series in one chart, and more as small charts, one for each.
struct ChartDrawing {
    private struct Shown {
        let name: NameForms.Name
        let symbol: Unicode.Scalar
        let role: Role
        let summary: ChartColumn
        let columns: [ChartColumn?]
        let sequence: SequenceCount
    }

    private let chart: Chart
    private let context: PaneContext
    private let span: ChartSpan
    private static let symbols: [Unicode.Scalar] = ["*", "o", "x", "+", "#", "%"]
    private static let sharedLimit = 3
    private static let labelWidth = 10

    init(_ chart: Chart, _ context: PaneContext) {
        self.chart = chart
        self.context = context
        self.span = chart.span(at: context.now)
    }

    func draw(on canvas: inout Canvas, _ frame: PaneFrame) {
        let glyphs = canvas.glyphs
        let title = SafeText(sanitizing: self.chart.title, limit: 200)
        let facts = StyledLine("\(glyph: glyphs.separator) \(title)", .muted)
        let content = canvas.drawTitle(frame, facts: facts, right: self.right(glyphs))
        canvas.draw(in: content) { canvas in
            guard canvas.height > 0 else { return }
            let isShared = self.chart.lines.count <= Self.sharedLimit
            let across = isShared || canvas.width < Self.widthForTwo ? 1 : 2
            let lines = self.shownLines(cells: canvas.width / across)
            guard !lines.isEmpty else {
                canvas.drawEmpty([self.emptyText], in: canvas.bounds)
                return
            }
            let rows = canvas.height - 1
            if isShared {
                self.drawShared(lines, in: canvas.bounds.split(top: rows).top, on: &canvas)
            } else {
                self.drawSeparately(lines, rows: rows, across: across, on: &canvas)
            }
            self.drawTimes(across: across, on: &canvas)
        }
    }

    private static let widthForTwo = 110

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
        let count = max(cells - Self.labelWidth, 1)
        let now = self.context.now.monotonicNanoseconds
        return self.chart.lines.enumerated().compactMap { index, entry in
            let (channel, line) = entry
            let columns = line.series.columns(count, of: self.span, until: now)
            var summary: ChartColumn?
            for case let column? in columns {
                summary?.add(column)
                summary = summary ?? column
            }
            guard let summary else { return nil }
            return Shown(
                name: channel?.listed ?? NameForms.Name("connection"),
                symbol: Self.symbols[index % Self.symbols.count],
                role: channel.map { self.context.channels.colors.role(of: $0.text) } ?? .accent1,
                summary: summary, columns: columns, sequence: line.sequence)
        }
    }

    /// The Linux console has neither blocks nor braille.
    private var isBraille: Bool {
        self.context.glyphs.alphabet == .unicode && self.context.glyphs.levels.first == "\u{2581}"
    }

    // MARK: Layouts

    private func drawShared(_ lines: [Shown], in rect: Rect, on canvas: inout Canvas) {
        let legend = min(lines.count, (rect.height + 1) / 3)
        let parts = rect.split(top: legend)
        canvas.draw(in: parts.top) { self.drawLegend(lines, among: lines, on: &$0) }
        canvas.draw(in: parts.rest) { self.drawChart(lines, self.sharedRange(lines), on: &$0) }
    }

    private func drawSeparately(
        _ lines: [Shown], rows: Int, across: Int, on canvas: inout Canvas
    ) {
        let down = (lines.count + across - 1) / across
        let (width, height) = (canvas.width / across, max(rows / down, 1))
        let range = self.sharedRange(lines)
        for (index, line) in lines.enumerated() {
            let part = Rect(
                x: index / down * width, y: index % down * height, width: width, height: height)
            guard part.y + height <= rows else { continue }
            let (legend, rest) = part.split(top: 1)
            canvas.draw(in: legend) { self.drawLegend([line], among: lines, on: &$0) }
            canvas.draw(in: rest) { self.drawChart([line], range, on: &$0) }
        }
    }

    /// `nil` if lines are so far apart that all would be flat on one scale.
    private func sharedRange(_ lines: [Shown]) -> ClosedRange<Double>? {
        let least = lines.map(\.summary.least).min() ?? 0
        let most = lines.map(\.summary.most).max() ?? 0
        let widest = lines.map { $0.summary.most / 2 - $0.summary.least / 2 }.max() ?? 0
        return lines.count == 1 || most / 2 - least / 2 <= 4 * widest ? least...most : nil
    }

    // MARK: Parts

    private func drawChart(
        _ lines: [Shown], _ range: ClosedRange<Double>?, on canvas: inout Canvas
    ) {
        let ranges = lines.map { range ?? $0.summary.least...$0.summary.most }
        self.drawAxis(lines.count == 1 ? ranges.first : range, on: &canvas)
        let part = Rect(
            x: Self.labelWidth, y: 0, width: max(canvas.width - Self.labelWidth, 0),
            height: canvas.height)
        canvas.draw(in: part) { canvas in
            let grids = zip(lines, ranges).map { line, range in
                var grid = ChartGrid(
                    width: canvas.width, height: canvas.height, isBraille: self.isBraille)
                grid.draw(line.columns, in: range)
                return grid
            }
            for grid in grids { self.put(grid, \.band, ".", .graphAxis, on: &canvas) }
            for (line, grid) in zip(lines, grids) {
                self.put(grid, \.line, line.symbol, line.role, on: &canvas)
            }
        }
    }

    private func drawAxis(_ range: ClosedRange<Double>?, on canvas: inout Canvas) {
        let source = self.chart.source
        let labels =
            range.map { [source.text(of: $0.upperBound), source.text(of: $0.lowerBound)] }
            ?? ["max", "min"]
        for (label, y) in zip(labels, [0, canvas.height - 1]) where y == 0 || canvas.height > 1 {
            canvas.put(
                SafeText(ours: label), endX: Self.labelWidth - 1, y: y,
                maxWidth: Self.labelWidth - 1, role: .graphAxis)
        }
    }

    private func put(
        _ grid: ChartGrid, _ layer: KeyPath<ChartGrid, [UInt8]>, _ symbol: Unicode.Scalar,
        _ role: Role, on canvas: inout Canvas
    ) {
        for (index, dots) in grid[keyPath: layer].enumerated() where dots != 0 {
            let braille = Unicode.Scalar(0x2800 + UInt32(dots)) ?? symbol
            canvas.put(
                glyph: grid.isBraille ? braille : symbol, x: index % grid.width,
                y: index / grid.width, role: role)
        }
    }

    private func drawTimes(across: Int, on canvas: inout Canvas) {
        let now = self.context.now
        let start = now.advanced(by: .seconds(-self.span.rawValue))
        let texts = [start, now].map {
            SafeText(ours: self.context.times.timeOfDay($0, hasMilliseconds: false))
        }
        let (y, width) = (canvas.height - 1, canvas.width / across)
        for part in 0..<across {
            canvas.put(
                texts[0], x: part * width + Self.labelWidth, y: y, role: .graphAxis)
            canvas.put(texts[1], endX: (part + 1) * width - 1, y: y, role: .graphAxis)
        }
    }

    /// `* ticker-BTC  last 64,230.4  min 64,102  max 64,311  median 64,207`.
    private func drawLegend(
        _ lines: [Shown], among all: [Shown], on canvas: inout Canvas
    ) {
        let room = max(canvas.width - 3, 0)
        let names = all.map(\.name)
        let whole = NameColumn(names, width: .max)
        let longest = names.map { whole.text(of: $0).width }.max() ?? 0
        let nameWidth = min(longest, max(room / 2, 8))
        let column = NameColumn(names, width: nameWidth)
        for (y, line) in lines.enumerated() {
            canvas.put(
                glyph: self.isBraille ? canvas.glyphs.marks.subscribed : line.symbol, x: 1, y: y,
                role: line.role)
            canvas.put(
                column.text(of: line.name), x: 3, y: y, maxWidth: nameWidth, role: line.role)
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
            let summary = line.summary
            let others = [
                ("min", summary.least), ("max", summary.most), ("median", summary.median),
            ]
            return [(last, .text)]
                + others.map { (SafeText(ours: "\($0) \(source.text(of: $1))"), .text) }
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
