import ChannelsProtocol
import TextScreen

// The commands of the event log.
extension DashboardState {
    mutating func readEvents(_ command: Command) -> [Effect] {
        []
    }

    /// Why one of them can do nothing now; `nil` when it can.
    func eventsReason(for command: Command) -> String? {
        nil
    }
}
