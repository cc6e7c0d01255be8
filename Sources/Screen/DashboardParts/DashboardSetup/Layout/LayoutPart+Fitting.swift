import TextScreen

// Columns of full height. Columns are as wide, and lists as tall, as their contents. The events get
// the rest.
extension LayoutPart {
    /// The number of columns from which a screen has lists on both sides of the events.
    private static let vastColumns = 240

    /// - Parameters:
    ///   - events: the events, and the inspector below them.
    ///   - lists: lists that are not placed by name.
    static func fittingColumns(
        _ request: LayoutRequest, _ events: LayoutPart, _ lists: [PaneID]
    ) -> LayoutPart {
        guard request.size.columns >= Self.vastColumns else {
            let panes = [.channels, .members, .bindings, .rates] + lists + [.log]
            let left = Self.fittingRows(panes, request)
            return .columns([
                Slice(part: left, extent: .cells(Self.side(request)), split: .left),
                Slice(events, 1),
            ])
        }
        // Wide enough for the channels' counters.
        let (left, right) = (60, 39)
        let reading = request.size.columns - left - right - 2
        return .columns([
            Slice(
                part: Self.fittingRows([.channels, .bindings, .log], request),
                extent: .cells(left), split: .left),
            Slice(part: events, extent: .cells(reading), split: .right),
            Slice(Self.fittingRows([.members, .rates] + lists, request), 1),
        ])
    }

    /// Members above all other lists, or beside them if there is room.
    static func presenceColumns(
        _ request: LayoutRequest, _ reading: [Slice], _ lists: [PaneID]
    ) -> LayoutPart {
        let events = LayoutPart.rows(reading, expanded: reading.count)
        guard request.size.columns >= Self.vastColumns else {
            let panes = [.members, .channels, .rates, .bindings] + lists + [.log]
            return .columns([
                Slice(
                    part: Self.fittingRows(panes, request, first: .members, fifths: 3),
                    extent: .cells(Self.side(request)), split: .left),
                Slice(events, 1),
            ])
        }
        return .columns([
            Slice(
                part: Self.fittingRows([.channels, .bindings, .log], request),
                extent: .cells(54), split: .left),
            Slice(
                part: Self.fittingRows(
                    [.members, .rates] + lists, request, first: .members, fifths: 4),
                extent: .cells(60), split: .right),
            Slice(events, 1),
        ])
    }

    /// The log and other records below the events, with room for their reasons, or beside them if
    /// there is room.
    /// - Parameter records: panes of records that are not placed by name.
    static func debuggingColumns(
        _ request: LayoutRequest, _ reading: [Slice], _ lists: [PaneID], _ records: [PaneID]
    ) -> LayoutPart {
        guard request.size.columns >= Self.vastColumns else {
            let panes = [.channels, .rates, .members, .bindings] + lists
            var rows = reading
            rows[rows.count - 1].split = rows.count == 1 ? .inspector : .log
            rows.append(Slice(.log, 7))
            rows += records.map { Slice($0, 7) }
            return .columns([
                Slice(
                    part: Self.fittingRows(panes, request), extent: .cells(Self.side(request)),
                    split: .left),
                Slice(.rows(rows, expanded: rows.count), 1),
            ])
        }
        let (left, right) = (50, 66)
        let middle = request.size.columns - left - right - 2
        let side =
            [Slice(.log, 24, .log)] + records.map { Slice($0, 20) } + [Slice(.rates, 16)]
        return .columns([
            Slice(
                part: Self.fittingRows([.channels, .members, .bindings] + lists, request),
                extent: .cells(left), split: .left),
            Slice(
                part: .rows(reading, expanded: 2), extent: .cells(middle), split: .right),
            Slice(.rows(side, expanded: side.count), 1),
        ])
    }

    /// The columns that the lists need.
    private static func side(_ request: LayoutRequest) -> Int {
        min(max(request.contents[.channels]?.columns ?? 44, 44), 60)
    }

    /// The order in which lists get rows if there is not enough room for all.
    private static let importance: [PaneID] = [.channels, .members, .log, .bindings, .rates]

    /// Panes below each other. Lists get the rows that they need, empty ones are title rules, and
    /// the last pane gets the rest.
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
            let rank = request.isIdle(pane) && pane != .channels ? place + 100 : place
            var slice = Slice(pane, 1, Self.fittingSplits[pane], rank: rank)
            if let rows = Self.rows(of: pane, request) {
                slice.extent = .cells(min(rows + 1, max(height * share / 5, 3)))
            }
            return slice
        }
        var (left, open) = (height - panes.count, 0)
        for slice in slices.sorted(by: { $0.rank < $1.rank }) where slice.rank < 100 {
            // A list that would be cut becomes a title rule, and the log gets its rows instead.
            guard slice.extent.rows - 1 <= left || open < 2 else { break }
            left -= slice.extent.rows - 1
            open += 1
        }
        return .rows(slices, expanded: max(open, 1))
    }

    /// The splits below the panes.
    private static let fittingSplits: [PaneID: LayoutSettings.Split] = [
        .channels: .lists, .members: .rates, .bindings: .log,
    ]

    /// The rows that a list needs. For members, those of every presence channel, if all are shown.
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
    /// The minimum number of rows.
    fileprivate var rows: Int {
        switch self {
        case .cells(let cells): cells
        case .weight: 4
        }
    }
}
