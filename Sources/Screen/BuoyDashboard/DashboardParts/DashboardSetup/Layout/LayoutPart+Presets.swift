import BuoyTextScreen

extension LayoutPart {
    static func body(_ request: LayoutRequest) -> LayoutPart {
        if request.profile(of: .channels) == nil { return Self.readingOnly(request) }
        return switch request.size.columns {
        case ..<80: Self.oneColumn(request)
        case ..<180: Self.stack(request)
        default:
            request.settings.preset == .events ? Self.stack(request) : Self.fullColumns(request)
        }
    }

    static func underTabs(_ request: LayoutRequest) -> LayoutPart {
        let focus = request.focus
        let partner: PaneID? =
            switch request.settings.preset {
            case .standard: nil
            case .events: .events
            case .presence: focus == .members ? .channels : .members
            case .debugging: focus == .connection ? .events : .connection
            }
        guard let partner, request.profile(of: partner) != nil, partner != focus,
            focus != .inspector, request.size.rows >= 12
        else {
            return .pane(focus)
        }
        return .rows([Slice(focus, 11, .lists), Slice(partner, 9)], expanded: 2)
    }

    private static func readingOnly(_ request: LayoutRequest) -> LayoutPart {
        guard request.hasInspector else { return .pane(.events) }
        let slices = [Slice(.events, 11, .inspector), Slice(.inspector, 9)]
        return .rows(slices, expanded: 2)
    }

    private static func expanded(_ request: LayoutRequest, from least: Int) -> Int {
        request.size.rows < 34 ? least : request.size.rows < 50 ? least + 1 : least + 2
    }

    // MARK: One column

    private static func oneColumn(_ request: LayoutRequest) -> LayoutPart {
        let order: [PaneID]
        var expanded = Self.expanded(request, from: 2)
        switch request.settings.preset {
        case .standard: order = [.events, .channels, .members, .bindings]
        case .events:
            order = [.events]
            expanded = request.active == .events && !request.hasInspector ? 1 : 2
        case .presence: order = [.members, .channels, .events, .bindings]
        case .debugging: order = [.connection, .events, .channels, .members, .bindings]
        }
        let panes = request.panes.filter { pane in
            switch pane.home {
            case .alone: false
            case .details: request.hasInspector
            case .records: request.hasRecords(pane.id)
            case .lists, .reading: !request.isIdle(pane.id)
            }
        }
        let slices = panes.map { pane in
            let rank = order.firstIndex(of: pane.id) ?? order.count
            var slice = Slice(pane.id, pane.weight, Self.lowerSplits[pane.id], rank: rank)
            if request.settings.preset == .standard, let contents = request.contents[pane.id] {
                slice.extent = .cells(min(contents.rows + 1, request.size.rows * 2 / 5))
            }
            return slice
        }
        return .rows(slices, expanded: expanded)
    }

    private static let lowerSplits: [PaneID: LayoutSettings.Split] = [
        .channels: .lists, .members: .members, .events: .inspector, .bindings: .left,
        .inspector: .right,
    ]

    // MARK: Two and three columns

    /// Lists side by side, with the events below them, then records and the inspector when needed.
    private static func stack(_ request: LayoutRequest) -> LayoutPart {
        var slices = [Self.lists(request)]
        let records = request.others(.records, besides: []).filter(request.hasRecords)
        if request.settings.preset == .debugging, request.size.columns >= 120 {
            let side = LayoutPart.rows(records.map { Slice($0, 2) }, expanded: records.count)
            let columns = [Slice(.events, 62, .right), Slice(side, 57)]
            slices.append(Slice(.columns(columns), 11, .inspector))
        } else {
            slices.append(Slice(.events, 11, .inspector))
            let rank = request.settings.preset == .debugging ? 1 : 3
            slices += records.map { Slice($0, 9, .connection, rank: rank) }
        }
        if request.hasInspector {
            slices.append(Slice(.inspector, request.size.rows < 34 ? 13 : 9))
        }
        return .rows(slices, expanded: Self.expanded(request, from: 2))
    }

    private static func lists(_ request: LayoutRequest) -> Slice {
        let rows = request.size.rows
        let columns = Self.listColumns(request)
        let tallest = columns.flatMap(\.part.panes).compactMap { request.contents[$0]?.rows }.max()
        // As tall as the longest list, but most rows are for events.
        let fitting = tallest.map { max(min($0 + 1, max(7, rows / 4)), 4) }
        // The lists of all presence channels, below each other.
        let stacked = request.contents[.members].map {
            max(request.rosters, 1) * (max($0.rows, 6) + 1)
        }
        let half = max(9, (rows - 5) * 11 / 20)
        let usual =
            request.settings.preset == .standard
            ? fitting ?? max(7, rows / 3 - 1) : max(7, rows / 3 - 1)
        let extent: Extent =
            switch request.settings.preset {
            case .standard: .cells(usual)
            case .events: .cells(1)
            case .presence: .cells(stacked.map { min(max($0, 9), half) } ?? half)
            case .debugging: .cells(fitting ?? max(7, rows / 4))
            }
        let rank = request.settings.preset == .presence ? -1 : 2
        return Slice(
            part: .columns(columns), extent: extent, split: .lists, rank: rank,
            accordion: usual)
    }

    /// Where there is no room for all lists, one is shown in place of the last while it has the
    /// focus.
    private static func listColumns(_ request: LayoutRequest) -> [Slice] {
        let lists = request.lists([.channels, .members, .bindings])
        let most = request.size.columns >= 180 ? lists.count : request.size.columns >= 120 ? 3 : 2
        var shown = Array(lists.prefix(most))
        if !shown.contains(request.active), lists.contains(request.active) {
            shown[shown.count - 1] = request.active
        }
        let isPresence = request.settings.preset == .presence
        let weights = isPresence ? [44, 45, 29] : shown.count < 3 ? [50, 29] : [59, 29, 32]
        let splits: [LayoutSettings.Split?] = [.left, .right]
        return shown.enumerated().map { index, pane in
            let isLast = index == shown.count - 1
            return Slice(
                pane, index < weights.count ? weights[index] : 29,
                isLast || index >= splits.count ? nil : splits[index])
        }
    }

    // MARK: Columns of full height

    private static func fullColumns(_ request: LayoutRequest) -> LayoutPart {
        var reading = [Slice(.events, 11, .inspector)]
        let records = request.others(.records, besides: []).filter(request.hasRecords)
        if request.settings.preset == .debugging {
            return Self.debuggingColumns(request, reading, records)
        }
        reading += records.map { Slice($0, 9, .connection) }
        if request.hasInspector, !request.inspectorStays { reading.append(Slice(.inspector, 9)) }
        return Self.fittingColumns(request, reading)
    }
}
