import ChannelsProtocol
import TextScreen

// The commands of the lists.
extension DashboardState {
    mutating func arrangeList(_ command: Command) -> [Effect] {
        []
    }

    /// Why one of them can do nothing now; `nil` when it can.
    func listReason(for command: Command) -> String? {
        nil
    }
}
