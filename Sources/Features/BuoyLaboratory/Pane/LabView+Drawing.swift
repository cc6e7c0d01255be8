import BuoyDashboard
import BuoyScripts
import BuoyTextScreen
import ChannelsEventWords
import ChannelsProtocol

extension LabView {
    func draw(on canvas: inout Canvas, livePolicy: String, selection: Role) {
        guard let report = self.timelines else {
            canvas.put(
                "Playing the script\(glyph: canvas.glyphs.ellipsis)", x: 2, y: 0, role: .muted)
            return
        }
        if self.request.clients != nil {
            self.drawHerds(on: &canvas)
        } else {
            self.drawTimelines(on: &canvas, report, livePolicy, selection)
        }
    }

    func policy(atRow row: Int, height: Int) -> Int? {
        guard let count = self.timelines?.timelines.count, self.request.clients == nil, row > 0
        else { return nil }
        let index = (row - 1) / Self.rowHeight(count: count, height: height)
        return index < count ? index : nil
    }

    // MARK: Timelines

    private static let nameWidth = 17

    /// Two rows for each policy, if there is room for them and some words below.
    private static func rowHeight(count: Int, height: Int) -> Int {
        height >= 2 * count + 4 ? 2 : 1
    }

    private func drawTimelines(
        on canvas: inout Canvas, _ report: LabReport, _ livePolicy: String, _ selection: Role
    ) {
        // A narrow screen has room for the time to recover only.
        let names = canvas.width < 76 ? [LabTimeline.figureNames[2]] : LabTimeline.figureNames
        let widths = names.map { $0.utf8.count + 2 }
        let start = 2 + Self.nameWidth
        let scale = LabScale(
            report.timelines, of: report.script,
            cells: max(canvas.width - start - widths.reduce(0, +) - 1, 1))
        canvas.put(SafeText(ours: scale.axis), x: start, y: 0, role: .graphAxis)
        Self.drawFigures(names, widths, on: &canvas, y: 0, role: .muted)
        let height = Self.rowHeight(count: report.timelines.count, height: canvas.height)
        for (index, timeline) in report.timelines.enumerated() {
            let y = 1 + index * height
            let isLive = timeline.name == livePolicy
            canvas.put(
                SafeText(sanitizing: timeline.title, limit: 100), x: 2, y: y,
                maxWidth: Self.nameWidth - 1, role: isLive ? .stateConnected : .text)
            for (cell, state) in scale.states(of: timeline).enumerated() {
                guard let state else { continue }
                canvas.put(
                    glyph: canvas.glyphs.lab(state), x: start + cell, y: y, role: state.role)
            }
            Self.drawFigures(
                timeline.figures.suffix(names.count), widths, on: &canvas, y: y, role: .text)
            if height > 1 {
                let attempts = SafeText(ours: scale.attempts(of: timeline))
                canvas.put(attempts, x: start, y: y + 1, role: .muted)
            }
            guard index == self.selected else { continue }
            canvas.put(glyph: canvas.glyphs.selected, x: 0, y: y, role: .title)
            // The states keep their colours.
            let (left, right) = Rect(x: 0, y: y, width: canvas.width, height: 1).split(left: start)
            canvas.overlay(selection, in: left)
            canvas.overlay(selection, in: right.split(left: scale.cells).rest)
        }
        let used = 1 + report.timelines.count * height
        let below = canvas.bounds.split(top: used).rest
        canvas.draw(in: below) { self.drawDetails(on: &$0, report, livePolicy) }
    }

    private static func drawFigures(
        _ texts: [String], _ widths: [Int], on canvas: inout Canvas, y: Int, role: Role
    ) {
        var endX = canvas.width - 1
        for (text, width) in zip(texts, widths).reversed() {
            canvas.put(SafeText(ours: text), endX: endX, y: y, maxWidth: width - 1, role: role)
            endX -= width
        }
    }

