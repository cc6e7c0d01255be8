/// A part of the screen, divided recursively down to the panes.
indirect enum LayoutPart: Hashable, Sendable {
    case pane(PaneID)
    /// Side by side, with a column of one cell between them.
    case columns([Slice])
    /// One above the other. The given number of slices have rows: those with the lowest ranks, and
    /// those that are needed. The others are title rules.
    case rows([Slice], expanded: Int)

    /// One of several parts beside or below each other.
    struct Slice: Hashable, Sendable {
        let part: LayoutPart
        var extent: Extent
        /// The split at the boundary with the next slice; `nil` if it cannot be moved.
        var split: LayoutSettings.Split?
        /// The priority if there are too few rows for all slices: the lowest comes first.
        var rank = 0
        /// The rows while the slice has the focus, if it would otherwise have fewer than five; in
        /// that case it is a title rule without the focus. Zero for a slice that is never that
        /// small.
        var accordion = 0
    }

    /// The size of a slice, unless the user moved its split.
    enum Extent: Hashable, Sendable {
        /// In proportion to the other slices that have rows.
        case weight(Int)
        /// A number of rows or columns.
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
