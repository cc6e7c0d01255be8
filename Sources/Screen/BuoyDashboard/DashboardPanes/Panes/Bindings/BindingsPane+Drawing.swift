import BuoyTextScreen
import ChannelsEventWords
import ChannelsProtocol
import OrderedCollections

extension BindingsPane {
    func draw(
        on canvas: inout Canvas, _ frame: PaneFrame, _ colors: IdentityColors,
        advice: [SafeText] = []
    ) {
        var facts = StyledLine("\(self.rows.count)", .muted)
        if self.order != .added {
            let separator = canvas.glyphs.separator
            facts.append(" \(glyph: separator) \(SafeText(ours: self.order.words))", .muted)
        }
        let content = canvas.drawTitle(frame, facts: facts)
        let columns = Self.columns(width: canvas.width, frame)
        if !self.rows.isEmpty { canvas.drawHeadings(columns, frame) }
        canvas.draw(in: content) { canvas in
            guard !self.rows.isEmpty else {
                canvas.drawEmpty(self.emptyText(advice), in: canvas.bounds)
                return
            }
            self.drawLines(on: &canvas, frame, columns, colors)
        }
    }

    private func emptyText(_ advice: [SafeText]) -> [SafeText] {
        let text = ["No bindings."] + advice
        guard self.unbound > 0 else { return text }
        return text + ["Unbound events: \(SafeText(ours: Figures.grouped(self.unbound)))"]
    }

    private func drawLines(
        on canvas: inout Canvas, _ frame: PaneFrame, _ columns: Columns, _ colors: IdentityColors
    ) {
        let window = self.window(height: canvas.height)
        for (y, index) in window.rows.enumerated() {
            switch self.lines[index] {
            case .heading(let channel):
                let text = channel.map { SafeText(sanitizing: $0.text, limit: 400) }
                let role = channel.map { colors.role(of: $0.text) } ?? .muted
                let room = max(canvas.width - 2, 0)
                canvas.put(text ?? "all channels", x: 1, y: y, maxWidth: room, role: role)
            case .row(let id):
                guard let row = self.rows[id] else { continue }
                columns.draw(row, y: y, on: &canvas)
                let isChosen = self.selected != nil || frame.isFocused
                if id == self.selectedBinding?.id && isChosen { canvas.markSelection(y: y, frame) }
            case .unbound:
                let end = columns[.hits]?.upperBound ?? 0
                let count = SafeText(ours: Figures.count(self.unbound))
                let width = canvas.put(count, endX: end, y: y)
                let room = max(end - width - 2, 0)
                canvas.put("unbound events", x: 1, y: y, maxWidth: room, role: .muted)
            }
        }
        canvas.drawMore(window)
    }

    private enum ColumnID: Hashable {
        case name, hits, last
    }

    private typealias Columns = ColumnLayout<ColumnID, Row>

    /// ```
    /// ▸  bid_changed          off   1.2k     3s
    /// ```
    private static func columns(width: Int, _ frame: PaneFrame) -> Columns {
        let hits = Column<ColumnID, Row>(
            .hits, "hits", .cells(5), at: .end,
            .text { (SafeText(ours: Figures.count($0.binding.hits)), .text) })
        let last = Column<ColumnID, Row>(
            .last, "last", .cells(7), at: .end,
            .text { row in
                let age = row.lastHit.map { Figures.duration(frame.now.duration(since: $0)) }
                return (SafeText(ours: age ?? "-"), .muted)
            })
        let name = Column<ColumnID, Row>(.name, .rest(gap: 0), .drawn(Self.drawName))
        return Columns([name, hits] + (width >= 30 ? [last] : []), from: 3, to: width - 1)
    }

    private static func drawName(
        _ row: Row, on canvas: inout Canvas, y: Int, _ cells: Range<Int>
    ) {
        let isOn = row.binding.isEnabled
        if !isOn { canvas.put("off", endX: cells.upperBound, y: y, role: .flashWarn) }
        let name = row.binding.event.map { SafeText(sanitizing: $0.text, limit: 400) }
        canvas.put(
            name ?? "* (every event)", x: cells.lowerBound, y: y,
            maxWidth: max(cells.count - (isOn ? 0 : 4), 0), role: isOn ? .eventName : .muted)
    }
}
