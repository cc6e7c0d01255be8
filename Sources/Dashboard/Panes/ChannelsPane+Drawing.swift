import ChannelsProtocol
import OrderedCollections
import TextScreen

extension ChannelsPane {
    /// What a pane is told besides its own state.
    struct Surroundings {
        let state: ConnectionState
        /// The key that tries a failed channel again, as the help writes it.
        var retryKey: String?

        var isConnected: Bool { self.state == .connected }

        /// What subscribed channels are without a connection: they wait only for one that is tried.
        var words: (title: SafeText, row: SafeText) {
            switch self.state {
            case .connecting, .unavailable: ("waiting for a connection", "waiting")
            case .connected: (.empty, "subscribed")
            case .initialized, .disconnected, .failed: ("not connected", "inactive")
            }
        }
    }

    /// Where the columns of a row begin, counted from the end where they stand at the right. The
    /// narrower the pane, the fewer there are; a name keeps at least ten cells.
    ///
    /// ```
    /// ▸● prs presence-lobby           0.4 ▁▁▅▁▁▂   18    402     12     2s
    /// ```
    struct Columns {
        let name = 7
        let nameEnd: Int
        /// `nil` when there is no room for a column of states: only what is not subscribed says so.
        let state: Int?
        let rateEnd: Int
        let graph: Int
        let graphWidth: Int
        let populationEnd: Int?
        let totalEnd: Int?
        let unboundEnd: Int?
        let lastEnd: Int?

        /// - Parameter hasHeadings: whether a title says what the figures are; some nobody knows without.
        init(width: Int, hasHeadings: Bool = true) {
            var end = width - 1
            /// The end of a column of some cells, if the pane is wide enough for it.
            func column(_ cells: Int, from least: Int) -> Int? {
                guard width >= least, hasHeadings || least < 58 else { return nil }
                defer { end -= cells }
                return end
            }
            self.lastEnd = column(7, from: 68)
            self.unboundEnd = column(8, from: 58)
            self.totalEnd = column(6, from: 58)
            self.populationEnd = column(5, from: 34)
            self.graphWidth = width < 44 ? 0 : width < 110 ? 6 : width < 150 ? 16 : 30
            self.graph = end - self.graphWidth
            self.rateEnd = self.graphWidth == 0 ? end : self.graph - 1
            let stateWidth = 12
            self.state = width >= 84 ? self.rateEnd - 5 - stateWidth : nil
            self.nameEnd = (self.state ?? self.rateEnd - 5) - 1
        }

        /// The heading of the counters, so that each word ends where its column does.
        var counterHeading: SafeText {
            if self.totalEnd != nil { return " n total unbound " }
            return self.populationEnd == nil ? .empty : " n "
        }
    }

    func draw(on canvas: inout Canvas, _ frame: PaneFrame, _ surroundings: Surroundings) {
        let content = canvas.drawTitle(frame, facts: self.facts(canvas.glyphs, surroundings))
        if !self.rows.isEmpty {
            let columns = Columns(width: canvas.width)
            canvas.putHeading(" /s ", endX: columns.rateEnd + 1, frame)
            if let end = columns.lastEnd { canvas.putHeading(" last ", endX: end + 1, frame) }
            let counterEnd = columns.unboundEnd ?? columns.populationEnd ?? canvas.width
            canvas.putHeading(columns.counterHeading, endX: counterEnd + 1, frame)
        }
        canvas.draw(in: content) { self.drawRows(on: &$0, frame, surroundings) }
    }

    private func facts(_ glyphs: GlyphSet, _ surroundings: Surroundings) -> StyledLine {
        var facts = StyledLine("\(self.rows.count)", .muted)
        if self.order != .added {
            facts.append(" \(glyph: glyphs.separator) \(SafeText(ours: self.order.words))", .muted)
        }
        if !self.marked.isEmpty { facts.append("  \(self.marked.count) marked", .match) }
        if !surroundings.isConnected && !self.rows.isEmpty {
            facts.append("  \(surroundings.words.title)", .muted)
        }
        return facts
    }

