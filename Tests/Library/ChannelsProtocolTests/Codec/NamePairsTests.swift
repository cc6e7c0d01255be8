import Testing

@testable import ChannelsProtocol

/// Names that events share.
struct NamePairsTests {
    private static func read(
        _ texts: [String], with reader: inout EventReader
    ) -> (output: EventReader.Output, pairs: [UInt32]) {
        var output = EventReader.Output(lastNumber: 0, time: .zero)
        var pairs: [UInt32] = []
        for text in texts.map({ Array($0.utf8) }) {
            let read = reader.read(text, [0..<UInt32(text.count)], from: 0, into: &output)
            if let burst = read.burst { pairs.append(burst.pair(0)) }
        }
        return (output, pairs)
    }

    private static func event(_ name: String, _ channel: String) -> String {
        #"{"event":"\#(name)","channel":"\#(channel)","data":""}"#
    }

    private static func names(_ output: EventReader.Output) -> [String] {
        output.events.map { report in
            guard case .received(let event) = report.kind else { return "" }
            return "\(event.name) \(event.channel?.text ?? "")"
        }
    }

    @Test("names that alternate are kept apart, and the same pair has the same number")
    func alternating() {
        let pairs = (0..<2_000).map { ("e\($0 * 7 % 13)", "c\($0 * 11 % 101)") }
        var reader = EventReader()
        let (output, numbersOfPairs) = Self.read(pairs.map { Self.event($0, $1) }, with: &reader)
        #expect(Self.names(output) == pairs.map { "\($0) \($1)" })
        var numbers: [String: UInt32] = [:]
        #expect(numbersOfPairs.count == pairs.count)
        for (number, pair) in zip(numbersOfPairs, pairs) {
            #expect(numbers["\(pair)", default: number] == number)
            numbers["\(pair)"] = number
            #expect(reader.channel(ofPair: number)?.text == pair.1)
        }
        #expect(Set(numbers.values).count == numbers.count)
    }

    @Test("an event among many messages of other kinds keeps no room for as many events")
    func room() throws {
        let ping = #"{"event":"pusher:ping","data":{}}"#
        var text: [UInt8] = []
        var frames: [Range<UInt32>] = []
        for message in [Self.event("e", "c")] + Array(repeating: ping, count: 1_000) {
            frames.append(UInt32(text.count)..<UInt32(text.count + message.utf8.count))
            text += Array(message.utf8)
        }
        var reader = EventReader()
        var output = EventReader.Output(lastNumber: 0, time: .zero)
        let read = reader.read(text, frames, from: 0, into: &output)
        let burst = try #require(read.burst)
        #expect(burst.count == 1)
        #expect(burst.items.capacity < 20)
    }

    @Test("the pairs that a peer can make the reader remember are limited")
    func limit() {
        var reader = EventReader()
        var read = 0
        for event in 0..<300 {
            let texts = (0..<300).map { Self.event("e\(event)", "c\($0)") }
            read += Self.read(texts, with: &reader).output.events.count
        }
        #expect(read > 50_000)
        #expect(read <= 65_536)
        #expect(reader.isFull)
    }

    @Test("events keep their names while others are added to the table of the connection")
    func tableGrows() {
        var reader = EventReader()
        let early = Self.read([Self.event("first", "room")], with: &reader).output
        let others = (0..<1_000).map { Self.event("e\($0)", "c\($0)") }
        let late = Self.read(others, with: &reader).output
        #expect(Self.names(early) == ["first room"])
        #expect(Self.names(late) == (0..<1_000).map { "e\($0) c\($0)" })
    }

    @Test("an event that is changed does not change those that share its names")
    func values() {
        let original = ChannelsEvent(
            name: "a", channel: ChannelName(wire: "b"), data: "", userID: "u")
        var changed = original
        changed.name = "x"
        changed.channel = nil
        changed.userID = nil
        #expect(original.name == "a" && original.channel == "b" && original.userID == "u")
        #expect(changed.name == "x" && changed.channel == nil && changed.userID == nil)
        #expect(changed != original)
        changed.name = "a"
        changed.channel = ChannelName(wire: "b")
        changed.userID = "u"
        #expect(changed == original)
        #expect(changed.hashValue == original.hashValue)
    }
}
