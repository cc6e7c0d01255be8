import BuoyTextScreen

struct LayoutArranging {
    private let request: LayoutRequest
    private let hasTabs: Bool
    private(set) var places: [DashboardLayout.Place] = []
    private(set) var dividers: [Rect] = []
    private(set) var boundaries: [LayoutBoundary] = []

    /// A title and two rows.
    private static let leastRows = 3
    private static let leastColumns = 16
    /// A title and five rows: with fewer, the lists are title rules.
    private static let accordionRows = 6

    init(_ request: LayoutRequest, hasTabs: Bool) {
        self.request = request
        self.hasTabs = hasTabs
    }

    mutating func arrange(_ part: LayoutPart, in rect: Rect) {
        switch part {
        case .pane(let pane): self.add(pane, rect)
        case .columns(let slices): self.arrange(columns: slices, in: rect)
        case .rows(let slices, let expanded):
            let order = self.order(slices)
            // If there is no row for each title, the least important parts are left out.
            let shown = Set(order.prefix(max(rect.height, 1)))
            // A title for each part, and two more rows for each open one.
            let fitting = max((rect.height - slices.count) / (Self.leastRows - 1), 0)
            let needed = slices.count { self.isNeeded($0) }
            let open = Set(order.prefix(max(min(expanded, fitting), needed, 1)))
            let kept = slices.indices.filter(shown.contains)
            self.arrange(rows: kept.map { slices[$0] }, kept.map(open.contains), in: rect)
        }
    }

    // MARK: Panes

    private mutating func add(_ pane: PaneID, _ rect: Rect) {
        let isRepeated = self.request.profile(of: pane)?.repeatsPerRoster == true
        guard isRepeated, self.stacksRosters else {
            self.add(pane, isRepeated ? self.request.roster : 0, rect)
            return
        }
        // The selected channel is always included.
        let count = max(min(self.request.rosters, rect.height / 7), 1)
        let first = max(self.request.roster - count + 1, 0)
        var rest = rect
        for index in 0..<count {
            let rows = rest.height / (count - index)
            let (top, below) = rest.split(top: rows)
            self.add(pane, count == 1 ? self.request.roster : first + index, top)
            rest = below
        }
    }

    private var stacksRosters: Bool {
        guard !self.hasTabs, !self.request.isZoomed, self.request.rosters > 1 else { return false }
        return self.request.settings.preset == .presence
            || SizeClass(self.request.size) == .large
    }

    private mutating func add(_ pane: PaneID, _ index: Int, _ rect: Rect) {
        // The tabs are the title of the pane below them.
        let hasTitle = !(self.hasTabs && self.places.isEmpty)
        self.places.append(
            DashboardLayout.Place(pane: pane, index: index, rect: rect, hasTitle: hasTitle))
    }

    // MARK: Columns

    private mutating func arrange(columns slices: [LayoutPart.Slice], in rect: Rect) {
        var rest = rect
        for (index, slice) in slices.enumerated() {
            guard index < slices.count - 1 else {
                self.arrange(slice.part, in: rest)
                return
            }
            let after = slices[(index + 1)...]
            let room = rest.width - 1
            let least = min(Self.leastColumns, room / slices.count)
            let range = least...max(room - after.count * (least + 1) + 1, least)
            let columns = self.cells(of: slice, and: Array(after), room: room, range)
            let (left, beyond) = rest.split(left: columns)
            let (divider, right) = beyond.split(left: 1)
            self.dividers.append(divider)
            self.arrange(slice.part, in: left)
            // In a strip of title rules, there is nothing to move.
            if let split = slice.split, rect.height > 1 {
                self.boundaries.append(
                    LayoutBoundary(
                        split: split, axis: .columns, handle: divider, start: rest.x, room: room,
                        position: columns, range: range, collapsesBelow: 0,
                        before: slice.part.panes, after: after.flatMap(\.part.panes)))
            }
            rest = right
        }
    }

    // MARK: Rows

    private func order(_ slices: [LayoutPart.Slice]) -> [Int] {
        slices.indices.sorted {
            (self.isNeeded(slices[$0]) ? 0 : 1, slices[$0].rank, $0)
                < (self.isNeeded(slices[$1]) ? 0 : 1, slices[$1].rank, $1)
        }
    }

    /// The active pane, and panes that were opened for reading.
    private func isNeeded(_ slice: LayoutPart.Slice) -> Bool {
        let panes = slice.part.panes
        return panes.contains { pane in
            pane == self.request.active || self.request.profile(of: pane)?.home == .details
        }
    }

    private mutating func arrange(
        rows slices: [LayoutPart.Slice], _ open: [Bool], in rect: Rect
    ) {
        var rest = rect
        for (index, slice) in slices.enumerated() {
            let after = slices.indices.filter { $0 > index }
            let closed = after.count { !open[$0] }
            let room = rest.height - closed
            let followers = after.filter { open[$0] }
            var rows = open[index] ? room : 1
            if open[index], !followers.isEmpty {
                let least = slice.accordion > 0 ? 1 : min(Self.leastRows, room / 2)
                let range = least...max(room - followers.count * Self.leastRows, least)
                let wanted = self.cells(
                    of: slice, and: followers.map { slices[$0] }, room: room, range)
                rows = self.accordion(slice, wanted, range)
                let handleRows = (followers.first ?? index) - index
                self.addBoundary(
                    slice, rest, room, rows, range, handleRows,
                    after: after.flatMap { slices[$0].part.panes })
            }
            let (top, below) = rest.split(top: rows)
            self.arrange(slice.part, in: top)
            rest = below
        }
    }

    private func accordion(
        _ slice: LayoutPart.Slice, _ rows: Int, _ range: ClosedRange<Int>
    ) -> Int {
        guard slice.accordion > 0, rows < min(Self.accordionRows, slice.accordion) else {
            return rows
        }
        let isActive = slice.part.panes.contains(self.request.active)
        return isActive ? min(slice.accordion, range.upperBound) : 1
    }

    private mutating func addBoundary(
        _ slice: LayoutPart.Slice, _ rest: Rect, _ room: Int, _ rows: Int,
        _ range: ClosedRange<Int>, _ handleRows: Int, after: [PaneID]
    ) {
        guard let split = slice.split else { return }
        let handle = Rect(x: rest.x, y: rest.y + rows, width: rest.width, height: handleRows)
        self.boundaries.append(
            LayoutBoundary(
                split: split, axis: .rows, handle: handle, start: rest.y, room: room,
                position: rows, range: range,
                collapsesBelow: min(Self.accordionRows, slice.accordion),
                before: slice.part.panes, after: after))
    }

    // MARK: Extents

    private func cells(
        of slice: LayoutPart.Slice, and after: [LayoutPart.Slice], room: Int,
        _ range: ClosedRange<Int>
    ) -> Int {
        let moved = slice.split.flatMap { self.request.settings.splits[$0] }
        let wanted: Int
        switch (moved, slice.extent) {
        case (let moved?, _): wanted = LayoutBoundary.cells(moved, of: room)
        case (nil, .cells(let cells)): wanted = cells
        case (nil, .weight(let weight)):
            let sum = after.reduce(weight) { $0 + $1.weight }
            wanted = (room * weight + sum / 2) / max(sum, 1)
        }
        return min(max(wanted, range.lowerBound), range.upperBound)
    }
}

extension LayoutPart.Slice {
    fileprivate var weight: Int {
        switch self.extent {
        case .weight(let weight): weight
        case .cells: 0
        }
    }
}
