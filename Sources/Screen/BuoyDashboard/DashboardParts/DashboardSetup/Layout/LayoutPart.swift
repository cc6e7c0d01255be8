indirect enum LayoutPart: Hashable, Sendable {
    case pane(PaneID)
    case columns([Slice])
    /// This many slices have rows: those with the lowest ranks, and those that are needed. The
    /// others are title rules.
    case rows([Slice], expanded: Int)

    struct Slice: Hashable, Sendable {
        let part: LayoutPart
        var extent: Extent
        /// At the boundary with the next slice; `nil` if it cannot be moved.
        var split: LayoutSettings.Split?
        var rank = 0
        /// The rows while the slice has the focus, if it would otherwise have fewer than five;
        /// without the focus it is then a title rule. Zero for a slice that is never that small.
        var accordion = 0
    }

    enum Extent: Hashable, Sendable {
        /// In proportion to the other slices that have rows.
        case weight(Int)
        case cells(Int)
    }

    var panes: [PaneID] {
        switch self {
        case .pane(let pane): [pane]
        case .columns(let slices), .rows(let slices, _): slices.flatMap(\.part.panes)
        }
    }
}

extension LayoutPart.Slice {
    init(_ pane: PaneID, _ weight: Int, _ split: LayoutSettings.Split? = nil, rank: Int = 0) {
        self.init(.pane(pane), weight, split, rank: rank)
    }

    init(_ part: LayoutPart, _ weight: Int, _ split: LayoutSettings.Split? = nil, rank: Int = 0) {
        self.init(part: part, extent: .weight(weight), split: split, rank: rank)
    }
}
