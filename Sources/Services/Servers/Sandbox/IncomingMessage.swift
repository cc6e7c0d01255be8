import ChannelsProtocol
import Transport

/// A received message, decoded before it is passed to the hub.
enum IncomingMessage: Sendable {
    case read(ClientMessage)
    case misread(String)
    /// A control frame, which only shows that the peer is alive.
    case control

    /// The messages of one or several frames.
    static func all(in message: WebSocketMessage) -> [IncomingMessage] {
        switch message {
        case .texts(let run): run.texts.map(Self.init(text:))
        case .binary: [.misread("binary messages are not supported")]
        case .ping, .pong: [.control]
        }
    }

    private init(text: [UInt8]) {
        do {
            self = .read(try FrameCodec.decodeClientMessage(text))
        } catch {
            self = .misread("\(error)")
        }
    }
}
