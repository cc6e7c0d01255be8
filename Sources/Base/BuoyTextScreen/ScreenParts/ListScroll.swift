package struct ListScroll: Hashable, Sendable {
    private(set) var top = 0

    package init() {}

    /// Keeps the selected row visible and leaves no line empty.
    package func top(selected: Int, count: Int, height: Int) -> Int {
        guard height > 0, count > height else { return 0 }
        let lowest = max(selected - height + 1, 0)
        let highest = min(max(selected, 0), count - height)
        return min(max(self.top, min(lowest, highest)), highest)
    }

    mutating func shift(by rows: Int) { self.top = max(self.top + rows, 0) }

    package mutating func settle(selected: Int, count: Int, height: Int) {
        self.top = self.top(selected: selected, count: count, height: height)
    }
}

package enum Movement: Hashable, Sendable {
    case rows(Int)
    case pages(Int)
    case halfPages(Int)
    case top, bottom

    package func target(from row: Int, count: Int, height: Int) -> Int {
        let page = max(height, 1)
        let target =
            switch self {
            case .rows(let rows): row + rows
            case .pages(let pages): row + pages * max(page - 1, 1)
            case .halfPages(let halves): row + halves * max(page / 2, 1)
            case .top: 0
            case .bottom: count - 1
            }
        return min(max(target, 0), max(count - 1, 0))
    }
}
