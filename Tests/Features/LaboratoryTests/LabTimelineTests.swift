import ChannelsProtocol
import Scripts
import Testing

@testable import Laboratory

/// The timing vectors of the libraries (docs/reconnection.md, "Timelines"), played by the
/// laboratory.
@Suite("timelines of the laboratory")
struct LabTimelineTests {
    private static let gone = FaultScript(
        name: "gone", duration: .seconds(2000), [.init(at: .zero, .cut), .init(at: .zero, .refuse)])

    private static func seconds(_ times: [Duration]) -> [Int] {
        times.map { Int($0.inSeconds.rounded()) }
    }

    private static func play(_ name: String, _ script: FaultScript) throws -> LabTimeline {
        LabTimeline(script, try #require(LabProfile.named(name)))
    }

    @Test("pusher-js tries in slots, and is unavailable after 10 s, if the server is not reached")
    func neverReached() throws {
        let script = try #require(FaultScript.named("never-reached"))
        let timeline = try Self.play("pusher-js", script)
        #expect(Self.seconds(timeline.attempts) == [0, 15, 45, 105, 165, 225])
        #expect(timeline.spans.map(\.state) == [.connecting, .unavailable])
        #expect(timeline.spans.last?.start == .seconds(10))
        #expect(timeline.recovery == nil)
        #expect(timeline.timeWithoutEvents == script.duration)
    }

    @Test("pusher-js waits a second after a loss, and its slots begin anew")
    func dropped() throws {
        let script = try #require(FaultScript.named("gone"))
        let timeline = try Self.play("pusher-js", script)
        #expect(Self.seconds(timeline.attempts).prefix(4) == [1, 16, 46, 106])
        #expect(timeline.spans.last?.state == .unavailable)
        #expect(timeline.spans.last?.start == .seconds(11))
    }

    @Test("with a timeout of 30 s, a silent server is pinged after 30 s and given up after 60 s")
    func shortTimeout() throws {
        // The client connects 90 s before the script, and its last pong comes as the script starts.
        let script = FaultScript(
            name: "", duration: .seconds(100), [.init(at: .seconds(10), .silence(.both))])
        var profile = try #require(LabProfile.named("pusher-js"))
        profile.activityTimeout = .seconds(30)
        let timeline = LabTimeline(script, profile)
        #expect(timeline.spans.first?.state == .connected)
        #expect(timeline.spans.first.map { Int($0.end.inSeconds.rounded()) } == 60)
    }

    @Test(
        "the delays of a library whose server refuses connections",
        arguments: [
            ("pusher-swift", [0, 1, 4, 9, 16, 25, 36, 49, 64, 81, 100, 120, 120], false),
            ("pusher-swift-5", [0, 1, 4, 9, 16, 25], true),
            ("pusher-java", [1, 4, 9, 16, 25, 30], true),
            ("libpusher", [0, 0, 0], true),
        ])
    func delays(name: String, delays: [Int], givesUp: Bool) throws {
        let timeline = try Self.play(name, Self.gone)
        let starts = Self.seconds(timeline.attempts)
        let found = zip(starts, [0] + starts).map { $0 - $1 }
        #expect(Array(found.prefix(delays.count)) == delays)
        #expect(timeline.gaveUp == givesUp)
        if givesUp { #expect(starts.count == delays.count) }
    }

    @Test("libPusher waits 5, 10 and 15 s while it is over capacity")
    func linear() throws {
        let script = FaultScript(
            name: "", duration: .seconds(100),
            [.init(at: .zero, .close(4100)), .init(at: .zero, .reject(4100))])
        let timeline = try Self.play("libpusher", script)
        #expect(Self.seconds(timeline.attempts) == [5, 15, 30])
        #expect(timeline.gaveUp)
    }

    @Test("a silent server is noticed after the activity timeout and the pong limit")
    func silence() throws {
        // The client connects 90 s before the script, so its ping is due 30 s into it.
        let script = FaultScript(
            name: "", duration: .seconds(200), [.init(at: .seconds(10), .silence(.both))])
        let timeline = try Self.play("pusher-js", script)
        #expect(timeline.spans.map(\.state) == [.connected, .connecting, .unavailable])
        #expect(Self.seconds(timeline.spans.map(\.start)) == [0, 60, 70])
        #expect(timeline.timeWithoutEvents == .seconds(190))
        #expect(timeline.spans.last?.cause.isEmpty == false)
    }

    @Test("a silence that ends in time costs no connection")
    func shortSilence() throws {
        let script = FaultScript(
            name: "", duration: .seconds(200),
            [.init(at: .seconds(10), .silence(.both), for: .seconds(45))])
        let timeline = try Self.play("pusher-js", script)
        #expect(timeline.spans.map(\.state) == [.connected])
        #expect(timeline.attempts.isEmpty)
        #expect(timeline.timeWithoutEvents == .seconds(45))
        #expect(timeline.recovery == .zero)
    }

    @Test("a refusal for good ends it", arguments: LabProfile.compared.map(\.name))
    func refused(name: String) throws {
        let script = try #require(FaultScript.named("wrong-key"))
        let timeline = try Self.play(name, script)
        #expect(timeline.attempts == [.zero])
        #expect(timeline.gaveUp)
    }

    @Test("every script is played to its end by every policy, and its periods have no gaps")
    func everything() {
        for script in FaultScript.all {
            for profile in ReconnectionPolicy.profiles.compactMap({ LabProfile.named($0.name) }) {
                let timeline = LabTimeline(script, profile)
                #expect(timeline.spans.first?.start == .zero)
                #expect(timeline.spans.last?.end == script.duration)
                for (span, next) in zip(timeline.spans, timeline.spans.dropFirst()) {
                    #expect(span.end == next.start && span.start < span.end)
                }
                #expect(timeline.attempts == timeline.attempts.sorted())
                #expect(timeline == LabTimeline(script, profile))
            }
        }
    }
}
