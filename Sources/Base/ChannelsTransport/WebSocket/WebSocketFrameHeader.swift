/// A client masks what it sends, a server must not.
package enum WebSocketRole: Sendable {
    case client
    case server
}

/// RFC 6455, 5.2. Missing numbers are reserved.
package enum WebSocketOpcode: UInt8 {
    case continuation = 0x0
    case text = 0x1
    case binary = 0x2
    case close = 0x8
    case ping = 0x9
    case pong = 0xA

    var isControl: Bool { self.rawValue & 0x8 != 0 }
}

package struct WebSocketViolation: Error, Hashable {
    var code: UInt16
    package var reason: String

    init(_ reason: String, code: UInt16 = WebSocketCloseCode.protocolError) {
        self.code = code
        self.reason = reason
    }
}

struct WebSocketFrameHeader {
    var opcode: WebSocketOpcode
    var isFinal: Bool
    var length: Int
    var mask: WebSocketMask?

    static let maximumSize = 14

    static func parse(
        _ bytes: UnsafeRawBufferPointer, role: WebSocketRole
    ) throws(WebSocketViolation) -> (header: WebSocketFrameHeader, size: Int)? {
        guard bytes.count >= 2 else { return nil }
        let opcode = try Self.opcode(bytes[0])
        let isFinal = bytes[0] & 0x80 != 0
        let isMasked = bytes[1] & 0x80 != 0
        try Self.checkMask(isMasked, role: role)
        let short = bytes[1] & 0x7F
        if opcode.isControl {
            guard isFinal else { throw WebSocketViolation("a control frame is fragmented") }
            guard short <= 125 else {
                throw WebSocketViolation("a control frame is longer than 125 bytes")
            }
        }
        guard let (length, lengthEnd) = try Self.length(bytes, short: short) else { return nil }
        let size = lengthEnd + (isMasked ? 4 : 0)
        guard bytes.count >= size else { return nil }
        let mask = isMasked ? WebSocketMask(bytes, at: lengthEnd) : nil
        let header = WebSocketFrameHeader(
            opcode: opcode, isFinal: isFinal, length: length, mask: mask)
        return (header, size)
    }

    private static func opcode(_ byte: UInt8) throws(WebSocketViolation) -> WebSocketOpcode {
        guard byte & 0x70 == 0 else {
            throw WebSocketViolation("a reserved bit is set, but no extension was negotiated")
        }
        guard let opcode = WebSocketOpcode(rawValue: byte & 0x0F) else {
            throw WebSocketViolation("the opcode \(byte & 0x0F) is reserved")
        }
        return opcode
    }

    private static func checkMask(
        _ isMasked: Bool, role: WebSocketRole
    ) throws(WebSocketViolation) {
        switch (role, isMasked) {
        case (.client, true): throw WebSocketViolation("a frame from a server is masked")
        case (.server, false): throw WebSocketViolation("a frame from a client is not masked")
        default: break
        }
    }

    private static func length(
        _ bytes: UnsafeRawBufferPointer, short: UInt8
    ) throws(WebSocketViolation) -> (length: Int, end: Int)? {
        switch short {
        case 126:
            guard bytes.count >= 4 else { return nil }
            let length = Int(
                UInt16(bigEndian: bytes.loadUnaligned(fromByteOffset: 2, as: UInt16.self)))
            guard length > 125 else {
                throw WebSocketViolation("a length is not in its shortest form")
            }
            return (length, 4)
        case 127:
            guard bytes.count >= 10 else { return nil }
            let wide = UInt64(
                bigEndian: bytes.loadUnaligned(fromByteOffset: 2, as: UInt64.self))
            guard let length = Int(exactly: wide) else {
                throw WebSocketViolation("the highest bit of a length is set")
            }
            guard length > 0xFFFF else {
                throw WebSocketViolation("a length is not in its shortest form")
            }
            return (length, 10)
        default:
            return (Int(short), 2)
        }
    }
}
