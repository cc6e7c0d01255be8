import BuoyTextScreen
import ChannelsEventWords
import ChannelsProtocol
import OrderedCollections

/// Bindings on all channels first, then those on each channel.
struct BindingsPane: Hashable, Sendable {
    struct Row: Hashable, Sendable {
        var binding: EventBinding
        var lastHit: ChannelsTimestamp?
    }

    enum Line: Hashable {
        case heading(ChannelName?)
        case row(BindingID)
        case unbound
    }

    private(set) var rows: OrderedDictionary<BindingID, Row> = [:]
    private(set) var unbound = 0
    private(set) var lines: [Line] = []
    private(set) var cursor = ListCursor<BindingID>()
    private var scroll = ListScroll()
    private(set) var order = BindingOrder.added

    private var hasChanged = false
    private var arrangedIn: Int64?

    var selected: BindingID? { self.cursor.selected }

    var selectedBinding: EventBinding? {
        guard self.cursor.order.indices.contains(self.cursor.index) else { return nil }
        return self.rows[self.cursor.order[self.cursor.index]]?.binding
    }

    // MARK: Events

    mutating func received(_ index: Int, of batch: ReportBatch) {
        if batch.areUnbound[index] { self.countUnbound() }
    }

    mutating func handle(_ event: ClientReport) {
        switch event.kind {
        case .bindingChanged(let binding):
            self.rows[binding.id, default: Row(binding: binding)].binding = binding
            self.hasChanged = true
        case .bindingRemoved(let id):
            if self.rows.removeValue(forKey: id) != nil { self.hasChanged = true }
        case .bindingsHit(let hits):
            for hit in hits {
                self.rows[hit.id]?.binding.hits = hit.total
                self.rows[hit.id]?.lastHit = event.time
            }
        default:
            break
        }
    }

    private mutating func countUnbound() {
        self.unbound &+= 1
        self.hasChanged = self.hasChanged || self.unbound == 1
    }

    // MARK: Selecting

    mutating func move(_ movement: Movement, height: Int) {
        self.cursor.move(movement, height: height)
        self.scroll.settle(
            selected: self.selectedLine, count: self.lines.count,
            height: self.window(height: height).lines)
    }

    mutating func click(row y: Int, height: Int) -> Bool? {
        let window = self.window(height: height)
        let (line, isFar) = window.rows.lowerBound.addingReportingOverflow(y)
        guard y >= 0, !isFar, window.rows.contains(line), case .row(let id) = self.lines[line],
            let index = self.cursor.order.firstIndex(of: id)
        else { return nil }
        let before = self.selected
        self.cursor.select(index, height: height)
        self.scroll.settle(
            selected: self.selectedLine, count: self.lines.count, height: window.lines)
        return before == id
    }

    func window(height: Int) -> ListWindow {
        let lines = self.lines.count > height ? max(height - 1, 1) : height
        let top = self.scroll.top(
            selected: self.selectedLine, count: self.lines.count, height: lines)
        return ListWindow(top: top, lines: lines, count: self.lines.count)
    }

    private var selectedLine: Int {
        guard let id = self.selectedBinding?.id else { return 0 }
        let line = self.lines.firstIndex(of: .row(id)) ?? 0
        // The heading of the first binding is visible together with it.
        return line == 1 ? 0 : line
    }
}

// MARK: Sorting

extension BindingsPane {
    /// By hits or times at most once a second.
    mutating func arrange(by order: BindingOrder, second: Int64) {
        let isLate = order.isRestless && self.arrangedIn != second
        guard self.hasChanged || order != self.order || isLate else { return }
        self.hasChanged = false
        self.order = order
        self.arrangedIn = second
        let groups = self.groups(by: order)
        self.cursor.arrange(groups.flatMap(\.ids))
        self.lines = groups.flatMap { [.heading($0.channel)] + $0.ids.map(Line.row) }
        if self.unbound > 0 { self.lines.append(.unbound) }
    }

    private func groups(
        by order: BindingOrder
    ) -> [(channel: ChannelName?, ids: [BindingID])] {
        let groups = OrderedDictionary(grouping: self.rows.values, by: \.binding.channel)
        var channels = groups.keys.compactMap { $0 }
        if order == .name { channels.sort() }
        let keys = (groups.keys.contains(nil) ? [nil] : []) + channels.map(Optional.some)
        return keys.map { (channel: $0, ids: Self.sorted(groups[$0] ?? [], by: order)) }
    }

    /// Stable.
    private static func sorted(_ rows: [Row], by order: BindingOrder) -> [BindingID] {
        rows.enumerated().sorted { left, right in
            let (first, second) = (left.element, right.element)
            let isBefore: Bool? =
                switch order {
                case .added: nil
                case .name: Self.precedes(first.binding.event, second.binding.event)
                case .hits:
                    first.binding.hits == second.binding.hits
                        ? nil : first.binding.hits > second.binding.hits
                case .last:
                    first.lastHit?.second == second.lastHit?.second
                        ? nil : (first.lastHit ?? .zero) > (second.lastHit ?? .zero)
                }
            return isBefore ?? (left.offset < right.offset)
        }.map(\.element.binding.id)
    }

    /// The binding to every event precedes those to names.
    private static func precedes(_ left: EventName?, _ right: EventName?) -> Bool? {
        guard left != right else { return nil }
        guard let left, let right else { return left == nil }
        return left < right
    }
}

extension BindingOrder {
    fileprivate var isRestless: Bool { self == .hits || self == .last }
}
