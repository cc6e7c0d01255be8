import BuoyProgramSupport
import Channels
import ChannelsProtocol
import ChannelsTransport

extension LinkEnd {
    /// The server could not be reached, and the client got this instead.
    init(unreached error: TransportError, told answer: UnreachedAnswer) {
        self = .unreachable(ConnectFailure(error, in: .program), told: answer)
    }
}
