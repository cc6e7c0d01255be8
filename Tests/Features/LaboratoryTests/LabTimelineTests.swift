import BuoyScripts
import BuoyTextScreen
import ChannelsProtocol
import Testing

@testable import BuoyLaboratory

/// The timing vectors of the libraries (docs/policies-and-codes.md, "Timelines"), played by the
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

    @Test("the axis ends at the first round time after the last client is back")
    func axis() throws {
        let script = try #require(FaultScript.named("restart"))
        let timelines = try ["pusher-js", "pusher-java"].map { try Self.play($0, script) }
        let backs = timelines.compactMap { $0.spans.last?.start }
        let scale = LabScale(timelines, of: script, cells: 60)
        let last = try #require(backs.max())
        #expect(scale.duration > last && scale.duration - last <= .seconds(10))
        #expect(scale.duration < script.duration)
        #expect(scale.axis.hasPrefix("0s        5s "))
        #expect(scale.axis.count == 60)
        let gone = try Self.play("pusher-js", Self.gone)
        #expect(LabScale([gone], of: Self.gone, cells: 100).duration == Self.gone.duration)
        #expect(LabScale(.seconds(90), cells: 90).axis.hasPrefix("0s        10s       20s"))
        #expect(LabScale(.seconds(90), cells: 5).axis.count == 5)
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
        #expect(Self.seconds(timeline.spans.map(\.start)).last == 11)
    }

    @Test("with a timeout of 30 s, a silent server is pinged after 30 s and given up after 60 s")
    func shortTimeout() throws {
        // Its last pong comes as the script starts.
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
        // Its last pong comes as the script starts, so the next ping is due after 120 s.
        let script = FaultScript(
            name: "", duration: .seconds(200), [.init(at: .seconds(10), .silence(.both))])
        let timeline = try Self.play("pusher-js", script)
        #expect(timeline.spans.map(\.state) == [.connected, .connecting, .unavailable])
        #expect(Self.seconds(timeline.spans.map(\.start)) == [0, 150, 160])
        #expect(timeline.noticesSilence == .seconds(30)...(.seconds(150)))
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
        #expect(timeline.noticesSilence == .seconds(30)...(.seconds(150)))
        #expect(timeline.recovery == .zero)
    }

    @Test("of two silences only one that a ping may notice says when")
    func unnoticed() throws {
        let script = FaultScript(
            name: "", duration: .seconds(200),
            [.init(at: .seconds(10), .silence(.both), for: .seconds(30))])
        #expect(try Self.play("pusher-js", script).noticesSilence == nil)
        let silent = try #require(FaultScript.named("silent-link"))
        // Pings came with PusherSwift 6.
        #expect(try Self.play("pusher-swift-5", silent).noticesSilence == nil)
        #expect(try Self.play("pusher-swift-5", silent).attempts.isEmpty)
        let lines = LabChart(.ascii, width: 100).lines(
            LabReport(silent, LabProfile.compared, seed: nil))
        let note = lines.joined(separator: " ")
        #expect(
            note.contains("Pings detect a silent link after 30s to 2m30s (standard, pusher-js,"))
        #expect(note.contains("never   (pusher-swift-5)"))
    }

    @Test("pusher-js stays connecting while it is over capacity, and is unavailable when it waits")
    func overCapacity() throws {
        let script = try #require(FaultScript.named("over-capacity"))
        let timeline = try Self.play("pusher-js", script)
        #expect(timeline.spans.map(\.state) == [.connected, .connecting, .connected])
        #expect(timeline.attempts.count == 58)
        let java = try Self.play("pusher-java", script)
        #expect(java.spans.map(\.state).contains(.unavailable))
    }

    @Test("without TLS, pusher-js tries wss two seconds after ws, until a round ends")
    func secondTransport() throws {
        let profile = try LabProfile.typed("pusher-js tls=no", policies: [])
        let script = try #require(FaultScript.named("long-restart"))
        let timeline = LabTimeline(script, profile)
        #expect(timeline.name == "pusher-js tls=no")
        #expect(Self.seconds(timeline.attempts) == [11, 13, 26, 28, 56])
        let over = LabTimeline(try #require(FaultScript.named("over-capacity")), profile)
        #expect(over.attempts.count == 58)
    }

    @Test("a library storms at its own pace, buoy's own client keeps its distance")
    func storms() throws {
        let script = FaultScript(
            name: "", duration: .seconds(30),
            [
                .init(at: .seconds(10), .close(4200)),
                .init(at: .seconds(10), .reject(4200), for: .seconds(3)),
            ])
        let near = Duration.microseconds(100)
        let library = LabTimeline(
            script, try #require(LabProfile.named("pusher-js")), roundTrip: near)
        #expect((750...900).contains(library.attempts.count))
        let far = LabTimeline(script, try #require(LabProfile.named("pusher-js")))
        #expect((60...75).contains(far.attempts.count))
        let own = LabTimeline(script, LabProfile(.pusherJS), roundTrip: near)
        #expect((14...17).contains(own.attempts.count))
    }

    @Test("a permanent refusal ends it, except for pysher, which does not look at close codes")
    func pysher() throws {
        let timeline = try Self.play("pysher", try #require(FaultScript.named("wrong-key")))
        #expect(Self.seconds(timeline.attempts) == [0, 10, 20, 30, 40, 50])
        #expect(!timeline.gaveUp)
    }

    @Test("what is sent in a loss arrives when TCP sends it again")
    func loss() throws {
        // A ping at 120 s is sent again 25.4 and 51 s later.
        for (length, isNoticed) in [(45, false), (46, true)] {
            let script = FaultScript(
                name: "", duration: .seconds(300),
                [.init(at: .seconds(100), .loss, for: .seconds(length))])
            let timeline = try Self.play("pusher-js", script)
            #expect(timeline.attempts.isEmpty != isNoticed)
        }
        let long = FaultScript(
            name: "", duration: .seconds(300),
            [.init(at: .seconds(10), .loss, for: .seconds(240))])
        // A pending attempt of a loss fails in its slot; one of a silence succeeds as it ends.
        let lost = try Self.play("pusher-js", long)
        #expect(Self.seconds(lost.attempts) == [150, 165, 195, 255])
        let silent = try Self.play("pusher-js", try #require(FaultScript.named("silent-link")))
        #expect(Self.seconds(silent.attempts) == [150, 165, 195])
        #expect(silent.spans.last?.start == .seconds(250) + .milliseconds(40))
        // Its system ends it after 60 s without a packet.
        #expect(Self.seconds(try Self.play("pysher", long).attempts).first == 70)
    }

    @Test(
        "a permanent refusal ends it",
        arguments: LabProfile.compared.map(\.name).filter { $0 != "pysher" })
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
