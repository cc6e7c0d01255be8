import NIOCore

@testable import ChannelsTransport

extension WebSocketConnection {
    /// Sends every message back until the connection ends.
    func echo(as role: WebSocketRole) async {
        while case .messages(let messages) = await self.receive() {
            for message in messages {
                switch message {
                case .texts(let run): try? self.send(run.texts)
                case .binary(let bytes): self.sendBinary(bytes, as: role)
                case .ping, .pong: break
                }
            }
        }
    }

    /// Sends a binary message, which Channels has no use for and the transport no method: its frame
    /// goes below the handler that makes frames.
    private func sendBinary(_ payload: [UInt8], as role: WebSocketRole) {
        guard let connection = self as? NIOWebSocketConnection else { return }
        let channel = connection.channel
        channel.eventLoop.execute {
            var frame: [UInt8] = []
            WebSocketEncoder(role: role).append(.binary, payload, to: &frame)
            let buffer = channel.allocator.buffer(bytes: frame)
            let context = try? channel.pipeline.syncOperations.context(
                handlerType: WebSocketHandler.self)
            context?.writeAndFlush(NIOAny(buffer), promise: nil)
        }
    }
}
