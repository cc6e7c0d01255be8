import BuoyProgramSupport
import Channels
import ChannelsProtocol
import ChannelsTransport

extension LinkEnd {
    init(unreached error: TransportError, told answer: UnreachedAnswer) {
        self = .unreachable(ConnectFailure(error, in: .program), told: answer)
    }
}
