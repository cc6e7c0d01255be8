import BuoyDashboard
import BuoyTextScreen
import ChannelsEventWords
import ChannelsProtocol
import OrderedCollections

extension OccupiedPane {
    func draw(on canvas: inout Canvas, _ frame: PaneFrame, _ context: PaneContext) {
        let content = canvas.drawTitle(frame, facts: self.facts(canvas, context))
        if !self.cursor.order.isEmpty {
            canvas.drawHeadings(Self.columns(width: canvas.width, canvas.glyphs.marks), frame)
        }
        canvas.draw(in: content) { canvas in
            guard let app = self.app else {
                canvas.drawEmpty(
                    SafeText.lines(of: self.missing(context), width: canvas.width - 3, limit: 9),
                    in: canvas.bounds)
                return
            }
            self.drawRows(app, on: &canvas, frame, context)
            if let failure = app.failure { self.draw(failure, on: &canvas) }
        }
    }

    private static let widthForWords = 40

    private func facts(_ canvas: Canvas, _ context: PaneContext) -> StyledLine {
        let glyphs = canvas.glyphs
        guard let app = self.app else { return StyledLine() }
        var facts = StyledLine("\(SafeText(ours: Figures.count(app.channels.count)))", .muted)
        let interval = app.refresh.interval(for: app.need(isShown: true))
        let every =
            interval < .seconds(1)
            ? Figures.preciseDuration(interval) : Figures.duration(interval)
        let isNarrow = canvas.width < Self.widthForWords
        // Before the interval, which a narrow pane leaves out first.
        if let connections = app.connections.value {
            let noun = isNarrow ? "conn" : "connection"
            let count = SafeText(ours: Figures.counted(connections, noun))
            facts.append(" \(glyph: glyphs.separator) \(count)", .muted)
        }
        let refresh = SafeText(ours: (isNarrow ? "every " : "refreshed every ") + every)
        facts.append(" \(glyph: glyphs.separator) \(refresh)", .muted)
        if self.order != .name {
            facts.append(" \(glyph: glyphs.separator) \(SafeText(ours: self.order.words))", .muted)
        }
        if let needle = self.needle {
            let text = SafeText(sanitizing: needle.text, limit: 80)
            facts.append(" /\(text) \(self.cursor.order.count)", .match)
        }
        return facts
    }

    private func drawRows(
        _ app: AppInspector, on canvas: inout Canvas, _ frame: PaneFrame, _ context: PaneContext
    ) {
        guard !self.cursor.order.isEmpty else {
            let text =
                app.channels.listedAt == nil
                ? "No listing yet."
                : self.needle == nil
                    ? "No occupied channels." : "No channel matches. Press Esc to show all."
            canvas.drawEmpty(
                SafeText.lines(of: text, width: canvas.width - 3), in: canvas.bounds)
            return
        }
        let hasFooter = Self.hasFooter(canvas.height)
        let window = self.cursor.window(height: canvas.height, hasFooter: hasFooter)
        let lines = window.rows.map { index in
            app.channels.rows[self.cursor.order[index]].map { Self.line($0, frame, context) }
        }
        let columns = Self.columns(
            width: canvas.width, canvas.glyphs.marks, showing: lines.compactMap(\.self))
        for (y, index) in window.rows.enumerated() {
            guard let line = lines[y] else { continue }
            columns.draw(line, y: y, on: &canvas)
            if index == self.cursor.index, self.cursor.selected != nil || frame.isFocused {
                canvas.markSelection(y: y, frame)
            }
            if let needle = self.needle, let cells = columns[.name] {
                let text = Rect(x: cells.lowerBound, y: y, width: cells.count, height: 1)
                canvas.draw(in: text) { $0.highlight(needle.scalars, y: 0, role: .match) }
            }
        }
        if hasFooter {
            self.footer(app, window, frame, context, canvas.glyphs)
                .draw(on: &canvas, x: 1, y: canvas.height - 1, endX: canvas.width - 1)
        } else {
            canvas.drawMore(window)
        }
    }

