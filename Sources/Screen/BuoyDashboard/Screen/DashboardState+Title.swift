import ChannelsProtocol

extension DashboardState {
    /// The title of the terminal window: the state, which matters while the window is not focused,
    /// and the server.
    package var title: String {
        let name = self.serverName
        let server = name.isEmpty ? self.connection.address : name
        return "buoy: \(self.connection.state.rawValue) - \(server)"
    }

    /// The name of the server, or of the program whose connection is passed on.
    var serverName: String { self.panes.peer?.name ?? self.options.serverLabel }
}
