import ChannelsProtocol
import OrderedCollections
import TextScreen

/// The bindings: those of all channels first, then those of each channel.
struct BindingsPane: Hashable, Sendable {
    /// One binding.
    struct Row: Hashable, Sendable {
        var binding: Binding
        var lastHit: Timestamp?
    }

    /// A line of the list.
    private enum Line: Hashable {
        case heading(ChannelName?)
        case row(Row)
    }

    private(set) var rows: OrderedDictionary<BindingID, Row> = [:]
    private(set) var selected: BindingID?
    private var scroll = ListScroll()

    /// The selected binding; the first one when none was chosen.
    var selectedBinding: Binding? {
        let order = self.order
        return (self.selected.flatMap { self.rows[$0] } ?? order.first)?.binding
    }

    mutating func handle(_ event: ClientEvent) {
        switch event.kind {
        case .bindingChanged(let binding):
            self.rows[binding.id, default: Row(binding: binding)].binding = binding
        case .bindingRemoved(let id):
            self.remove(id)
        case .bindingsHit(let hits):
            for hit in hits {
                self.rows[hit.id]?.binding.hits = hit.total
                self.rows[hit.id]?.lastHit = event.time
            }
        default:
            break
        }
    }

    private mutating func remove(_ id: BindingID) {
        let order = self.order.map(\.binding.id)
        self.rows[id] = nil
        guard self.selected == id, let index = order.firstIndex(of: id) else { return }
        let others = order.filter { $0 != id }
        self.selected = others.isEmpty ? nil : others[min(index, others.count - 1)]
    }

    mutating func move(_ movement: Movement, height: Int) {
        let order = self.order
        guard !order.isEmpty else { return }
        let index = order.firstIndex { $0.binding.id == self.selected }
        let start = index ?? (movement == .rows(1) ? -1 : 0)
        let target = movement.target(from: start, count: order.count, height: height)
        self.selected = order[target].binding.id
        let lines = self.lines
        self.scroll.settle(
            selected: self.selectedLine(in: lines), count: lines.count, height: max(height - 1, 1))
    }

    /// The rows in the order in which they are listed.
    private var order: [Row] { self.groups.flatMap(\.rows) }

    /// All channels first, then each channel, in the order of their first bindings.
    private var groups: [(channel: ChannelName?, rows: [Row])] {
        let groups = OrderedDictionary(grouping: self.rows.values, by: \.binding.channel)
        let inOrder = groups.filter { $0.key == nil } + groups.filter { $0.key != nil }
        return inOrder.map { (channel: $0.key, rows: $0.value) }
    }

    private var lines: [Line] {
        self.groups.flatMap { [.heading($0.channel)] + $0.rows.map(Line.row) }
    }

    private func selectedLine(in lines: [Line]) -> Int {
        let id = self.selectedBinding?.id
        return lines.firstIndex { line in
            if case .row(let row) = line { row.binding.id == id } else { false }
        } ?? 0
    }
}

// MARK: - Drawing

extension BindingsPane {
    func draw(on canvas: inout Canvas, _ frame: PaneFrame) {
        let content = canvas.drawTitle(frame, facts: StyledLine("\(self.rows.count)", .muted))
        if !self.rows.isEmpty {
            let columns = Columns(width: canvas.width)
            canvas.putHeading(" hits ", endX: columns.hitsEnd + 1, frame)
            if let end = columns.lastEnd { canvas.putHeading(" last ", endX: end + 1, frame) }
        }
        canvas.draw(in: content) { canvas in
            guard !self.rows.isEmpty else {
                canvas.drawEmpty(
                    ["No bindings.", "b binds on a channel,", "B on all of them."],
                    in: canvas.bounds)
                return
            }
            self.drawLines(on: &canvas, frame)
        }
    }

    private func drawLines(on canvas: inout Canvas, _ frame: PaneFrame) {
        let lines = self.lines
        let isCut = lines.count > canvas.height
        let height = isCut ? max(canvas.height - 1, 1) : canvas.height
        let selected = self.selectedLine(in: lines)
        let top = self.scroll.top(selected: selected, count: lines.count, height: height)
        for y in 0..<height where top + y < lines.count {
            switch lines[top + y] {
            case .heading(let channel):
                let text = channel.map { SafeText(sanitizing: $0.text, limit: 400) }
                let role = channel.map(\.kind.role) ?? .muted
                canvas.put(text ?? "all channels", x: 1, y: y, role: role)
            case .row(let row):
                self.draw(row, y: y, on: &canvas, frame)
            }
            let isChosen = self.selected != nil || frame.isFocused
            if top + y == selected && isChosen { canvas.markSelection(y: y, frame) }
        }
        if isCut { canvas.drawMore(lines.count - top - height, y: height) }
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
