import BuoyTestBasics
import ChannelsProtocol
import Testing

/// What no table can list: frames that were cut, changed or made up.
struct HostileFramesTests {
    /// Reads a frame as both sides, and looks at everything that can be looked at.
    private func examine(_ frame: [UInt8]) -> Bool {
        let served = try? FrameCodec.decodeServerMessage(frame)
        let sent = try? FrameCodec.decodeClientMessage(frame)
        if case .event(let event)? = served { self.examine(event) }
        if case .unknown(let event)? = served { self.examine(event) }
        if case .event(let event)? = sent { self.examine(event) }
        return served != nil
    }

    private func examine(_ event: ChannelsEvent) {
        #expect(event.data.byteCount >= 0)
        #expect(event.data.textPrefix(7).count <= 7)
        _ = event.data.json?.prettyLines(limit: 20)
    }

    @Test(
        "a frame that is cut anywhere is an error, unless only white space is missing",
        arguments: ServerFrames.all.map(\.text))
    func cuts(_ text: String) {
        let frame = Array(text.utf8)
        let length = (frame.lastIndex(of: UInt8(ascii: "}")) ?? 0) + 1
        for end in 0..<length {
            #expect(throws: FrameError.self) {
                try FrameCodec.decodeServerMessage(Array(frame[..<end]))
            }
        }
        #expect(throws: Never.self) { try FrameCodec.decodeServerMessage(Array(frame[..<length])) }
    }

    @Test("a hundred thousand changed frames are messages or errors")
    func mutations() {
        var random = Dice(seed: 20_240_607)
        let frames =
            ServerFrames.all.map { Array($0.text.utf8) }
            + ClientDecodingTests.frames.map { Array($0.text.utf8) }
        var read = 0
        for round in 0..<100_000 {
            var frame = frames[round % frames.count]
            for _ in 0..<Int.random(in: 1...3, using: &random) { frame.mutate(using: &random) }
            if self.examine(frame) { read += 1 }
        }
        // Were all of them errors, or none, the changes would try nothing.
        #expect((10_000...90_000).contains(read))
    }

    @Test("frames that read well are written and read again the same, whatever was changed")
    func mutatedRoundTrips() throws {
        var random = Dice(seed: 3)
        for round in 0..<10_000 {
            var frame = Array(ServerFrames.events[round % ServerFrames.events.count].text.utf8)
            frame.mutate(using: &random)
            // What is not UTF-8 does not come from the transport, and is repaired once.
            guard let text = String(validating: frame, as: UTF8.self),
                let message = try? FrameCodec.decodeServerMessage(Array(text.utf8))
            else { continue }
            #expect(try FrameCodec.decodeServerMessage(FrameCodec.encode(message)) == message)
        }
    }

    @Test("random bytes between quotes and braces are messages or errors")
    func randomBytes() {
        var random = Dice(seed: 99)
        let alphabet =
            Array(#"{}[]",:\u0123456789eE+-. truefalsn"#.utf8) + [0, 0x1F, 0x7F, 0x80, 0xFF]
        for _ in 0..<20_000 {
            let count = Int.random(in: 0..<40, using: &random)
            let middle = (0..<count).map { _ in alphabet.randomElement(using: &random) ?? 0 }
            _ = self.examine(Array(#"{"event":"e","data":"#.utf8) + middle + Array("}".utf8))
        }
    }
}

extension [UInt8] {
    /// Changes, takes away, doubles or adds something.
    fileprivate mutating func mutate(using random: inout Dice) {
        let special = Array(#"{}[]",:\"#.utf8) + [0, 0x0A, 0x1F, 0x80, 0xC3, 0xED, 0xFF]
        guard let index = self.indices.randomElement(using: &random) else { return }
        let byte = special.randomElement(using: &random) ?? 0
        let end = Swift.min(self.count, index + Int.random(in: 1...8, using: &random))
        switch Int.random(in: 0..<6, using: &random) {
        case 0: self[index] = byte
        case 1: self[index] = UInt8.random(in: 0...255, using: &random)
        case 2: self[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 3: self.insert(byte, at: index)
        case 4: self.removeSubrange(index..<end)
        default: self.insert(contentsOf: Array(self[index..<end]), at: index)
        }
    }
}
