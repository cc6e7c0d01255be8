import BuoyScripts
import BuoyTextScreen
import ChannelsProtocol
import Testing

@testable import BuoyLaboratory

/// Recordings of pusher-js 8.6.0 (in node and in Chromium 156), pysher 1.0.8 and
/// pusher-websocket-java 2.4.4, mostly during faults that no built-in script contains, on Linux
/// 6.18 under load.
@Suite("the laboratory's clients behave like real ones")
struct LabRealClientTests {
    struct Client: CustomTestStringConvertible, Sendable {
        let profile: String
        let steps: [String]
        /// The start times of attempts; `nil` if only their number was recorded.
        var attempts: [Double]?
        let count: Int
        /// The time of the lasting connection; `nil` if there isn't one.
        let back: Double?
        var within = 0.3

        var testDescription: String { "\(self.profile): \(self.steps.joined(separator: ", "))" }
    }

    private static let js = "pusher-js tls=no"
    private static let browser = "pusher-js in=browser"
    private static let lost = ["at 10s cut"]

    private static let real = [
        Client(
            profile: js, steps: lost + ["at 10s stall upgrade for 30s"], count: 5, back: 56),
        Client(profile: js, steps: lost + ["at 10s stall hello for 30s"], count: 5, back: 56),
        Client(
            profile: js, steps: lost + ["at 10s unreachable for 30s"], count: 4, back: 45.55,
            within: 0.6),
        Client(profile: js, steps: lost + ["at 10s status 503 for 20s"], count: 5, back: 56),
        Client(
            profile: "pusher-js activity-timeout=20", steps: ["at 10s silence old"], count: 1,
            back: 50.2),
        Client(
            profile: browser, steps: lost + ["at 10s refuse for 45s"],
            attempts: [11.01, 11.05, 13.05, 17.06, 26.05, 28.06, 32.06, 43.06, 47.08, 56.05],
            count: 10, back: 56.09),
        Client(
            profile: "\(browser) tls=no", steps: lost + ["at 10s status 503 for 45s"],
            attempts: [
                11.01, 11.04, 13.04, 13.06, 16.06, 20.06, 26.04, 28.04, 28.07, 31.05, 35.06, 46.05,
                50.07, 56.07,
            ], count: 14, back: 56.13),
        Client(
            profile: "\(browser) tls=no", steps: lost + ["at 10s stall hello for 45s"],
            attempts: [
                11.07, 12.18, 14.18, 14.2, 17.2, 21.2, 27.17, 29.2, 29.25, 32.19, 36.19, 47.19,
                51.2, 57.19,
            ], count: 14, back: 57.21),
        Client(
            profile: "pysher", steps: lost + ["at 10s stall upgrade for 30s"], count: 1, back: nil),
        Client(
            profile: "pysher", steps: lost + ["at 10s stall hello for 30s"], count: 1, back: nil),
        Client(
            profile: "pysher", steps: lost + ["at 10s unreachable for 30s"], count: 1, back: 55.6,
            within: 0.7),
        Client(profile: "pysher", steps: ["at 10s silence old"], count: 0, back: nil),
        Client(profile: "pysher", steps: ["at 10s silence for 310s"], count: 0, back: nil),
        Client(
            profile: "pusher-java", steps: lost + ["at 10s refuse for 45s"],
            attempts: [11, 15, 24, 40, 65], count: 5, back: 65),
        Client(profile: "pusher-java", steps: lost + ["at 10s refuse"], count: 6, back: nil),
        Client(
            profile: "pusher-java", steps: ["at 10s silence old"], attempts: [121], count: 1,
            back: 121),
        Client(
            profile: "pusher-java", steps: lost + ["at 10s unreachable for 30s"], count: 1,
            back: 46.7, within: 0.8),
        Client(
            profile: "pusher-java", steps: lost + ["at 10s stall tcp for 30s"], count: 1, back: nil),
    ]

    @Test("attempts and lasting connections match the recordings", arguments: Self.real)
    func client(_ real: Client) throws {
        let script = FaultScript(
            name: "", duration: .seconds(400), try real.steps.map { try FaultLine.step($0) })
        let timeline = LabTimeline(script, try LabProfile.typed(real.profile, policies: []))
        #expect(timeline.attempts.count == real.count)
        for (found, seen) in zip(timeline.attempts, real.attempts ?? []) {
            #expect(abs(found.inSeconds - seen) <= real.within)
        }
        let last = try #require(timeline.spans.last)
        guard let back = real.back else {
            #expect(last.state != .connected)
            return
        }
        #expect(last.state == .connected)
        #expect(abs(last.start.inSeconds - back) <= real.within)
    }

    @Test("pysher notices a dead link after 305 s, and does not try again")
    func deadLink() throws {
        let script = FaultScript(
            name: "", duration: .seconds(400), [.init(at: .zero, .silence(.old))])
        let timeline = LabTimeline(script, try #require(LabProfile.named("pysher")))
        #expect(timeline.spans.map(\.state) == [.connected, .failed])
        #expect(timeline.spans.last.map { Int($0.start.inSeconds.rounded()) } == 305)
    }

    @Test("without pongs, a client reconnects, and the new connection lasts just as long")
    func noPongs() throws {
        let script = FaultScript(
            name: "", duration: .seconds(400), [.init(at: .seconds(10), .noPongs)])
        let timeline = LabTimeline(script, try #require(LabProfile.named("pusher-js")))
        #expect(timeline.attempts.map { Int($0.inSeconds.rounded()) } == [150, 300])
        #expect(timeline.timeWithoutEvents < .seconds(1))
    }

    @Test("only pysher obeys an error on an open connection: its code decides what follows")
    func errors() throws {
        for (name, code, times) in [
            ("pusher-js", 4100, [Int]()), ("pysher", 4001, []), ("pysher", 4100, [20]),
            ("pysher", 4201, [10]),
        ] {
            let error = Fault.error(CloseCode(rawValue: UInt16(code)))
            let script = FaultScript(
                name: "", duration: .seconds(60), [.init(at: .seconds(10), error)])
            let timeline = LabTimeline(script, try #require(LabProfile.named(name)))
            #expect(timeline.attempts.map { Int($0.inSeconds) } == times, "\(name) \(code)")
            #expect(timeline.gaveUp == (code == 4001))
        }
    }

    @Test("a connection that opens while answers are delayed gets no events until the delay ends")
    func delayAnswers() throws {
        let script = FaultScript(
            name: "", duration: .seconds(100),
            [
                .init(at: .seconds(10), .delayAnswers, for: .seconds(30)),
                .init(at: .seconds(20), .cut),
            ])
        let timeline = LabTimeline(script, LabProfile(.fixed(.seconds(1))))
        #expect(timeline.timeWithoutEvents == .seconds(20))
        #expect(timeline.spans.map(\.state) == [.connected, .connecting, .connected])
    }

    @Test("a profile based only on source code has a mark")
    func marks() throws {
        let lines = LabChart(.ascii, width: 100).lines(
            LabReport(FaultScript.all[0], LabProfile.compared, seed: nil))
        for name in [
            "pusher-swift ~ ", "pusher-swift-5 ~ ", "libpusher ~ ", "pysher  ", "standard  ",
        ] {
            #expect(lines.contains { $0.hasPrefix(name) }, "\(name)")
        }
        #expect(lines.contains { $0.hasSuffix("~ not recorded") })
    }
}