    private func footer(
        _ app: AppInspector, _ window: ListWindow, _ frame: PaneFrame, _ context: PaneContext,
        _ glyphs: GlyphSet
    ) -> FactLine {
        var line = FactLine()
        line.add(window.moreLine(glyphs), importance: 90)
        if let sentence = self.selectedStanding(app, frame, context)?.sentence {
            line.add(SafeText(ours: sentence), .flashWarn, importance: 99)
        }
        if app.watch.isActive {
            let patterns = app.watch.patterns.keys.joined(separator: " ")
            let text = SafeText(sanitizing: patterns, limit: 120)
            line.add("watching \(text)", .match, importance: 100)
            line.add("\(Figures.count(app.watch.count)) now", .muted, importance: 97)
            line.add("\(Figures.count(app.watch.total)) in all", .muted, importance: 85)
            if app.watch.skipped > 0 {
                line.add(
                    "\(app.watch.skipped) over the watch limit", .flashWarn, importance: 98)
            }
        }
        if app.channels.appeared + app.channels.vanished > 0 {
            line.add("new \(Figures.count(app.channels.appeared))", .muted, importance: 80)
            line.add("gone \(Figures.count(app.channels.vanished))", .muted, importance: 79)
        }
        if let listed = app.channels.listedAt {
            let age = Figures.duration(frame.now.duration(since: listed))
            line.add("listed \(age) ago", .muted, importance: 60)
        }
        return line
    }

    private func selectedStanding(
        _ app: AppInspector, _ frame: PaneFrame, _ context: PaneContext
    ) -> ChannelStanding? {
        self.cursor.selected.flatMap { app.channels.rows[$0] }
            .map { Self.line($0, frame, context).standing }
    }

    /// Covers at most four rows of the list; draws the whole text if the list is empty.
    private func draw(_ failure: APIFailure, on canvas: inout Canvas) {
        let limit = self.cursor.order.isEmpty ? canvas.height : min(4, canvas.height)
        let lines = SafeText.lines(of: failure.text, width: canvas.width - 2, limit: max(limit, 1))
            .prefix(canvas.height)
        let top = canvas.height - lines.count
        canvas.fill(Rect(x: 0, y: top, width: canvas.width, height: lines.count))
        for (row, text) in lines.enumerated() {
            canvas.put(
                text, x: 1, y: top + row, maxWidth: max(canvas.width - 2, 0), role: .flashError)
        }
    }

    // MARK: Columns

    private struct Line {
        let row: OccupiedChannels.Row
        let standing: ChannelStanding
        let role: Role
    }

    private enum ColumnID: Hashable {
        case mark, name, standing, since, population
    }

    private typealias Columns = ColumnLayout<ColumnID, Line>

    private static func line(
        _ row: OccupiedChannels.Row, _ frame: PaneFrame, _ context: PaneContext
    ) -> Line {
        let known = context.channels.rows[row.name]
        // Members who join and leave are events too.
        let roster = context.members.rosters[row.name]
        let hasMoved = roster.map { $0.joined + $0.left > 0 } ?? false
        let subscription = known.map {
            ChannelStanding.Subscription(
                state: $0.state, since: $0.since, hasEvents: hasMoved || $0.lastEvent != nil)
        }
        return Line(
            row: row, standing: ChannelStanding(row, subscription, at: frame.now),
            role: context.channels.colors.role(of: row.name.text))
    }

    /// ```
    /// ▸● prs presence-lobby       subscribed              14:01:12     18
    /// ```
    private static func columns(
        width: Int, _ marks: GlyphSet.Marks, showing lines: [Line] = []
    ) -> Columns {
        var columns: [Column<ColumnID, Line>] = [
            Column(.mark, .cells(2), .glyph { Self.mark($0.standing, marks) }),
            Column(
                .name, .rest(gap: 1),
                .name {
                    ($0.row.name.listed, $0.row.isOccupied ? $0.role : .muted)
                }),
        ]
        if width >= 48 {
            columns.append(
                Column(
                    .standing, .cells(22),
                    .text { (SafeText(ours: $0.standing.words), Self.role($0.standing)) }))
        }
        columns.append(
            Column(
                .population, "n", .cells(5), at: .end,
                .text { line in
                    let count = line.row.isOccupied ? line.row.population : nil
                    return (SafeText(ours: count.map(Figures.count) ?? "-"), .text)
                }))
        return Columns(columns, from: 1, to: width - 1, showing: lines)
    }

    private static func mark(
        _ standing: ChannelStanding, _ marks: GlyphSet.Marks
    ) -> (glyph: Unicode.Scalar, role: Role)? {
        switch standing {
        case .vanished: (marks.left, .memberLeft)
        case .appeared: (marks.joined, .memberJoined)
        case .free: nil
        case .pending: (marks.pending, .muted)
        case .failed: (marks.refused, .channelFailed)
        case .subscribed, .alone: (marks.subscribed, .stateConnected)
        case .silent: (marks.warning, .flashWarn)
        }
    }

    private static func role(_ standing: ChannelStanding) -> Role {
        switch standing {
        case .vanished: .memberLeft
        case .appeared: .memberJoined
        case .failed: .channelFailed
        case .silent: .flashWarn
        case .free, .pending, .subscribed, .alone: .muted
        }
    }
}