    private func drawDetails(
        on canvas: inout Canvas, _ report: LabReport, _ livePolicy: String
    ) {
        guard canvas.height > 1, report.timelines.indices.contains(self.selected) else { return }
        let legend = LabChart(canvas.glyphs, width: canvas.width - 3).legend
        for (y, line) in legend.prefix(canvas.height).enumerated() {
            Self.drawLegend(line, on: &canvas, y: y)
        }
        let timeline = report.timelines[self.selected]
        let note =
            timeline.name == livePolicy
            ? "the live connection's policy" : "Enter applies it to your connection"
        var y = legend.count + (canvas.height > legend.count + 3 ? 1 : 0)
        var heading = StyledLine(SafeText(sanitizing: timeline.name, limit: 100), .title)
        heading.append("  \(SafeText(ours: note))", .muted)
        if let range = timeline.noticesSilence {
            let words = "; pings detect a silent link after \(range.words)"
            heading.append(SafeText(ours: words), .muted)
        }
        let rows = max(canvas.height - y - 1, 0)
        let top = min(self.detailTop, max(timeline.spans.count - rows, 0))
        let below = max(timeline.spans.count - top - rows, 0)
        var more = StyledLine()
        if top + below > 0 {
            if below > 0 { more.append("\(glyph: canvas.glyphs.down) \(below) more  ", .muted) }
            if top > 0 { more.append("\(glyph: canvas.glyphs.up) \(top)  ", .muted) }
            more.append("PgDn PgUp", .muted)
            canvas.put(more, x: max(canvas.width - 1 - more.width, 0), y: y)
        }
        canvas.put(heading, x: 2, y: y, maxWidth: max(canvas.width - 5 - more.width, 0))
        for span in timeline.spans.dropFirst(top) {
            y += 1
            guard y < canvas.height else { return }
            var line = StyledLine("\(Figures.preciseDuration(span.start))", .eventTime)
            line.append("  \(SafeText(ours: span.state.rawValue))", span.state.role)
            line.append("  \(Self.cause(of: span, timeline))", .text)
            canvas.put(line, x: 4, y: y, maxWidth: canvas.width - 5)
        }
    }

    private static func drawLegend(_ line: String, on canvas: inout Canvas, y: Int) {
        canvas.put(SafeText(ours: line), x: 2, y: y, role: .muted)
        let states: [ConnectionState] = [.connected, .connecting, .unavailable, .failed]
        var column = 2
        for word in line.split(separator: " ", omittingEmptySubsequences: false) {
            if word.unicodeScalars.count == 1, let symbol = word.unicodeScalars.first,
                let state = states.first(where: { canvas.glyphs.lab($0) == symbol })
            {
                canvas.put(glyph: symbol, x: column, y: y, role: state.role)
            }
            column += word.unicodeScalars.count + 1
        }
    }

    static func detailRows(of report: LabReport, size: ScreenSize) -> Int {
        let count = report.timelines.count
        let used = 1 + count * Self.rowHeight(count: count, height: size.rows)
        let below = size.rows - used
        let legend = LabChart(GlyphSet.unicode, width: size.columns - 3).legend.count
        return max(below - legend - (below > legend + 3 ? 1 : 0) - 1, 1)
    }

    private static func cause(of span: LabTimeline.Span, _ timeline: LabTimeline) -> SafeText {
        guard span.state == .connected else {
            return SafeText(sanitizing: span.cause, limit: 400)
        }
        let attempts = timeline.attempts.count { $0 <= span.start }
        return attempts > 0 ? "attempt \(attempts)" : .empty
    }

    // MARK: Herds

    /// The lines of a herd besides its graph: two above it, and two below.
    private static let linesOfHerd = 4

    private func drawHerds(on canvas: inout Canvas) {
        let herds = (self.herds?.herds ?? []).filter { $0.name == self.policy }
        guard let script = self.herds?.script, !herds.isEmpty else {
            let count = Figures.grouped(self.request.clients ?? 0)
            let text: SafeText = "Playing \(SafeText(ours: count)) clients"
            canvas.put("\(text)\(glyph: canvas.glyphs.ellipsis)", x: 2, y: 0, role: .muted)
            return
        }
        let x = canvas.width > 60 ? 1 : 0
        let chart = LabChart(canvas.glyphs, width: canvas.width - x)
        // There is an empty line between two herds.
        let room = (canvas.height - herds.count + 1) / herds.count
        var y = 0
        for herd in herds {
            let free =
                room - Self.linesOfHerd - (herd.gaveUp > 0 ? 1 : 0) - (herd.load == nil ? 0 : 1)
            let height = min(max(free, 1), 2 * LabChart.graphHeight)
            let lines = chart.lines(herd, script, graphHeight: height)
            for (index, line) in lines.enumerated() where y < canvas.height {
                let isGraph = (2..<2 + height).contains(index)
                let role: Role = index == 0 ? .title : isGraph ? .graphMid : .text
                canvas.put(SafeText(ours: line), x: x, y: y, role: role)
                y += 1
            }
            y += 1
        }
    }
}
