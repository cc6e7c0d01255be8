/// A frame as sent or received over the connection, for inspectors and recordings.
/// Signatures are masked; event data is not.
public struct FrameRecord: Hashable, Sendable {
    /// The time when the frame was received, or was handed to the connection.
    public let time: ChannelsTimestamp
    package let direction: Direction
    /// Whether this side sent it.
    public var isSent: Bool { self.direction == .sent }
    /// The number of the client's connection, counting from 1, so that a recording can be split
    /// by connection.
    public let connection: Int
    /// The frame's contents, or what happened in its place.
    public let content: Content
    /// The full size in bytes, if only the start of the text was kept.
    package var fullSize: Int?

    package init(
        time: ChannelsTimestamp, direction: Direction, connection: Int, content: Content,
        fullSize: Int? = nil
    ) {
        self.time = time
        self.direction = direction
        self.connection = connection
        self.content = content
        self.fullSize = fullSize
    }

    package enum Direction: String, Hashable, Sendable {
        case received, sent
    }

    /// The contents of a frame, or what happened in its place.
    @nonexhaustive
    public enum Content: Hashable, Sendable {
        /// The text as it was sent, without the signature of a subscription or sign-in. Received
        /// text is untrusted.
        case text(String)
        /// A binary message of this many bytes, which the protocol does not use.
        case binary(count: Int)
        /// A control ping that was received; the pong is sent automatically.
        case ping
        /// A control pong that was received.
        case pong
        /// The connection was closed by this side or by the peer; `code` is `nil` if there was no
        /// close frame.
        case close(code: CloseCode?, reason: String)
        /// This many frames were skipped before the next one, because they were not read in time.
        case skipped(count: Int)
    }
}

extension FrameRecord: CustomStringConvertible {
    /// The direction and the contents. Received text is untrusted.
    public var description: String {
        let content =
            switch self.content {
            case .text(let text): text
            case .binary(let count): "a binary message of \(count) bytes"
            case .ping: "a control ping"
            case .pong: "a control pong"
            case .close(let code?, let reason): "close \(code.rawValue) \(reason)"
            case .close(nil, let reason): "closed \(reason)"
            case .skipped(let count): "\(count) frames were skipped here"
            }
        return "\(self.direction.rawValue) \(content)"
    }
}
