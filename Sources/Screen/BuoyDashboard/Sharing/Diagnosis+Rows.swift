import ChannelsEventWords
import ChannelsProtocol

extension ChannelsPane.Row {
    var maskedState: String { self.isStuck ? "stuck" : self.state.maskedWords }
}
