import ChannelsTransport
import NIOCore

/// The place of a client among the connections of the proxy: what decides whether it makes room for
/// others.
struct ProxySeat: Sendable {
    let number: Int
    let connections: ServerConnections

    /// It waits for the server, or has a WebSocket.
    func becameBusy() { self.connections.becameBusy(self.number) }

    /// It sends a request, or gets an answer.
    func madeProgress() { self.connections.madeProgress(self.number) }

    /// Uses the descriptor for the connection to the server that was put aside for the client.
    ///
    /// - Returns: `false` if it is used already.
    func usePromised(by channel: any Channel) -> Bool {
        self.connections.usePromised(by: self.number, for: channel)
    }
}
