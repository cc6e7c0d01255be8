import ChannelsProtocol
import OrderedCollections
import TextScreen

extension BindingsPane {
    func draw(on canvas: inout Canvas, _ frame: PaneFrame) {
        var facts = StyledLine("\(self.rows.count)", .muted)
        if self.order != .added {
            let separator = canvas.glyphs.separator
            facts.append(" \(glyph: separator) \(SafeText(ours: self.order.words))", .muted)
        }
        let content = canvas.drawTitle(frame, facts: facts)
        if !self.rows.isEmpty {
            let columns = Columns(width: canvas.width)
            canvas.putHeading(" hits ", endX: columns.hitsEnd + 1, frame)
            if let end = columns.lastEnd { canvas.putHeading(" last ", endX: end + 1, frame) }
        }
        canvas.draw(in: content) { canvas in
            guard !self.rows.isEmpty else {
                canvas.drawEmpty(self.emptyText, in: canvas.bounds)
                return
            }
            self.drawLines(on: &canvas, frame)
        }
    }

    private var emptyText: [SafeText] {
        let text: [SafeText] = ["No bindings.", "b binds on a channel,", "B on all of them."]
        guard self.unbound > 0 else { return text }
        return text + ["Unbound events: \(SafeText(ours: Figures.grouped(self.unbound)))"]
    }

    private func drawLines(on canvas: inout Canvas, _ frame: PaneFrame) {
        let window = self.window(height: canvas.height)
        for (y, index) in window.rows.enumerated() {
            switch self.lines[index] {
            case .heading(let channel):
                let text = channel.map { SafeText(sanitizing: $0.text, limit: 400) }
                let role = channel.map(\.kind.role) ?? .muted
                let room = max(canvas.width - 2, 0)
                canvas.put(text ?? "all channels", x: 1, y: y, maxWidth: room, role: role)
            case .row(let id):
                guard let row = self.rows[id] else { continue }
                self.draw(row, y: y, on: &canvas, frame)
                let isChosen = self.selected != nil || frame.isFocused
                if id == self.selectedBinding?.id && isChosen { canvas.markSelection(y: y, frame) }
            case .unbound:
                let columns = Columns(width: canvas.width)
                let count = SafeText(ours: Figures.count(self.unbound))
                let width = canvas.put(count, endX: columns.hitsEnd, y: y)
                let room = max(columns.hitsEnd - width - 2, 0)
                canvas.put("unbound events", x: 1, y: y, maxWidth: room, role: .muted)
            }
        }
        canvas.drawMore(window)
    }

    /// Where the columns of a row end.
    private struct Columns {
        let nameStart = 3
        let offEnd: Int
        let hitsEnd: Int
        /// `nil` when there is no room for the time of the last hit.
        let lastEnd: Int?

        init(width: Int) {
            self.lastEnd = width >= 30 ? width - 1 : nil
            self.hitsEnd = width >= 30 ? width - 8 : width - 1
            self.offEnd = self.hitsEnd - 5
        }
    }

    private func draw(_ row: Row, y: Int, on canvas: inout Canvas, _ frame: PaneFrame) {
        let columns = Columns(width: canvas.width)
        if let end = columns.lastEnd {
            let last = row.lastHit.map { Figures.duration(frame.now.duration(since: $0)) } ?? "-"
            canvas.put(SafeText(ours: last), endX: end, y: y, role: .muted)
        }
        canvas.put(SafeText(ours: Figures.count(row.binding.hits)), endX: columns.hitsEnd, y: y)
        let isOn = row.binding.isEnabled
        if !isOn { canvas.put("off", endX: columns.offEnd, y: y, role: .flashWarn) }
        let nameEnd = isOn ? columns.offEnd : columns.offEnd - 4
        let name = row.binding.event.map { SafeText(sanitizing: $0.text, limit: 400) }
        canvas.put(
            name ?? "* (every event)", x: columns.nameStart, y: y,
            maxWidth: max(nameEnd - columns.nameStart, 0), role: isOn ? .eventName : .muted)
    }
}
