import ChannelsProtocol
import TextScreen

// The command line, the pickers and what else opens over the panes.
extension DashboardState {
    mutating func openTool(_ command: Command) -> [Effect] {
        []
    }
}
