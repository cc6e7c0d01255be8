import NIOCore
import NIOEmbedded
import Testing

@testable import ChannelsTransport

@Suite("memory for what is read from a fast peer")
struct RecycledBuffersTests {
    private static let size = 20_000

    private static func bytes(_ number: Int) -> [UInt8] {
        (0..<Self.size).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ number) }
    }

    private static func address(_ bytes: [UInt8]) -> UInt {
        bytes.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) }
    }

    @Test("an array that somebody has is left alone, however many are made after it")
    func heldArrays() {
        var buffers = RecycledBuffers()
        let held = (0..<100).map { number in
            Self.bytes(number).withUnsafeBytes { buffers.array(of: $0) }
        }
        for (number, array) in held.enumerated() { #expect(array == Self.bytes(number)) }
    }

    @Test("the memory of arrays that nobody has is used again, for shorter ones too")
    func reuse() {
        var buffers = RecycledBuffers()
        var addresses: Set<UInt> = []
        for number in 0..<100 {
            let bytes = Array(Self.bytes(number).dropLast(number * 30))
            let array = bytes.withUnsafeBytes { buffers.array(of: $0) }
            #expect(array == bytes)
            addresses.insert(Self.address(array))
        }
        #expect(addresses.count <= 32)
    }

    @Test("short arrays are not kept")
    func shortArrays() {
        var buffers = RecycledBuffers()
        let array = [UInt8](repeating: 7, count: 1_000).withUnsafeBytes { buffers.array(of: $0) }
        #expect(array == [UInt8](repeating: 7, count: 1_000))
        #expect(buffers.isEmpty)
    }

    @Test("memory is given back when it was of no use for a while, and not before")
    func givingBack() throws {
        let handler = WebSocketHandler(
            role: .client, limits: WebSocketLimits(),
            mailbox: WebSocketMailbox(limits: WebSocketLimits()))
        let channel = EmbeddedChannel(handler: handler)
        let text = [UInt8](repeating: UInt8(ascii: "x"), count: 0x7000)
        let frame = ByteBuffer(bytes: [0x81, 126, 0x70, 0x00] + text)
        for _ in 0..<3 {
            try channel.writeInbound(frame)
            #expect(handler.decoder.keepsMemory)
            channel.embeddedEventLoop.advanceTime(by: WebSocketHandler.memoryInterval)
            #expect(handler.decoder.keepsMemory)
        }
        channel.embeddedEventLoop.advanceTime(by: WebSocketHandler.memoryInterval)
        #expect(!handler.decoder.keepsMemory)
        try channel.writeInbound(frame)
        #expect(handler.decoder.keepsMemory)
        #expect(try channel.finish(acceptAlreadyClosed: true).isClean)
    }
}
