extension DashboardState {
    /// The places of all panes.
    package var layout: DashboardLayout {
        self.kept.layout ?? DashboardLayout(self.layoutRequest)
    }

    /// Keeps the layout for the frame and the next key. Called before a frame, so that each has its
    /// layout computed once.
    package mutating func keepLayout() { self.kept = KeptLayout(layout: self.layout) }

    private var layoutRequest: LayoutRequest {
        var request = LayoutRequest(size: self.size, panes: self.profiles)
        request.focus = self.previewedLayout.map { self.focus(in: $0) } ?? self.focus
        request.companion = self.companion
        request.isInspectorOpen = self.inspector != nil
        request.isZoomed = self.isZoomed
        request.settings = self.previewedLayout ?? self.settings.layout
        request.contents = self.panes.contents(self.paneContext)
        request.rosters = self.rosterChannels.count
        request.roster = self.rosterIndex
        return request
    }
}

/// A layout that was computed before. The rest of the state determines it, so states with and
/// without one are equal.
struct KeptLayout: Hashable, Sendable {
    var layout: DashboardLayout?

    static func == (one: Self, other: Self) -> Bool { true }

    func hash(into hasher: inout Hasher) {}
}
