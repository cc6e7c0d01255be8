package struct WebSocketEncoder {
    let role: WebSocketRole

    package init(role: WebSocketRole) { self.role = role }

    package func append(
        _ opcode: WebSocketOpcode, isFinal: Bool = true, _ payload: [UInt8],
        to bytes: inout [UInt8]
    ) {
        let maskBit: UInt8 = self.role == .client ? 0x80 : 0
        bytes.append((isFinal ? 0x80 : 0) | opcode.rawValue)
        switch payload.count {
        case 0...125:
            bytes.append(maskBit | UInt8(truncatingIfNeeded: payload.count))
        case 126...0xFFFF:
            bytes.append(maskBit | 126)
            let length = UInt16(truncatingIfNeeded: payload.count).bigEndian
            withUnsafeBytes(of: length) { bytes.append(contentsOf: $0) }
        default:
            bytes.append(maskBit | 127)
            let length = UInt64(payload.count).bigEndian
            withUnsafeBytes(of: length) { bytes.append(contentsOf: $0) }
        }
        self.appendPayload(payload, to: &bytes)
    }

    static func size(payload: Int) -> Int { payload + WebSocketFrameHeader.maximumSize }

    private func appendPayload(_ payload: [UInt8], to bytes: inout [UInt8]) {
        guard self.role == .client else {
            bytes.append(contentsOf: payload)
            return
        }
        let mask = WebSocketMask.random()
        bytes.append(contentsOf: mask.bytes)
        let start = bytes.count
        bytes.append(contentsOf: payload)
        bytes.withUnsafeMutableBytes {
            mask.apply(to: UnsafeMutableRawBufferPointer(rebasing: $0[start...]), phase: 0)
        }
    }
}
