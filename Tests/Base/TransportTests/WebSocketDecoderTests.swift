import BuoyTestSupport
import Testing

@testable import ChannelsTransport

struct WebSocketDecoderTests {
    private static let streams: [ByteStream] = Corpus.load("websocket-bytes.json")

    /// What one stream came to.
    struct Outcome: Equatable {
        var messages: [WebSocketMessage] = []
        var end: WebSocketDecoder.End?

        var closeCode: UInt16? {
            switch self.end {
            case .close(let code, _): code
            case .violation(let violation): violation.code
            case nil: nil
            }
        }
    }

    @Test("a byte stream ends as RFC 6455 says, cut at any place", arguments: streams)
    func streamEndsAsExpected(_ stream: ByteStream) {
        let bytes = stream.bytes
        let whole = Self.decode([bytes[...]])
        if stream.name == "fragments-flood" {
            // 20,000 fragments for one message: refused by the fragment limit.
            #expect(whole.closeCode == 1009)
        } else if let code = stream.close_code {
            let allowed = [code] + stream.also_close_codes
            #expect(whole.closeCode.map(allowed.contains) == true, "got \(whole)")
        } else if stream.expected == "ok" {
            #expect(whole.end == nil)
            #expect(!whole.messages.isEmpty)
        }
        #expect(Self.decode(bytes.indices.map { bytes[$0...$0] }) == whole)
        // At every byte, and in the few large streams at a sample of places.
        let step = bytes.count < 1_500 ? 1 : bytes.count / 20
        for cut in stride(from: 0, through: bytes.count, by: step) {
            #expect(Self.decode([bytes[..<cut], bytes[cut...]]) == whole, "cut at \(cut)")
        }
    }

    @Test("a message that never ends is refused when it passes the limit")
    func endlessMessageIsRefused() throws {
        let stream = try #require(Self.streams.first { $0.name == "fragment-never-ends" })
        var decoder = WebSocketDecoder(
            role: .client, limits: WebSocketLimits(messageBytes: 100_000))
        var output = WebSocketDecoder.Output()
        let tail = Array(stream.bytes.dropFirst(1_004).prefix(1_004))
        stream.bytes.withUnsafeBytes { decoder.decode($0, into: &output) }
        for _ in 0..<200 where output.end == nil {
            tail.withUnsafeBytes { decoder.decode($0, into: &output) }
        }
        guard case .violation(let violation) = output.end else {
            Issue.record("no end: \(output)")
            return
        }
        #expect(violation.code == 1009)
    }

    @Test("memory is kept only by a decoder that was told to recycle it", arguments: [false, true])
    func recycling(_ recycles: Bool) {
        var decoder = WebSocketDecoder(
            role: .client, limits: WebSocketLimits(), recyclesMemory: recycles)
        var output = WebSocketDecoder.Output()
        let text = [UInt8](repeating: UInt8(ascii: "x"), count: 0x7000)
        ([0x81, 126, 0x70, 0x00] + text).withUnsafeBytes { decoder.decode($0, into: &output) }
        #expect(output.messages.separated == [.text(text)])
        #expect(decoder.keepsMemory == recycles)
    }

    @Test("a length above the limit is refused from the header alone")
    func claimedLengthIsRefused() {
        let outcome = Self.decode([[0x81, 127, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]])
        #expect(outcome.closeCode == 1009)
    }

    @Test("fragments together may reach the limit, and not pass it")
    func fragmentsShareTheLimit() {
        let limits = WebSocketLimits(messageBytes: 10)
        let fits = Self.frame(0x01, 6) + Self.frame(0x80, 4)
        let passes = Self.frame(0x01, 6) + Self.frame(0x80, 5)
        #expect(Self.decode([fits[...]], limits: limits).messages.count == 1)
        #expect(Self.decode([passes[...]], limits: limits).closeCode == 1009)
    }

    @Test("a message of exactly as many fragments as allowed is taken, one more is refused")
    func fragmentLimitIsExact() {
        let limits = WebSocketLimits(fragments: 3)
        let three = Self.frame(0x01, 1) + Self.frame(0x00, 1) + Self.frame(0x80, 1)
        let four =
            Self.frame(0x01, 1) + Self.frame(0x00, 1) + Self.frame(0x00, 1)
            + Self.frame(0x80, 1)
        #expect(Self.decode([three[...]], limits: limits).messages.count == 1)
        #expect(Self.decode([four[...]], limits: limits).closeCode == 1009)
    }

