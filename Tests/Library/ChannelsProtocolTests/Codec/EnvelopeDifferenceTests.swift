import BuoyTestBasics
import Testing

@testable import ChannelsProtocol

/// Messages that are broken in many ways, and what a simpler reader made of them.
struct EnvelopeDifferenceTests {
    private static let samples: [[UInt8]] = [
        #"{"event":"price","channel":"ticker-1","data":"{\"a\":1,\"b\":\"x\"}"}"#,
        #"{"event":"price","channel":"ticker-1","data":"plain, and long enough for several words"}"#,
        #"{"event":"client-e","channel":"presence-a","data":{"a":[1,2,{"b":null}]},"user_id":"7"}"#,
        #"{"event":"e","channel":"private-encrypted-a","data":"{\"nonce\":\"\",\"ciphertext\":\"\"}"}"#,
        #"{"event":"e","channel":"a","data":true,"user_id":12,"extra":{"event":"inner"}}"#,
        #" { "event" : "e" , "channel" : "a" , "data" : -1.5e+3 } "#,
        #"{"\u0065vent":"e","chan\u006eel":"\u0061","d\u0061ta":"\\\\\"\/\b\f\n\r\t\ud83d\ude00"}"#,
        #"{"event":"first","event":"second","data":"1","data":"2","channel":"a","channel":"b"}"#,
        #"{"event":"pusher:ping","data":{}}"#, #"{"event":"","channel":"a","data":""}"#,
        #"{"event":"e","data":"no channel"}"#, #"{"event":"e","channel":null,"data":null}"#,
        ##"{"event":"e","channel":"#server-to-user-1","data":"x"}"##, "[1,2]", "", "{}",
        #"{"event":"naïve ✓","channel":"ü","data":"grüße, 世界 🌍 und \"mehr\" davon"}"#,
    ].map { Array($0.utf8) }

