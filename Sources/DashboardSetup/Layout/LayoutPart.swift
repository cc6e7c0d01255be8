/// A part of the screen, divided further down to the panes.
indirect enum LayoutPart: Hashable, Sendable {
    case pane(PaneID)
    /// Side by side, with a column of one cell between them.
    case columns([Slice])
    /// One above the other. So many of them have rows, those with the lowest ranks and those that are
    /// needed; of the others there is the title rule.
    case rows([Slice], expanded: Int)

    /// One of several parts beside or below each other.
    struct Slice: Hashable, Sendable {
        let part: LayoutPart
        var extent: Extent
        /// The name of the place where it meets the next one; `nil` when that cannot be moved.
        var split: LayoutSettings.Split?
        /// Which parts get rows when there are too few for all: the lowest first.
        var rank = 0
        /// The rows that it gets while it has the keys, if it has fewer than five otherwise; with so
        /// few it is a title rule while it does not. Zero for a part that is never that small.
        var accordion = 0
    }

    /// How much room a slice gets, as long as nobody moved its split.
    enum Extent: Hashable, Sendable {
        /// In proportion to the others that have rows.
        case weight(Int)
        /// Rows, or columns.
        case cells(Int)
    }

    /// The panes in it, in order.
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
