import BuoyTextScreen

enum SizeClass: Hashable, Sendable, CaseIterable {
    /// Under 40x8: only the connection line, and the size that is needed.
    case tooSmall
    /// Under 80 columns or 20 rows: one column; under 20 rows a single pane, with the others as
    /// tabs.
    case compact
    /// 80x20 and more: channels and members above the events.
    case standard
    /// 120x34 and more: also the bindings, and the inspector below the events.
    case wide
    /// 180x50 and more: full-height columns with all panes.
    case large

    static let smallest = ScreenSize(columns: 40, rows: 8)

    init(_ size: ScreenSize) {
        if size.columns < Self.smallest.columns || size.rows < Self.smallest.rows {
            self = .tooSmall
        } else if size.columns < 80 || size.rows < 20 {
            self = .compact
        } else if size.columns < 120 || size.rows < 34 {
            self = .standard
        } else if size.columns < 180 || size.rows < 50 {
            self = .wide
        } else {
            self = .large
        }
    }
}
