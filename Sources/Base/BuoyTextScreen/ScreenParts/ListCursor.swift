/// The selection in an ordered list; it survives changes of the order.
package struct ListCursor<ID: Hashable & Sendable>: Hashable, Sendable {
    package private(set) var order: [ID] = []
    package private(set) var selected: ID?
    package private(set) var index = 0
    private var scroll = ListScroll()

    package init() {}

    /// If the selected row is gone, selects the next remaining one, else the previous one.
    /// - Parameter keepsPlace: keeps the selected row on its screen line, for lists whose rows come
    ///   and go constantly.
    package mutating func arrange(_ order: [ID], keepsPlace: Bool = false) {
        let index = self.index
        self.setOrder(order)
        if keepsPlace, self.selected != nil { self.scroll.shift(by: self.index - index) }
    }

    private mutating func setOrder(_ order: [ID]) {
        let before = self.order
        self.order = order
        guard let selected = self.selected else {
            self.index = 0
            return
        }
        if let index = order.firstIndex(of: selected) {
            self.index = index
            return
        }
        let present = Set(order)
        let place = min(self.index, before.count)
        let heir =
            before[place...].first { present.contains($0) }
            ?? before[..<place].last { present.contains($0) } ?? order.first
        self.selected = heir
        self.index = heir.flatMap { order.firstIndex(of: $0) } ?? 0
    }

    /// - Parameter hasFooter: whether the last of the `height` lines is used for something else.
    package mutating func select(_ index: Int, height: Int, hasFooter: Bool = false) {
        guard self.order.indices.contains(index) else { return }
        self.index = index
        self.selected = self.order[index]
        let lines = Self.lines(self.order.count, height, hasFooter)
        self.scroll.settle(selected: index, count: self.order.count, height: lines)
    }

    /// Without a selection, moving down selects the first row.
    package mutating func move(_ movement: Movement, height: Int, hasFooter: Bool = false) {
        let start = self.selected == nil && movement == .rows(1) ? -1 : self.index
        let target = movement.target(from: start, count: self.order.count, height: height)
        self.select(target, height: height, hasFooter: hasFooter)
    }

    package mutating func select(line: Int, height: Int, hasFooter: Bool = false) -> Bool? {
        let window = self.window(height: height, hasFooter: hasFooter)
        let (index, isFar) = window.rows.lowerBound.addingReportingOverflow(line)
        guard line >= 0, !isFar, window.rows.contains(index) else { return nil }
        let before = self.selected
        self.select(index, height: height, hasFooter: hasFooter)
        return before == self.selected
    }

    package func window(height: Int, hasFooter: Bool = false) -> ListWindow {
        let lines = Self.lines(self.order.count, height, hasFooter)
        let top = self.scroll.top(selected: self.index, count: self.order.count, height: lines)
        return ListWindow(top: top, lines: lines, count: self.order.count)
    }

    /// A truncated list needs its last line to say so.
    private static func lines(_ count: Int, _ height: Int, _ hasFooter: Bool) -> Int {
        count > height || hasFooter ? max(height - 1, 1) : height
    }
}

package struct ListWindow: Hashable, Sendable {
    package let rows: Range<Int>
    let above: Int
    package let below: Int
    package let lines: Int

    package init(top: Int, lines: Int, count: Int) {
        let end = min(top + max(lines, 0), count)
        self.rows = min(top, end)..<end
        self.above = self.rows.lowerBound
        self.below = count - end
        self.lines = lines
    }
}
