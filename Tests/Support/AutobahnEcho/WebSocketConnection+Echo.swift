import NIOCore

@testable import Transport

extension WebSocketConnection {
    /// Sends every message back until the connection ends. It reads as the client does, so that the
    /// suite tries the path of bursts.
    func echo(as role: WebSocketRole) async {
        while case .messages(let messages) = await self.receiveTogether() {
            for message in messages {
                switch message {
                case .text(let bytes): try? self.send([bytes])
                case .texts: try? self.send([message].separatedTexts)
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

extension [WebSocketMessage] {
    /// The text messages, each with a buffer of its own.
    fileprivate var separatedTexts: [[UInt8]] {
        self.separated.compactMap { if case .text(let bytes) = $0 { bytes } else { nil } }
    }
}
