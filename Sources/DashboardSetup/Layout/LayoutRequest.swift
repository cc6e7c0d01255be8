package import TextScreen

/// All that the places of the panes depend on.
package struct LayoutRequest: Hashable, Sendable {
    /// The size of the screen.
    package let size: ScreenSize
    /// All panes, in the order of their numbers.
    package let panes: [PaneProfile]
    /// The pane that has the keys.
    package var focus = PaneID.channels
    /// The pane that had them last, apart from the inspector.
    package var companion = PaneID.channels
    /// Whether the inspector has a place.
    package var isInspectorOpen = false
    /// Whether the pane with the keys has the whole screen.
    package var isZoomed = false
    /// How the user wants them arranged.
    package var settings = LayoutSettings()
    /// The rows that the header needs besides its usual ones, to say why there is no connection.
    package var causeRows = 0
    /// What is in the panes, as far as it is known.
    package var contents: [PaneID: PaneContents] = [:]
    /// How many presence channels there are.
    package var rosters = 0
    /// Which of them is the selected one, from 0.
    package var roster = 0

    /// The panes as they are at the start.
    package init(size: ScreenSize, panes: [PaneProfile]) {
        self.size = size
        self.panes = panes
    }

    /// The pane that is worked in: what the inspector shows comes from there.
    var active: PaneID {
        let pane = self.focus == .inspector ? self.companion : self.focus
        return pane == .inspector ? .events : pane
    }

    /// Whether a pane has nothing to list, and does not have the keys either.
    func isIdle(_ pane: PaneID) -> Bool {
        pane != self.active && self.contents[pane]?.isEmpty == true
    }

    var hasInspector: Bool { self.isInspectorOpen || self.focus == .inspector }

    /// Panes of a kind that a layout does not place by name.
    /// - Parameter placed: those that it does.
    func others(_ home: PaneProfile.Home, besides placed: [PaneID]) -> [PaneID] {
        self.panes.filter { $0.home == home && !placed.contains($0.id) }.map(\.id)
    }

    /// What layouts know of a pane.
    func profile(of pane: PaneID) -> PaneProfile? { self.panes.first { $0.id == pane } }
}
