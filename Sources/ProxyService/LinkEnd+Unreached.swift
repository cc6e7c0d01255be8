import Channels
import ChannelsProtocol
import ProxiedClients
import Transport

extension LinkEnd {
    /// The server could not be reached.
    init(unreached error: TransportError) { self = .unreachable(ConnectFailure(error)) }
}
