import BuoyTextScreen

/// Everything that the places of the panes depend on.
struct LayoutRequest: Hashable, Sendable {
    let size: ScreenSize
    /// All panes, in the order of their numbers.
    let panes: [PaneProfile]
    /// The focused pane.
    var focus = PaneID.channels
    /// The pane that last had the focus, apart from the inspector.
    var companion = PaneID.channels
    var isInspectorOpen = false
    /// Whether the focused pane fills the screen.
    var isZoomed = false
    /// The user's arrangement.
    var settings = LayoutSettings()
    /// The contents of the panes, as far as they are known.
    var contents: [PaneID: PaneContents] = [:]
    /// The number of presence channels.
    var rosters = 0
    /// The index of the selected presence channel, from 0.
    var roster = 0

    /// Creates a request with the initial state of the panes.
    init(size: ScreenSize, panes: [PaneProfile]) {
        self.size = size
        self.panes = panes
    }

    /// The active pane: the inspector shows its selection.
    var active: PaneID {
        let pane = self.focus == .inspector ? self.companion : self.focus
        return pane == .inspector ? .events : pane
    }

    /// Whether a pane is empty and is not the active pane.
    func isIdle(_ pane: PaneID) -> Bool {
        pane != self.active && self.contents[pane]?.isEmpty == true
    }

    /// The lists with something to show: those in this order, then the others.
    func lists(_ first: [PaneID]) -> [PaneID] {
        (first + self.others(.lists, besides: first)).filter {
            ($0 == .channels || !self.isIdle($0)) && self.profile(of: $0) != nil
        }
    }

    /// Whether a pane of records is shown: it has the focus, or the layout is for debugging.
    func hasRecords(_ pane: PaneID) -> Bool {
        pane == self.active || self.settings.preset == .debugging && pane == .connection
    }

    /// Whether the focused pane is alone on the screen.
    var isAlone: Bool { self.profile(of: self.focus)?.home == .alone }

    var hasInspector: Bool { self.isInspectorOpen || self.focus == .inspector }

    /// The panes of a kind that a layout does not place by name.
    /// - Parameter placed: the panes that it does place by name.
    func others(_ home: PaneProfile.Home, besides placed: [PaneID]) -> [PaneID] {
        self.panes.filter { $0.home == home && !placed.contains($0.id) }.map(\.id)
    }

    /// Returns a pane's profile.
    func profile(of pane: PaneID) -> PaneProfile? { self.panes.first { $0.id == pane } }
}

/// The room that a pane could use. Layouts give lists no more than this.
package struct PaneContents: Hashable, Sendable {
    /// The rows below the title; for an empty list, those of its hint.
    var rows: Int
    /// The columns; `nil` for a pane that fits any width.
    var columns: Int?
    /// Whether the list is empty.
    var isEmpty: Bool

    /// Creates the contents with a number of rows.
    package init(rows: Int, columns: Int? = nil, isEmpty: Bool = false) {
        self.rows = rows
        self.columns = columns
        self.isEmpty = isEmpty
    }
}
