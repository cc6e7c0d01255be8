import ChannelsProtocol

extension DashboardState {
    /// What the terminal's window is called: the state, which matters when the window does not have
    /// the focus, and the server.
    package var title: String {
        let server =
            self.options.serverLabel.isEmpty
            ? self.connection.address : self.options.serverLabel
        return "buoy: \(self.connection.state.rawValue) - \(server)"
    }
}