    private func drawRows(
        on canvas: inout Canvas, _ frame: PaneFrame, _ surroundings: Surroundings
    ) {
        guard !self.rows.isEmpty else {
            canvas.drawEmpty(["No channels.", "s subscribes to some."], in: canvas.bounds)
            return
        }
        let columns = Columns(width: canvas.width, hasHeadings: frame.hasTitle)
        let window = self.cursor.window(height: canvas.height)
        for (y, index) in window.rows.enumerated() {
            guard let row = self.rows[self.cursor.order[index]] else { continue }
            let (glyph, role) = Self.mark(
                row, canvas.glyphs.marks, isConnected: surroundings.isConnected)
            canvas.put(glyph: glyph, x: 1, y: y, role: role)
            let kind = row.name.kind
            canvas.put(SafeText(ours: kind.abbreviation), x: 3, y: y, role: kind.role)
            if row.state == .subscribed {
                self.draw(row, columns, y: y, on: &canvas, frame, surroundings)
            } else {
                Self.drawPending(
                    row, columns, y: y, on: &canvas, role, retryKey: surroundings.retryKey)
            }
            if row.name == self.selected { canvas.markSelection(y: y, frame) }
            if self.marked.contains(row.name) {
                canvas.put(glyph: canvas.glyphs.marks.ok, x: 2, y: y, role: .match)
            }
        }
        canvas.drawMore(window)
    }

    private func draw(
        _ row: Row, _ columns: Columns, y: Int, on canvas: inout Canvas, _ frame: PaneFrame,
        _ surroundings: Surroundings
    ) {
        let name = SafeText(sanitizing: row.name.text, limit: 800)
        canvas.put(name, x: columns.name, y: y, maxWidth: max(columns.nameEnd - columns.name, 0))
        if let state = columns.state {
            canvas.put(surroundings.words.row, x: state, y: y, role: .muted)
        }
        let rate = Figures.rate(row.rate.perSecond(at: frame.second))
        canvas.put(SafeText(ours: rate), endX: columns.rateEnd, y: y)
        if columns.graphWidth > 0 {
            let history = row.rate.history(columns.graphWidth, before: frame.second)
            canvas.drawGraph(history, x: columns.graph, y: y)
        }
        // Without a connection nobody knows who is still there.
        let population = row.population.map {
            Figures.count($0) + (surroundings.isConnected ? "" : "?")
        }
        let figures: [(String?, Int?)] = [
            (population, columns.populationEnd),
            (row.rate.total > 0 ? Figures.count(row.rate.total) : nil, columns.totalEnd),
            (row.unbound > 0 ? Figures.count(row.unbound) : nil, columns.unboundEnd),
            (
                row.lastEvent.map { Figures.duration(frame.now.duration(since: $0)) },
                columns.lastEnd
            ),
        ]
        for case (let figure, let end?) in figures {
            canvas.put(
                SafeText(ours: figure ?? "-"), endX: end, y: y,
                role: figure == nil ? .muted : .text)
        }
    }

    /// A channel that gives no events needs its room to say why, and what to do.
    private static func drawPending(
        _ row: Row, _ columns: Columns, y: Int, on canvas: inout Canvas, _ role: Role,
        retryKey: String?
    ) {
        let name = SafeText(sanitizing: row.name.text, limit: 800)
        let end = canvas.width - 1
        let least = columns.name + min(name.width, 20, canvas.width * 2 / 5) + 2
        var reason = StyledLine(SafeText(sanitizing: row.words, limit: 400), role)
        if let retryKey, row.resubscribeReason == nil {
            let hint = StyledLine("  \(SafeText(sanitizing: retryKey)) tries again", .muted)
            if reason.width + hint.width <= end - (columns.state ?? least) { reason.append(hint) }
        }
        if columns.state != nil, case .failed(let failure) = row.state {
            let text = failure.reason(besides: row.name)
            reason.append("  \(SafeText(sanitizing: text, limit: 800))", .muted)
        }
        // Without a column for states it stands at the right, and leaves the name what it can.
        let start = columns.state ?? max(end - reason.width, least)
        canvas.put(name, x: columns.name, y: y, maxWidth: max(start - 1 - columns.name, 0))
        canvas.put(reason, x: start, y: y, maxWidth: max(end - start, 0))
    }

    private static func mark(
        _ row: Row, _ marks: GlyphSet.Marks, isConnected: Bool
    ) -> (Unicode.Scalar, Role) {
        if row.isStuck { return (marks.warning, .flashWarn) }
        return switch row.state {
        case .subscribed where isConnected: (marks.subscribed, .stateConnected)
        case .subscribed: (marks.pending, .memberStale)
        case .requested, .authorizing, .subscribing, .unsubscribing, .unsubscribed:
            (marks.pending, .muted)
        case .failed: (marks.refused, .channelFailed)
        }
    }
}
