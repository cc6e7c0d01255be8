import ChannelsProtocol
import TextScreen

// The commands of the inspector.
extension DashboardState {
    mutating func readInspector(_ command: Command) -> [Effect] {
        []
    }

    /// Why one of them can do nothing now; `nil` when it can.
    func inspectorReason(for command: Command) -> String? {
        nil
    }
}
