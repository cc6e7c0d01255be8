import NIOCore
import NIOEmbedded

@testable import BuoyServers
@testable import ChannelsTesting
@testable import ChannelsTransport

/// The client's end of a connection: the handler of `Transport` on a channel in memory.
struct ClientEnd {
    let id: ConnectionID
    let channel: EmbeddedChannel
    let arrival: SimulatedArrival
    /// How many bytes of the stream were given to the handler.
    var fed = 0
    /// How many frames of the server were completed by them.
    var framesRead = 0
    var isOver = false

    /// Creates the end of a connection that has just been upgraded.
    ///
    /// - Returns: the end, and what the client makes of it.
    static func make(
        _ id: ConnectionID, limits: WebSocketLimits, on loop: EmbeddedEventLoop,
        clock: ManualClock
    ) -> (ClientEnd, any WebSocketConnection) {
        let mailbox = WebSocketMailbox(limits: limits)
        let channel = EmbeddedChannel(
            handler: WebSocketHandler(role: .client, limits: limits, mailbox: mailbox), loop: loop)
        if let address = try? SocketAddress(unixDomainSocketPath: "server") {
            channel.connect(to: address, promise: nil)
        }
        let connection = NIOWebSocketConnection(
            channel: channel, mailbox: mailbox,
            details: ConnectionDetails(remoteAddress: "server:\(id.number)"))
        let arrival = SimulatedArrival()
        return (
            ClientEnd(id: id, channel: channel, arrival: arrival),
            SimulatedConnection(base: connection, arrival: arrival, clock: clock)
        )
    }

    /// Whether the connection is open at this end.
    var isActive: Bool { self.channel.isActive }

    /// Whether the handler wants to read.
    var reads: Bool {
        let options = self.channel.options
        return options.last { $0.option is ChannelOptions.Types.AutoReadOption }
            .map { $0.value as? Bool ?? true } ?? true
    }

    /// Gives bytes to the handler as one read.
    func feed(_ bytes: ArraySlice<UInt8>) {
        self.channel.pipeline.fireChannelRead(ByteBuffer(bytes: bytes))
    }

    /// There is nothing more to read for now.
    func finishRead() { self.channel.pipeline.fireChannelReadComplete() }

    /// TCP ended.
    func ended(isReset: Bool) {
        guard self.channel.isActive else { return }
        if isReset {
            let reset = IOError(errnoCode: 104, reason: "read")
            self.channel.pipeline.fireErrorCaught(reset)
            self.channel.close(promise: nil)
        } else {
            self.channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        }
    }

    /// Takes what was written.
    func takeWritten() -> [UInt8] {
        var bytes: [UInt8] = []
        while let buffer = try? self.channel.readOutbound(as: ByteBuffer.self) {
            bytes += buffer.readableBytesView
        }
        return bytes
    }
}
