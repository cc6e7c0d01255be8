import Glibc
import NIOCore

// What only a server does, to test how its peers react.
extension NIOWebSocketConnection: ServerWebSocketConnection {
    func abort() async {
        self.finish(WebSocketClosure(closedByUs: true))
        // With a linger time of zero, close(2) sends an RST (socket(7), SO_LINGER).
        let linger = linger(l_onoff: 1, l_linger: 0)
        try? await (self.channel as? any SocketOptionProvider)?.setSoLinger(linger).get()
        await self.endTCP()
    }

    func giveUp(code: UInt16, reason: String, timeLimit: Duration) async {
        await self.close(.close(code: code, reason: reason, discards: true), timeLimit)
    }

    func stopResponding() async {
        // A connection that has ended is silent anyway.
        try? await self.channel.triggerUserOutboundEvent(WebSocketSilence()).get()
    }
}
