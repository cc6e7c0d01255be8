import ChannelsProtocol
import ConnectionHeader
import ConnectionHistory

extension DashboardState {
    /// The title of the terminal window: the state, which matters while the window is not focused,
    /// and the server.
    package var title: String {
        let server =
            self.options.serverLabel.isEmpty
            ? self.connection.address : self.options.serverLabel
        return "buoy: \(self.connection.state.rawValue) - \(server)"
    }
}
