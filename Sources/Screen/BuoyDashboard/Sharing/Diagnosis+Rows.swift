import ChannelsEventWords
import ChannelsProtocol

extension ChannelsPane.Row {
    /// The state, for counting.
    var maskedState: String { self.isStuck ? "stuck" : self.state.maskedWords }
}
