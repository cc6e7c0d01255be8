package import ChannelsProtocol

/// A frame as it went over the connection. Signatures are masked before.
package struct RecordedFrame: Hashable, Sendable {
    package let time: ChannelsTimestamp
    package let isSent: Bool
    /// The number of the client's connection, counted from 1.
    package let connection: Int
    package let content: Content
    /// The size in bytes of a text of which only the start was kept. Not recorded.
    package let fullSize: Int?

    package enum Content: Hashable, Sendable {
        /// Text. If it was received, it is untrusted.
        case text(String)
        case binary(count: Int)
        case ping
        case pong
        /// The end of the connection; no code means that there was no close frame.
        case close(code: UInt16?, reason: String)
        /// This many frames are missing here, because they were not read in time.
        case skipped(count: Int)
    }

    package init(
        time: ChannelsTimestamp, isSent: Bool, connection: Int, content: Content,
        fullSize: Int? = nil
    ) {
        self.time = time
        self.isSent = isSent
        self.connection = connection
        self.content = content
        self.fullSize = fullSize
    }

    /// The size of its payload in bytes; `nil` if it has none that is known.
    package var size: Int? {
        switch self.content {
        case .text(let text): self.fullSize ?? text.utf8.count
        case .binary(let count): count
        case .close(_, let reason): reason.utf8.count + 2
        case .ping, .pong, .skipped: nil
        }
    }
}

extension RecordedFrame: RecordedStruct {
    static func form<Form: RecordedForm<Self>>(_ form: inout Form) throws(Form.Failure) -> Self {
        let time = try form.members(of: \.time)
        try form.kind("frame")
        return Self(
            time: time, isSent: try form("sent", \.isSent),
            connection: try form("connection", \.connection),
            content: try form.members(of: \.content))
    }
}

extension RecordedFrame.Content: RecordedObject {
    func write(to fields: inout RecordedFields) {
        switch self {
        case .text(let text):
            fields.add("opcode", "text")
            fields.add("text", SecretMask().message(text))
        case .binary(let count):
            fields.add("opcode", "binary")
            fields.add("count", count)
        case .ping: fields.add("opcode", "ping")
        case .pong: fields.add("opcode", "pong")
        case .close(let code, let reason):
            fields.add("opcode", "close")
            fields.add("code", code.map { CloseCode(rawValue: $0) })
            fields.add("text", reason)
        case .skipped(let count):
            fields.add("opcode", "skipped")
            fields.add("count", count)
        }
    }

    init(from fields: RecordedFields) throws(RecordingFault) {
        switch try fields.get("opcode", as: String.self) {
        case "text": self = .text(try fields.get("text"))
        case "binary": self = .binary(count: try fields.get("count"))
        case "ping": self = .ping
        case "pong": self = .pong
        case "close":
            let code: CloseCode? = try fields.find("code")
            self = .close(code: code?.rawValue, reason: try fields.get("text"))
        case "skipped": self = .skipped(count: try fields.get("count"))
        default: throw RecordingFault("is a frame with an unknown opcode")
        }
    }
}
