import BuoyDashboardTesting
import BuoyRecordingFiles
import BuoyTestBasics
import BuoyTestSupport
import BuoyTextScreen
import ChannelsProtocol
import Testing

@testable import BuoyDashboard

/// A replay shows what a file says, and anybody can write a file.
@Suite("Forged recordings on the screen: fuzz")
struct ForgedRecordingTests {
    private static let mutations: Mutations = {
        var encoder = RecordingEncoder()
        for event in RecordedEvents.sandboxSession().events { encoder.append(event) }
        return Mutations(of: encoder.take().split(separator: UInt8(ascii: "\n")).map(Array.init))
    }()

    private static let keys = Catalog.core.commands.flatMap(\.defaultKeys).map(\.key)

    @Test("no numbers, times and orders of reports trap", arguments: Mutations.seeds(4))
    func forged(seed: UInt64) {
        var dice = Dice(seed: seed)
        var state = DashboardFixture.empty(120, 40) {
            $0.isReplay = true
            $0.eventLimit = 300
        }
        var decoder = RecordingDecoder()
        for step in 0..<400 {
            var events: [ClientReport] = []
            for _ in 0..<dice.number(0...6) {
                let bytes = Self.mutations.next(&dice)
                guard case .event(let event)? = try? decoder.line(bytes, 0..<bytes.count) else {
                    continue
                }
                events.append(event)
            }
            let time = events.last?.time ?? .zero
            if dice.number(0...9) == 0 {
                _ = state.handle(.standing(events, lastNumber: events.last?.number ?? 0))
            } else {
                _ = state.handle(.client(events))
            }
            let end = dice.isHeads() ? time : .zero
            _ = state.handle(
                .service(
                    .playback(
                        PlaybackStatus(
                            span: .init(start: .zero, end: max(end, .zero)), shown: time,
                            speed: 2, isPaused: dice.isHeads()))))
            _ = state.handle(.tick(time))
            _ = state.handle(.key(Self.keys.randomElement(using: &dice) ?? .enter))
            if step.isMultiple(of: 4) { #expect(state.screen().size == state.size) }
        }
    }
}
