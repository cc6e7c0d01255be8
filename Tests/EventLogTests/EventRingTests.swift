import ChannelsProtocol
import EventLog
import Testing

@Suite("What the log keeps")
struct EventRingTests {
    @Test("members who leave do not count the whole roster that told of them, each")
    func leavingMembers() throws {
        let info = Array(#"{"name":"somebody"}"#.utf8)
        // The roster told of thousands: the information is a slice of it.
        let frame = info + [UInt8](repeating: 0x20, count: 500_000)
        var ring = EventRing(limit: 50_000, byteLimit: 64 << 20)
        for number in 1...5000 {
            let member = Member(
                id: UserID("\(number)"), info: EventData(frame: frame, range: 0..<info.count))
            ring.append(
                ClientEvent(
                    number: number, time: .zero,
                    kind: .memberRemoved(try ChannelName("presence-a"), member)))
        }
        #expect(ring.count == 5000)
        #expect(ring.bytes < 2 << 20)
    }

    @Test("the oldest give way to the newest at either limit")
    func limits() throws {
        var ring = EventRing(limit: 10, byteLimit: 1 << 20)
        for number in 1...25 {
            ring.append(
                ClientEvent(
                    number: number, time: .zero, kind: .subscriptionCount(try ChannelName("a"), 1)))
        }
        #expect(ring.count == 10)
        #expect(ring.first == 15)
        let large = EventData(String(repeating: "x", count: 2 << 20))
        ring.append(
            ClientEvent(
                number: 26, time: .zero,
                kind: .memberAdded(
                    try ChannelName("presence-a"), Member(id: UserID("1"), info: large))))
        #expect(ring.count == 1)
    }
}
