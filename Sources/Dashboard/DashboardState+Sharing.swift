import ChannelsProtocol
import TextScreen

// The commands that bring something out of the screen.
extension DashboardState {
    mutating func share(_ command: Command) -> [Effect] {
        []
    }

    /// Why one of them can do nothing now; `nil` when it can.
    func sharingReason(for command: Command) -> String? {
        nil
    }
}
