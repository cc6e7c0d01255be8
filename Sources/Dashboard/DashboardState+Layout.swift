import ChannelsProtocol
import TextScreen

// The commands that arrange the panes.
extension DashboardState {
    mutating func arrangePanes(_ command: Command) -> [Effect] {
        []
    }

    /// Why one of them can do nothing now; `nil` when it can.
    func arrangingReason(for command: Command) -> String? {
        nil
    }
}
