import BuoyTextScreen
import ChannelsEventWords
import ChannelsProtocol
import OrderedCollections

extension ChannelsPane {
    struct DrawingContext {
        let state: ConnectionState
        var advice: [SafeText] = []

        var isConnected: Bool { self.state == .connected }

        var words: SafeText {
            switch self.state {
            case .connecting, .unavailable: "waiting for a connection"
            case .connected: .empty
            case .initialized, .disconnected, .failed: "not subscribed"
            }
        }
    }

    func draw(on canvas: inout Canvas, _ frame: PaneFrame, _ context: DrawingContext) {
        let content = canvas.drawTitle(frame, facts: self.facts(canvas.glyphs, context))
        let window = self.cursor.window(height: content.height)
        let lines = window.rows.map { self.line(self.cursor.order[$0]) }
        let columns = self.columns(
            width: canvas.width, hasHeadings: frame.hasTitle, frame, context,
            canvas.glyphs.marks, shown: lines)
        if !self.rows.isEmpty { canvas.drawHeadings(columns, frame) }
        canvas.draw(in: content) {
            self.drawRows(lines, on: &$0, frame, context, columns)
            $0.drawMore(window)
        }
    }

    private func facts(_ glyphs: GlyphSet, _ context: DrawingContext) -> StyledLine {
        var facts = StyledLine("\(self.rows.count)", .muted)
        if self.order != .added {
            facts.append(" \(glyph: glyphs.separator) \(SafeText(ours: self.order.words))", .muted)
        }
        if let needle = self.needle {
            let text = SafeText(sanitizing: needle.text, limit: 80)
            facts.append(" /\(text) \(self.cursor.order.count)", .match)
        }
        if !self.marked.isEmpty { facts.append("  \(self.marked.count) marked", .match) }
        if !context.isConnected && !self.rows.isEmpty {
            facts.append("  \(context.words)", .muted)
        }
        return facts
    }

    private func drawRows(
        _ lines: [ChannelLine], on canvas: inout Canvas, _ frame: PaneFrame,
        _ context: DrawingContext, _ columns: Columns
    ) {
        guard !self.rows.isEmpty else {
            canvas.drawEmpty(["No channels yet."] + context.advice, in: canvas.bounds)
            return
        }
        for (y, line) in lines.enumerated() {
            let isSelected = line.item == self.cursor.selected
            if case .channel = line.item, let row = line.rows.first {
                self.draw(row, line, columns, y: y, on: &canvas, context, isSelected)
            } else {
                columns.draw(line, y: y, on: &canvas)
            }
            if self.isMarked(line) {
                canvas.put(glyph: canvas.glyphs.marks.ok, x: 2, y: y, role: .match)
            }
            if isSelected { canvas.markSelection(y: y, frame) }
            if let needle = self.needle {
                canvas.highlight(needle.scalars, y: y, from: 3, role: .match)
            }
        }
    }

    /// A branch if all of its channels are.
    private func isMarked(_ line: ChannelLine) -> Bool {
        !self.marked.isEmpty && line.rows.allSatisfy { self.marked.contains($0.name) }
    }

    private func draw(
        _ row: Row, _ line: ChannelLine, _ columns: Columns, y: Int, on canvas: inout Canvas,
        _ context: DrawingContext, _ isSelected: Bool
    ) {
        guard row.state == .subscribed else {
            columns.draw(line, y: y, on: &canvas, only: [.mark])
            self.drawPending(row, columns, y: y, on: &canvas, context)
            return
        }
        let cells = columns[.name] ?? 0..<0
        let whole = SafeText(sanitizing: row.name.text, limit: 800)
        guard isSelected, whole.width > cells.count || self.tree.parent(of: line.item) != nil
        else {
            columns.draw(line, y: y, on: &canvas)
            return
        }
        // The whole name of the selected channel is worth more than the figures beside it.
        let end = cells.lowerBound + whole.width
        let others = ColumnID.allCases.filter { $0 == .mark || columns[$0]?.lowerBound ?? 0 > end }
        columns.draw(line, y: y, on: &canvas, only: Set(others))
        canvas.put(
            whole, x: cells.lowerBound, y: y, maxWidth: canvas.width - cells.lowerBound - 1,
            role: self.colors.role(of: row.name.text))
    }

    /// A channel without events needs its room to say why, and what to do.
    private func drawPending(
        _ row: Row, _ columns: Columns, y: Int, on canvas: inout Canvas,
        _ context: DrawingContext
    ) {
        let nameStart = columns[.name]?.lowerBound ?? 0
        let marks = canvas.glyphs.marks
        let role = Self.mark(row, marks, isConnected: context.isConnected).role
        let name = SafeText(sanitizing: row.name.text, limit: 800)
        let end = canvas.width - 1
        let least = nameStart + min(name.width, 20, canvas.width * 2 / 5) + 2
        // The title says what all channels without a connection wait for.
        let isSaid = !context.isConnected && row.state == .requested
        let words = isSaid ? .empty : SafeText(sanitizing: row.words, limit: 400)
        var reason = StyledLine(words, role)
        if case .failed(let failure) = row.state {
            let text = SafeText(sanitizing: failure.reason, limit: 800)
            // Beside the name only as a whole.
            let room = end - nameStart - name.width - 2
            if reason.width + 2 + text.width <= room {
                reason.append("  \(text)", .muted)
            }
        }
        // The state is at the right, and the name gets the rest.
        let start = max(end - reason.width, least)
        let room = max(start - 1 - nameStart, 0)
        canvas.put(
            NameColumn([row.name.listed], width: room).text(of: row.name.listed), x: nameStart,
            y: y, maxWidth: room, role: self.colors.role(of: row.name.text))
        canvas.put(reason, x: start, y: y, maxWidth: max(end - start, 0))
    }

    static func mark(
        _ row: Row, _ marks: GlyphSet.Marks, isConnected: Bool
    ) -> (glyph: Unicode.Scalar, role: Role) {
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
