import TextScreen

extension LayoutPart {
    /// Everything between the header and the status line. The width decides the number of columns;
    /// the height decides how many panes of a column have rows.
    static func body(_ request: LayoutRequest) -> LayoutPart {
        if request.profile(of: .channels) == nil { return Self.readingOnly(request) }
        return switch request.size.columns {
        case ..<80: Self.oneColumn(request)
        case ..<180: Self.stack(request)
        default:
            request.settings.preset == .events ? Self.stack(request) : Self.fullColumns(request)
        }
    }

    /// One pane below the tabs, with the main pane of the preset if there is room.
    static func underTabs(_ request: LayoutRequest) -> LayoutPart {
        let focus = request.focus
        let partner: PaneID? =
            switch request.settings.preset {
            case .standard: nil
            case .events: .events
            case .presence: focus == .members ? .channels : .members
            case .debugging: focus == .log ? .events : .log
            }
        guard let partner, request.profile(of: partner) != nil, partner != focus,
            focus != .inspector, request.size.rows >= 12
        else {
            return .pane(focus)
        }
        return .rows([Slice(focus, 11, .lists), Slice(partner, 9)], expanded: 2)
    }

    /// The events of several servers, and the inspector: there are no other panes.
    private static func readingOnly(_ request: LayoutRequest) -> LayoutPart {
        guard request.hasInspector else { return .pane(.events) }
        let slices = [Slice(.events, 11, .inspector), Slice(.inspector, 9)]
        return .rows(slices, expanded: 2)
    }

    /// The number of panes that have rows in a full column.
    private static func expanded(_ request: LayoutRequest, from least: Int) -> Int {
        request.size.rows < 34 ? least : request.size.rows < 50 ? least + 1 : least + 2
    }

    // MARK: One column

    private static func oneColumn(_ request: LayoutRequest) -> LayoutPart {
        let order: [PaneID]
        var expanded = Self.expanded(request, from: 2)
        switch request.settings.preset {
        case .standard: order = [.events, .channels, .members, .bindings, .log, .rates]
        case .events:
            order = [.events]
            expanded = request.active == .events && !request.hasInspector ? 1 : 2
        case .presence: order = [.members, .channels, .events, .bindings, .log, .rates]
        case .debugging: order = [.log, .events, .rates, .channels, .members, .bindings]
        }
        let panes = request.panes.filter {
            $0.home != .alone && ($0.home != .details || request.hasInspector)
        }
        let slices = panes.map { pane in
            let rank = order.firstIndex(of: pane.id) ?? order.count
            let isIdle = request.isIdle(pane.id) && pane.id != .channels
            var slice = Slice(
                pane.id, pane.weight, Self.lowerSplits[pane.id],
                rank: isIdle ? rank + order.count : rank)
            if request.settings.preset == .standard, let contents = request.contents[pane.id] {
                slice.extent = .cells(min(contents.rows + 1, request.size.rows * 2 / 5))
            }
            return slice
        }
        return .rows(slices, expanded: expanded)
    }

    /// The split below each pane of a single column.
    private static let lowerSplits: [PaneID: LayoutSettings.Split] = [
        .channels: .lists, .members: .rates, .events: .inspector, .bindings: .left,
        .inspector: .right, .log: .log,
    ]

    // MARK: Two and three columns

    /// Lists side by side, with the events below them, then the log and the inspector when needed.
    private static func stack(_ request: LayoutRequest) -> LayoutPart {
        let preset = request.settings.preset
        var slices = [Self.lists(request)]
        if preset == .debugging, request.size.columns >= 120 {
            let side = [Slice(.log, 3, .log), Slice(.rates, 2, rank: 1)]
            let columns = [
                Slice(.events, 62, .right),
                Slice(.rows(side, expanded: Self.expanded(request, from: 1)), 57),
            ]
            slices.append(Slice(.columns(columns), 11, .inspector))
        } else {
            slices.append(Slice(.events, 11, .inspector))
            let hasLog = preset == .debugging || request.active == .log
            if hasLog, !(slices[0].part.panes.contains(.log)) {
                slices.append(Slice(.log, 9, .log, rank: preset == .debugging ? 1 : 3))
            }
        }
        let guests = request.others(.records, besides: [.log])
        if guests.contains(request.active) { slices.append(Slice(request.active, 9, rank: 3)) }
        if request.hasInspector {
            slices.append(Slice(.inspector, request.size.rows < 34 ? 13 : 9))
        }
        return .rows(slices, expanded: Self.expanded(request, from: 2))
    }

    /// The strip of lists.
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

    /// A pane without its own place is shown in a neighbour's place while it has the focus.
    private static func listColumns(_ request: LayoutRequest) -> [Slice] {
        let preset = request.settings.preset
        let isNarrow = request.size.columns < 120
        if request.size.columns >= 180 {
            let named: [PaneID] = [.channels, .members, .bindings, .rates]
            return [
                Slice(.channels, 3, .left), Slice(.members, 2, .right), Slice(.bindings, 2),
                Slice(.log, 3), Slice(.rates, 2),
            ] + request.others(.lists, besides: named).map { Slice($0, 2) }
        }
        let isPresence = preset == .presence
        guard isNarrow else {
            let placed: [PaneID] =
                [.channels, .members, .bindings] + (preset == .debugging ? [.rates] : [])
            let guests = request.others(.lists, besides: placed)
            let last = guests.contains(request.active) ? request.active : .bindings
            if last == .bindings, request.isIdle(.bindings) {
                return [
                    Slice(.channels, isPresence ? 44 : 59, .left),
                    Slice(.members, isPresence ? 74 : 61),
                ]
            }
            return [
                Slice(.channels, isPresence ? 44 : 59, .left),
                Slice(.members, isPresence ? 45 : 29, preset == .debugging ? nil : .right),
                Slice(last, isPresence ? 29 : 32),
            ]
        }
        let usual: PaneID = preset == .debugging ? .rates : .members
        let guests = request.others(.lists, besides: [.channels])
        let right = guests.contains(request.active) ? request.active : usual
        return [
            Slice(.channels, isPresence ? 42 : 50, .left), Slice(right, isPresence ? 37 : 29),
        ]
    }

    // MARK: Columns of full height

    private static func fullColumns(_ request: LayoutRequest) -> LayoutPart {
        var reading = [Slice(.events, 11, .inspector)]
        let lists = request.others(.lists, besides: [.channels, .members, .bindings, .rates])
        let records = request.others(.records, besides: [.log])
        if records.contains(request.active), request.settings.preset != .debugging {
            reading.append(Slice(request.active, 9))
        }
        if request.hasInspector { reading.append(Slice(.inspector, 9)) }
        switch request.settings.preset {
        case .presence: return Self.presenceColumns(request, reading, lists)
        case .debugging: return Self.debuggingColumns(request, reading, lists, records)
        case .standard, .events:
            return Self.fittingColumns(
                request, .rows(reading, expanded: reading.count), lists)
        }
    }
}