    @Test("a client refuses masked frames, a server refuses unmasked ones")
    func maskBelongsToClients() {
        var masked: [UInt8] = []
        WebSocketEncoder(role: .client).append(.text, [0x61], to: &masked)
        var plain: [UInt8] = []
        WebSocketEncoder(role: .server).append(.text, [0x61], to: &plain)
        #expect(Self.decode([masked[...]], role: .client).closeCode == 1002)
        #expect(Self.decode([plain[...]], role: .server).closeCode == 1002)
        #expect(Self.decode([masked[...]], role: .server).messages == [.text([0x61])])
        #expect(Self.decode([plain[...]], role: .client).messages == [.text([0x61])])
    }

    @Test(
        "what RFC 6455 forbids is refused",
        arguments: [
            ("RSV2", [0xA1, 0x00], 1002), ("opcode 3", [0x83, 0x00], 1002),
            ("opcode 15", [0x8F, 0x00], 1002), ("a fragmented close", [0x08, 0x00], 1002),
            ("a close with half a code", [0x88, 0x01, 0x03], 1002),
            ("a close of 1005", [0x88, 0x02, 0x03, 0xED], 1002),
            ("a close of 1006", [0x88, 0x02, 0x03, 0xEE], 1002),
            ("a close of 1015", [0x88, 0x02, 0x03, 0xF7], 1002),
            ("a close of 5000", [0x88, 0x02, 0x13, 0x88], 1002),
            ("a new message inside another", [0x01, 0x01, 0x61, 0x81, 0x01, 0x61], 1002),
            ("a text that ends inside a character", [0x81, 0x01, 0xC3], 1007),
            ("the same in fragments", [0x01, 0x01, 0xE2, 0x80, 0x01, 0x82], 1007),
            ("a surrogate", [0x81, 0x03, 0xED, 0xA0, 0x80], 1007),
        ] as [(String, [UInt8], UInt16)])
    func forbiddenIsRefused(_ name: String, _ bytes: [UInt8], _ code: UInt16) {
        #expect(Self.decode([bytes[...]]).closeCode == code)
        #expect(Self.decode(bytes.indices.map { bytes[$0...$0] }).closeCode == code)
    }

    @Test("bad UTF-8 in a fragment is refused before the message is whole")
    func badFragmentIsRefusedEarly() {
        #expect(Self.decode([[0x01, 0x02, 0xFF, 0x61]]).closeCode == 1007)
    }

    @Test("a binary message may hold any bytes")
    func binaryIsFree() {
        #expect(Self.decode([[0x82, 0x02, 0xFF, 0xC0]]).messages == [.binary([0xFF, 0xC0])])
    }

    @Test("of a flood of pings the newest are answered, and each is reported")
    func newestPingsAreAnswered() {
        var decoder = WebSocketDecoder(role: .client, limits: WebSocketLimits())
        var output = WebSocketDecoder.Output()
        let pings = (0..<100).flatMap { [0x89, 0x01, UInt8($0)] as [UInt8] }
        pings.withUnsafeBytes { decoder.decode($0, into: &output) }
        #expect(output.messages == Array(repeating: .ping, count: 100))
        #expect(output.pings == (84..<100).map { [UInt8($0)] })
    }

    @Test("what a burst holds is counted")
    func burstIsCounted() {
        var decoder = WebSocketDecoder(role: .client, limits: WebSocketLimits())
        var output = WebSocketDecoder.Output()
        Self.frame(0x81, 1_000).withUnsafeBytes { decoder.decode($0, into: &output) }
        #expect(output.bytes >= 1_000)
    }

    /// A frame of `x`, unmasked.
    private static func frame(_ first: UInt8, _ count: Int) -> [UInt8] {
        let length: [UInt8] =
            count < 126 ? [UInt8(count)] : [126, UInt8(count >> 8), UInt8(count & 0xFF)]
        return [first] + length + [UInt8](repeating: UInt8(ascii: "x"), count: count)
    }

    private static func decode(
        _ pieces: [ArraySlice<UInt8>], role: WebSocketRole = .client,
        limits: WebSocketLimits = WebSocketLimits()
    ) -> Outcome {
        var decoder = WebSocketDecoder(role: role, limits: limits, recyclesMemory: true)
        var outcome = Outcome()
        for piece in pieces {
            var output = WebSocketDecoder.Output()
            piece.withUnsafeBytes { decoder.decode($0, into: &output) }
            outcome.messages += output.messages.separated
            outcome.end = outcome.end ?? output.end
        }
        return outcome
    }
}
