import ChannelsTransport
import NIOCore

/// Decides whether a client's connection makes room for others.
struct ProxySeat: Sendable {
    let number: Int
    let connections: ServerConnections

    func becameBusy() { self.connections.becameBusy(self.number) }

    func madeProgress() { self.connections.madeProgress(self.number) }

    /// Uses the descriptor put aside for the connection to the server; `false` if already used.
    func usePromised(by channel: any Channel) -> Bool {
        self.connections.usePromised(by: self.number, for: channel)
    }
}
