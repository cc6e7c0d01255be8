import ChannelsProtocol
import EventWords

extension ChannelsPane.Row {
    /// The state for a count of states.
    var maskedState: String { self.isStuck ? "stuck" : self.state.maskedWords }
}
