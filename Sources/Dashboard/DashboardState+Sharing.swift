import ChannelsProtocol
import TextScreen

// The commands that bring something out of the screen.
extension DashboardState {
    mutating func share(_ command: Command) -> [Effect] {
        switch command {
        case .copy: self.copy(as: CopyForm.plain.rawValue)
        default: []
        }
    }

    /// Why one of them can do nothing now; `nil` when it can.
    func sharingReason(for command: Command) -> String? {
        switch command {
        case .copy, .copyAs:
            self.copySubject == nil ? "nothing is selected that could be copied" : nil
        default: nil
        }
    }
}
