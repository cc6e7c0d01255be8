extension DashboardState {
    /// The places of all panes.
    package var layout: DashboardLayout {
        self.kept.value ?? DashboardLayout(self.layoutRequest)
    }

    /// Keeps what the frame and the next key need. Called before a frame, so that the layout and
    /// the candidates of a prompt are computed once for each.
    package mutating func prepareFrame() {
        self.kept = KeptLayout(self.layout)
        self.prompt = self.completedPrompt
    }

    /// Whether the inspector is on the screen without having been opened.
    var inspectorStays: Bool {
        var request = LayoutRequest(size: self.size, panes: self.profiles)
        request.settings = self.settings.layout
        return request.inspectorStays
    }

    private var layoutRequest: LayoutRequest {
        var request = LayoutRequest(size: self.size, panes: self.profiles)
        request.focus = self.previewedLayout.map { self.focus(in: $0) } ?? self.focus
        request.companion = self.companion
        request.isInspectorOpen = self.isInspectorOpen
        request.isZoomed = self.isZoomed
        request.settings = self.previewedLayout ?? self.settings.layout
        request.contents = self.panes.contents(self.paneContext)
        request.rosters = self.rosterChannels.count
        request.roster = self.rosterIndex
        return request
    }
}

typealias KeptLayout = Kept<DashboardLayout>
