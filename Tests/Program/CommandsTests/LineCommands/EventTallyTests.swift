import BuoyTestSupport
import ChannelsProtocol
import Testing

@testable import BuoyCommands

/// What is said when a command waited in vain.
struct EventTallyTests {
    private static func received(_ name: String, on channel: String) -> ClientReport {
        ClientReport(
            number: 1, time: SharingSamples.time,
            kind: .received(
                ChannelsEvent(
                    name: EventName(name), channel: ChannelName(wire: channel), data: "{}")))
    }

    @Test("the events that came are named, the most frequent first")
    func others() {
        var tally = EventTally()
        #expect(tally.sentence(1, within: "5s") == "The event did not come within 5s.")
        for _ in 0..<3 { tally.note(other: Self.received("paid", on: "orders")) }
        tally.note(other: Self.received("made", on: "orders"))
        tally.note(printed: 2)
        #expect(
            tally.sentence(1, within: "5s")
                == "The event did not come within 5s. Other events came: paid on orders (3 times), "
                + "made on orders.")
        for number in 1...5 { tally.note(other: Self.received("e\(number)", on: "a")) }
        #expect(
            tally.sentence(9, within: "1m").hasPrefix("2 of 9 lines came within 1m. Other events"))
        #expect(tally.sentence(9, within: "1m").hasSuffix(", and 2 more."))
    }
}
