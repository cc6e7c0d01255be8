import ChannelsProtocol
import Transport

/// A received message, decoded before it is passed to the hub.
enum IncomingMessage: Sendable {
    case read(ClientMessage)
    case misread(String)
    /// A control frame, which only shows that the peer is alive.
    case control

    init(_ message: WebSocketMessage) {
        switch message {
        case .text(let bytes):
            do {
                self = .read(try FrameCodec.decodeClientMessage(bytes))
            } catch {
                self = .misread("\(error)")
            }
        case .binary: self = .misread("binary messages are not supported")
        case .texts, .ping, .pong: self = .control
        }
    }
}
