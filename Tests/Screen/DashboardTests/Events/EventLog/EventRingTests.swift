import BuoyDashboard
import ChannelsProtocol
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
            let member = PresenceMember(
                id: UserID("\(number)"), info: EventData(frame: frame, range: 0..<info.count))
            ring.append(
                ClientReport(
                    number: number, time: .zero,
                    kind: .memberRemoved(ChannelName("presence-a"), member)))
        }
        #expect(ring.count == 5000)
        #expect(ring.bytes < 2 << 20)
    }

    @Test("members who join or leave keep their information, and nothing of the message or read")
    func infoAlone() throws {
        let info = Array(#"{"name":"somebody"}"#.utf8)
        let read = info + [UInt8](repeating: 0x20, count: 64 << 10)
        let channel = ChannelName("presence-a")
        let member = PresenceMember(
            id: UserID("1"), info: EventData(frame: read, range: 0..<info.count))
        var ring = EventRing(limit: 10, byteLimit: 1 << 20)
        for kind in [
            ClientReport.Kind.memberAdded(channel, member), .memberRemoved(channel, member),
        ] {
            let sequence = ring.next
            ring.append(ClientReport(number: sequence, time: .zero, kind: kind))
            let kept = try #require(ring[sequence])
            #expect(kept.kind == kind)
            switch kept.kind {
            case .memberAdded(_, let member), .memberRemoved(_, let member):
                #expect(member.info?.retainedBytes == info.count)
                #expect(member.info?.frame == info)
            default: Issue.record("another kind")
            }
        }
    }

    @Test("the oldest give way to the newest at either limit")
    func limits() throws {
        var ring = EventRing(limit: 10, byteLimit: 1 << 20)
        for number in 1...25 {
            ring.append(
                ClientReport(
                    number: number, time: .zero, kind: .subscriptionCount(ChannelName("a"), 1)))
        }
        #expect(ring.count == 10)
        #expect(ring.first == 15)
        let large = EventData(String(repeating: "x", count: 2 << 20))
        ring.append(
            ClientReport(
                number: 26, time: .zero,
                kind: .memberAdded(
                    ChannelName("presence-a"), PresenceMember(id: UserID("1"), info: large))))
        #expect(ring.count == 1)
    }
}
