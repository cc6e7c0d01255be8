import BuoyTestSupport
import Testing

@testable import ChannelsTransport

struct WebSocketEncoderTests {
    @Test(
        "what one end writes the other end reads",
        arguments: [WebSocketRole.client, .server],
        [0, 1, 7, 8, 9, 125, 126, 127, 65_535, 65_536, 100_001])
    func roundTrip(_ role: WebSocketRole, _ size: Int) {
        let text = (0..<size).map { UInt8(ascii: "a") + UInt8($0 % 26) }
        var bytes: [UInt8] = []
        WebSocketEncoder(role: role).append(.text, text, to: &bytes)
        #expect(bytes.count <= WebSocketEncoder.size(payload: size))
        var decoder = WebSocketDecoder(
            role: role == .client ? .server : .client, limits: WebSocketLimits())
        for pieces in [[bytes[...]], [bytes[..<(bytes.count / 2)], bytes[(bytes.count / 2)...]]] {
            var output = WebSocketDecoder.Output()
            for piece in pieces {
                piece.withUnsafeBytes { decoder.decode($0, into: &output) }
            }
            #expect(output.messages.separated == [.text(text)])
            #expect(output.end == nil)
        }
    }

    @Test("lengths are written in the shortest form")
    func lengthsAreShortest() {
        for (size, header) in [
            (125, [0x81, 125]), (126, [0x81, 126, 0, 126]), (65_536, [0x81, 127]),
        ]
            as [(Int, [UInt8])]
        {
            var bytes: [UInt8] = []
            let payload = [UInt8](repeating: 0x61, count: size)
            WebSocketEncoder(role: .server).append(.text, payload, to: &bytes)
            #expect(Array(bytes.prefix(header.count)) == header)
        }
    }

    @Test("a client never uses the same mask again")
    func masksDiffer() {
        let masks = (0..<32).map { _ in
            var bytes: [UInt8] = []
            WebSocketEncoder(role: .client).append(.text, [], to: &bytes)
            return Array(bytes.suffix(4))
        }
        #expect(Set(masks).count > 30)
    }

    @Test("a mask in pieces is the mask as a whole")
    func maskGoesOnInPieces() {
        let mask = [0x12, 0x34, 0x56, 0x78].withUnsafeBytes { WebSocketMask($0, at: 0) }
        let text = (0..<50).map { UInt8($0) }
        var whole = text
        whole.withUnsafeMutableBytes { mask.apply(to: $0, phase: 0) }
        let key: [UInt8] = mask.bytes
        #expect(whole == text.enumerated().map { $1 ^ key[$0 & 3] })
        for cut in text.indices {
            var pieces = text
            pieces.withUnsafeMutableBytes { bytes in
                mask.apply(to: UnsafeMutableRawBufferPointer(rebasing: bytes[..<cut]), phase: 0)
                mask.apply(to: UnsafeMutableRawBufferPointer(rebasing: bytes[cut...]), phase: cut)
            }
            #expect(pieces == whole)
        }
    }

    @Test("the reason of a close frame is cut between characters, to 125 bytes in all")
    func closeReasonIsCut() {
        let payload = WebSocketCloseCode.payload(
            code: 4001, reason: String(repeating: "é", count: 100))
        #expect(payload.count == 124)
        #expect(payload.prefix(2).elementsEqual([0x0F, 0xA1]))
        #expect(String(validating: payload.dropFirst(2), as: UTF8.self) != nil)
    }

    @Test("a close code that must not be sent is replaced by 1000")
    func reservedCodeIsReplaced() {
        #expect(WebSocketCloseCode.payload(code: 1006, reason: "") == [0x03, 0xE8])
        #expect(WebSocketCloseCode.payload(code: nil, reason: "x") == [])
    }
}
