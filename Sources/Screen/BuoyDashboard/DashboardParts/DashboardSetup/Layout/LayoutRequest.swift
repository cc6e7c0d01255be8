import BuoyTextScreen

struct LayoutRequest: Hashable, Sendable {
    let size: ScreenSize
    let panes: [PaneProfile]
    var focus = PaneID.channels
    var companion = PaneID.channels
    var isInspectorOpen = false
    var isZoomed = false
    var settings = LayoutSettings()
    var contents: [PaneID: PaneContents] = [:]
    var rosters = 0
    var roster = 0

    init(size: ScreenSize, panes: [PaneProfile]) {
        self.size = size
        self.panes = panes
    }

    var active: PaneID {
        let pane = self.focus == .inspector ? self.companion : self.focus
        return pane == .inspector ? .events : pane
    }

    func isIdle(_ pane: PaneID) -> Bool {
        pane != self.active && self.contents[pane]?.isEmpty == true
    }

    func lists(_ first: [PaneID]) -> [PaneID] {
        (first + self.others(.lists, besides: first)).filter {
            ($0 == .channels || !self.isIdle($0)) && self.profile(of: $0) != nil
        }
    }

    func hasRecords(_ pane: PaneID) -> Bool {
        pane == self.active || self.settings.preset == .debugging && pane == .connection
    }

    var isAlone: Bool { self.profile(of: self.focus)?.home == .alone }

    var hasInspector: Bool { self.isInspectorOpen || self.focus == .inspector }

    /// From 200 columns on, the inspector is always at the right and follows the selection.
    var inspectorStays: Bool {
        self.size.columns >= 200 && SizeClass(self.size) == .large
            && self.settings.preset == .standard && self.profile(of: .channels) != nil
    }

    func others(_ home: PaneProfile.Home, besides placed: [PaneID]) -> [PaneID] {
        self.panes.filter { $0.home == home && !placed.contains($0.id) }.map(\.id)
    }

    func profile(of pane: PaneID) -> PaneProfile? { self.panes.first { $0.id == pane } }
}

/// Layouts give lists no more room than this.
package struct PaneContents: Hashable, Sendable {
    /// Below the title; for an empty list, the rows of its hint.
    var rows: Int
    /// `nil` for a pane that fits any width.
    var columns: Int?
    var isEmpty: Bool

    package init(rows: Int, columns: Int? = nil, isEmpty: Bool = false) {
        self.rows = rows
        self.columns = columns
        self.isEmpty = isEmpty
    }
}
