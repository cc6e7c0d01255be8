import ChannelsProtocol

extension DashboardState {
    /// The state, which matters while the window is not focused, and the server.
    package var title: String {
        let name = self.serverName
        let server = name.isEmpty ? self.connection.address : name
        return "buoy: \(self.connection.state.rawValue) - \(server)"
    }

    var serverName: String { self.panes.peer?.name ?? self.options.serverLabel }
}
