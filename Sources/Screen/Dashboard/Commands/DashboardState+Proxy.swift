import DashboardPanes

// The connections of other programs, which a proxy passes on.
extension DashboardState {
    /// Why nothing can be asked of the client of a connection that is only passed on.
    package static let passedOnReason =
        "this is the connection of another program: buoy only passes it on; :fault can make it "
        + "suffer"

    /// Why the selected client of a proxy cannot be forgotten; `nil` if it can.
    var forgetReason: String? {
        if let reason = self.proxyReason { return reason }
        guard let selected = self.panes.clients.selected,
            !self.panes.clients.forgettable.contains(selected)
        else { return nil }
        return selected == self.panes.clients.shown
            ? "this client is shown; show another one first" : "this client is connected"
    }
}
