import Channels
import ChannelsProtocol
import ProgramSupport
import Transport

extension LinkEnd {
    /// The server could not be reached, and the client was told to come back later.
    init(unreached error: TransportError, code: CloseCode) {
        self = .unreachable(ConnectFailure(error, in: .program), closedWith: code)
    }
}