    private static let bytes: [UInt8] =
        Array(##"\"\\{}[],:u0ntx-e. "##.utf8) + [0, 9, 10, 0x1F, 0x7F, 0x80, 0xC3, 0xFF]

    /// Breaks a message at up to four places, or joins it with another one. What comes out must
    /// not depend on how the standard library draws numbers: the answers are recorded.
    private static func broken(_ generator: inout Dice) -> [UInt8] {
        func number(below limit: Int) -> Int { Int(generator.next() % UInt64(limit)) }
        func one<Element>(of elements: [Element]) -> Element {
            elements[number(below: elements.count)]
        }
        var text = one(of: Self.samples)
        if number(below: 8) == 0 {
            text = Array(text.prefix(number(below: text.count + 1))) + one(of: Self.samples)
        }
        for _ in 0..<number(below: 5) {
            let place = number(below: text.count + 1)
            let byte = one(of: Self.bytes)
            switch number(below: 5) {
            case 0 where place < text.count: text.remove(at: place)
            case 1 where place < text.count: text[place] = byte
            case 2:
                let count = number(below: 21)
                text.insert(contentsOf: Array(repeating: byte, count: count), at: place)
            case 3: text.insert(contentsOf: Array(#"\""#.utf8), at: place)
            default: text.insert(byte, at: place)
            }
        }
        return text
    }

    /// Where the reader finds the values, or why it refuses the message, as a line.
    private static func answer(_ frame: [UInt8]) -> String {
        do throws(JSONError) {
            let parts = try EnvelopeParts(frame)
            let ranges = [parts.event, parts.channel, parts.data, parts.userID]
                .map { $0.isEmpty ? "-" : "\($0.lowerBound)-\($0.upperBound)" }
            return parts.isObject ? ranges.joined(separator: " ") : "no object"
        } catch {
            return "\(error)"
        }
    }

    /// The answers were given by the reader that was there before it was made faster.
    @Test("every message is accepted or refused as before, with the same values and the same error")
    func sameAnswers() throws {
        var generator = Dice(seed: 11)
        var frames = MalformedFrame.all.map(\.frame)
        var known = Set(frames)
        while frames.count < 20_000 {
            let frame = Self.broken(&generator)
            if known.insert(frame).inserted { frames.append(frame) }
        }
        let recorded = RecordedLines(
            "Tests/Library/ChannelsProtocolTests/Corpora/envelope-answers.txt")
        #expect(try recorded.difference(from: frames.map(Self.answer)) == nil)
    }

    @Test("ordinary events of a run are those that are read one by one, and nothing else is")
    func sameEvents() {
        var generator = Dice(seed: 12)
        var reader = EventReader()
        var ordinary = 0
        for _ in 0..<3_000 {
            let run = Self.run(&generator)
            var output = EventReader.Output(lastNumber: 41, time: .zero)
            var next = 0
            var expected: [ChannelsEvent] = []
            var pairs: [UInt32] = []
            while next < run.frames.count {
                let start = output.events.count
                let (end, burst) = reader.read(run.bytes, run.frames, from: next, into: &output)
                for index in next..<end {
                    guard let event = Self.event(run.texts[index]) else { continue }
                    expected.append(event)
                }
                #expect(output.events.count - start == end - next)
                pairs += (0..<(end - next)).compactMap { burst?.pair($0) }
                if end < run.frames.count {
                    #expect(!Self.isOrdinary(run.texts[end]), "\(run.texts[end])")
                }
                next = end + 1
            }
            let events = output.events.compactMap { report in
                if case .received(let event) = report.kind { event } else { nil }
            }
            #expect(events == expected)
            #expect(output.events.map(\.number) == Array(42..<(42 + events.count)))
            #expect(pairs.map { reader.channel(ofPair: $0) } == events.map(\.channel))
            for event in events {
                #expect(event.detached() == event)
                #expect(event.detached().data.frame == event.data.frame)
                #expect(event.detached().data.json?.compactText == event.data.json?.compactText)
            }
            ordinary += events.count
        }
        #expect(ordinary > 5_000)
    }

    /// Messages in one buffer, with other bytes between them.
    private static func run(
        _ generator: inout Dice
    ) -> (bytes: [UInt8], frames: [Range<UInt32>], texts: [[UInt8]]) {
        var bytes: [UInt8] = []
        var frames: [Range<UInt32>] = []
        var texts: [[UInt8]] = []
        for _ in 0..<generator.next(upperBound: UInt(12)) {
            let isBroken = generator.next(upperBound: UInt(3)) == 0
            let text =
                isBroken
                ? Self.broken(&generator) : Self.samples.randomElement(using: &generator) ?? []
            bytes += [0x81, UInt8(truncatingIfNeeded: text.count)]
            frames.append(UInt32(bytes.count)..<UInt32(bytes.count + text.count))
            texts.append(text)
            bytes += text
        }
        return (bytes, frames, texts)
    }

    private static func event(_ frame: [UInt8]) -> ChannelsEvent? {
        guard case .success(.event(let event)) = FrameCodec.readServerFrame(frame).message else {
            return nil
        }
        return event
    }

    /// What `EventReader` promises to read.
    private static func isOrdinary(_ frame: [UInt8]) -> Bool {
        guard let event = Self.event(frame), let channel = event.channel else { return false }
        return !channel.kind.isEncrypted && !channel.isServerToUser
            && !(event.name.isClientEvent && channel.kind.hasMembers)
    }

    @Test("names beyond the limits are left to the other reader, and known ones stay known")
    func fullMemory() {
        var reader = EventReader()
        var output = EventReader.Output(lastNumber: 0, time: .zero)
        var pairs: Set<UInt32> = []
        for number in 0..<20_000 {
            let text = Array(#"{"event":"e","channel":"c\#(number)","data":""}"#.utf8)
            let read = reader.read(text, [0..<UInt32(text.count)], from: 0, into: &output)
            #expect(read.next == (number < 16_384 ? 1 : 0), "\(number)")
            if let pair = read.burst?.pair(0) { pairs.insert(pair) }
        }
        #expect(reader.isFull)
        let known = Array(#"{"event":"e","channel":"c77","data":""}"#.utf8)
        let read = reader.read(known, [0..<UInt32(known.count)], from: 0, into: &output)
        #expect(read.next == 1)
        #expect(read.burst?.event(0).channel == ChannelName(wire: "c77"))
        #expect(read.burst.map { pairs.contains($0.pair(0)) } == true)
        #expect(pairs.count == 16_384)
    }
}
