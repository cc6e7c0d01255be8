internal import ChannelsProtocol
internal import Transport

/// What came on a connection, read where it came, before the hub's turn.
enum IncomingMessage: Sendable {
    case read(ClientMessage)
    case misread(String)
    /// A control frame: a sign of life.
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
        case .ping, .pong: self = .control
        }
    }
}
