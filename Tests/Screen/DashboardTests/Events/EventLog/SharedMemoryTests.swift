import BuoyDashboard
import ChannelsProtocol
import Testing

@Suite("Memory that several logs share")
struct SharedMemoryTests {
    @Test(
        "the largest give something up, the others nothing",
        arguments: [
            ([], 10, nil), ([4, 6], 10, nil), ([4, 7], 10, 6), ([9, 9, 1], 10, 4),
            ([100, 1, 1], 10, 8), ([5, 5], 0, 0), ([0, 0, 11], 10, 10), ([-5, 20], 10, 10),
        ] as [([Int], Int, Int?)])
    func level(sizes: [Int], limit: Int, level: Int?) {
        #expect(SharedMemory.level(of: sizes, limit: limit) == level)
        guard let level else { return }
        #expect(sizes.map { min(max($0, 0), level) }.reduce(0, +) <= limit)
    }

    @Test("a log that shrinks drops its oldest events, and keeps the newest")
    func ring() {
        var ring = EventRing(limit: 100, byteLimit: 1 << 20)
        for number in 0..<50 {
            let text = Array(String(repeating: "x", count: 1000).utf8)
            let data = EventData(frame: text, range: 0..<text.count)
            ring.append(
                ClientReport(
                    number: number, time: .zero,
                    kind: .received(ChannelsEvent(name: "e", channel: nil, data: data))))
        }
        let half = ring.bytes / 2
        ring.shrink(to: half)
        #expect(ring.bytes <= half)
        #expect((20...25).contains(ring.count))
        #expect(ring.last == 49)
        ring.shrink(to: 0)
        #expect(ring.count == 1)
        #expect(ring[49]?.number == 49)
    }
}
