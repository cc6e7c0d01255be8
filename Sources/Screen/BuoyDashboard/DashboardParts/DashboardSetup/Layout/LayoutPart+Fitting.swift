import BuoyTextScreen

// Columns are as wide, and lists as tall, as their contents. The events get the rest.
extension LayoutPart {
    private static let vastColumns = 240

    /// In the preset for presence, the members take most of their column, or have their own.
    /// - Parameter reading: the events, and what is opened below them.
    static func fittingColumns(_ request: LayoutRequest, _ reading: [Slice]) -> LayoutPart {
        let events = LayoutPart.rows(reading, expanded: reading.count)
        let isPresence = request.settings.preset == .presence
        let first: [PaneID] =
            isPresence ? [.members, .channels, .bindings] : [.channels, .members, .bindings]
        let lists = request.lists(first)
        guard request.size.columns >= Self.vastColumns, lists.contains(.members) else {
            let side =
                isPresence
                ? Self.fittingRows(lists, request, first: .members, fifths: 3)
                : Self.fittingRows(lists, request)
            let left = Slice(part: side, extent: .cells(Self.side(request)), split: .left)
            guard request.inspectorStays else { return .columns([left, Slice(events, 1)]) }
            let middle = request.size.columns - Self.side(request) - Self.inspectorColumns - 2
            return .columns([
                left, Slice(part: events, extent: .cells(middle), split: .right),
                Slice(.inspector, 1),
            ])
        }
        let others = lists.filter { $0 != .members }
        let stays = request.inspectorStays
        let (left, right) = isPresence ? (54, 60) : (60, stays ? Self.inspectorColumns : 39)
        let roster = Self.fittingRows([.members], request, first: .members, fifths: 5)
        let channels = Slice(
            part: Self.fittingRows(others, request), extent: .cells(left), split: .left)
        guard !isPresence else {
            return .columns([
                channels, Slice(part: roster, extent: .cells(right), split: .right),
                Slice(events, 1),
            ])
        }
        let middle = request.size.columns - left - right - 2
        let members = Slice(part: roster, extent: .cells(request.size.rows / 3), split: .members)
        let beside = LayoutPart.rows([members, Slice(.inspector, 1)], expanded: 2)
        return .columns([
            channels, Slice(part: events, extent: .cells(middle), split: .right),
            Slice(stays ? beside : roster, 1),
        ])
    }

    private static let inspectorColumns = 48

    static func debuggingColumns(
        _ request: LayoutRequest, _ reading: [Slice], _ records: [PaneID]
    ) -> LayoutPart {
        let lists = Self.fittingRows(
            request.lists([.channels, .members, .bindings]), request)
        let inspector = request.hasInspector ? [Slice(.inspector, 9)] : []
        guard request.size.columns >= Self.vastColumns else {
            let rows = reading + records.map { Slice($0, 8, .connection) } + inspector
            return .columns([
                Slice(part: lists, extent: .cells(Self.side(request)), split: .left),
                Slice(.rows(rows, expanded: rows.count), 1),
            ])
        }
        let (left, right) = (50, 66)
        let middle = request.size.columns - left - right - 2
        let rows = reading + inspector
        let side = records.map { Slice($0, 20) }
        return .columns([
            Slice(part: lists, extent: .cells(left), split: .left),
            Slice(
                part: .rows(rows, expanded: rows.count), extent: .cells(middle), split: .right),
            Slice(.rows(side, expanded: side.count), 1),
        ])
    }

    private static func side(_ request: LayoutRequest) -> Int {
        // With the inspector at the right, there is room for the columns total and last.
        let range = request.inspectorStays ? 62...72 : 44...60
        let wanted = request.contents[.channels]?.columns ?? range.lowerBound
        return min(max(wanted, range.lowerBound), range.upperBound)
    }

    private static let importance: [PaneID] = [.channels, .members, .bindings]

    /// Lists get the rows that they need, and the last one gets the rest.
    ///
    /// - Parameters:
    ///   - first: the most important list, if it is not the channels.
    ///   - fifths: the share of the height that this list may take, in fifths.
    private static func fittingRows(
        _ panes: [PaneID], _ request: LayoutRequest, first: PaneID? = nil, fifths: Int = 2
    ) -> LayoutPart {
        let height = request.size.rows - 6
        let slices = panes.map { pane in
            let usual = Self.importance.firstIndex(of: pane) ?? Self.importance.count
            let place = pane == first ? -1 : usual
            let share = pane == first ? fifths : 2
            var slice = Slice(pane, 1, Self.fittingSplits[pane], rank: place)
            if let rows = Self.rows(of: pane, request) {
                slice.extent = .cells(min(rows + 1, max(height * share / 5, 3)))
            }
            return slice
        }
        var (left, open) = (height - panes.count, 0)
        for slice in slices.sorted(by: { $0.rank < $1.rank }) {
            // A list that would be cut becomes a title rule, and the last one gets its rows.
            guard slice.extent.rows - 1 <= left || open < 2 else { break }
            left -= slice.extent.rows - 1
            open += 1
        }
        return .rows(slices, expanded: max(open, 1))
    }

    private static let fittingSplits: [PaneID: LayoutSettings.Split] = [
        .channels: .lists, .members: .members,
    ]

    private static func rows(of pane: PaneID, _ request: LayoutRequest) -> Int? {
        guard let contents = request.contents[pane] else { return nil }
        let isStacked =
            request.profile(of: pane)?.repeatsPerRoster == true && request.rosters > 0
            && SizeClass(request.size) == .large
        // A roster with fewer rows is not stacked.
        let rows = max(contents.rows, 6)
        return isStacked ? max(request.rosters, 1) * (rows + 1) - 1 : contents.rows
    }
}

extension LayoutPart.Extent {
    fileprivate var rows: Int {
        switch self {
        case .cells(let cells): cells
        case .weight: 4
        }
    }
}
