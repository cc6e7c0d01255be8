import ChannelsProtocol
import Testing

@testable import Channels

@Suite("What listeners have missed, counted for the client")
struct SkippedCountTests {
    private static func publish(_ count: Int, to broadcaster: EventBroadcaster) {
        for number in 1...count {
            let event = ChannelsEvent(
                name: "e", channel: ChannelName(wire: "a"), data: EventData("{}"))
            broadcaster.publish(
                [ClientReport(number: number, time: .zero, kind: .received(event))],
                applicationEvents: 1, bytes: 2, present: PresentState(), rosters: { [:] })
        }
    }

    @Test("what is dropped counts at once, and stays counted when the listener has gone")
    func dropped() async {
        let broadcaster = EventBroadcaster()
        let (slow, _) = broadcaster.listen(limits: ListenerLimits(events: 10), interest: nil)
        let (fast, _) = broadcaster.listen(limits: ListenerLimits(), interest: nil)
        Self.publish(25, to: broadcaster)
        #expect(broadcaster.skipped == 15)
        let batch = await broadcaster.next(for: slow) ?? []
        let told = batch.compactMap { event -> Int? in
            if case .skipped(let skipped) = event.kind { skipped.events } else { nil }
        }
        #expect(told == [15])
        broadcaster.leave(slow)
        #expect(broadcaster.skipped == 15)
        broadcaster.leave(fast)
    }

    @Test("a listener that only counts is not a slow one")
    func counting() {
        let broadcaster = EventBroadcaster()
        let (meter, _) = broadcaster.listen(
            limits: ListenerLimits(events: 10, countsSkipped: false), interest: nil)
        Self.publish(25, to: broadcaster)
        #expect(broadcaster.skipped == 0)
        broadcaster.leave(meter)
    }
}
