import ChannelsProtocol
import Testing

@Suite("The schedule of a policy")
struct ReconnectionPolicyScheduleTests {
    static let unreachable = ReconnectionPolicyTests.unreachable

    @Test("it foretells what the machine does", arguments: [true, false])
    func agrees(everConnected: Bool) {
        for profile in ReconnectionPolicy.profiles where profile.name != "standard" {
            var scene = MachineScene(policy: profile.policy)
            scene.connect()
            if everConnected {
                scene.establish()
                scene.wait(60)
                scene.close(nil, failure: ConnectionStateMachineTests.lost)
            }
            let origin = scene.now
            scene.run(until: 1000) { if $0.machine.state != .connected { $0.fail() } }
            let starts = scene.starts.dropFirst().map { $0 - origin.seconds }
            let schedule = profile.policy.schedule(
                after: Self.unreachable, count: starts.count + 1, everConnected: everConnected)
            let foretold = schedule.map(\.start.inSeconds)
            #expect(Array(foretold.prefix(starts.count)) == Array(starts), "\(profile.name)")
            #expect((foretold.count == starts.count) == (scene.machine.state == .failed))
        }
    }

    @Test("the standard policy lies between its earliest and its latest times")
    func standard() {
        func starts(_ chance: Double) -> [Double] {
            ReconnectionPolicy.standard.schedule(
                after: .closed(1006, reason: ""), count: 6, chance: chance
            ).map { ($0.start.inSeconds * 10).rounded() / 10 }
        }
        #expect(starts(0) == [0.1, 0.2, 0.3, 0.4, 0.5, 0.6])
        #expect(starts(1) == [1, 3, 7, 15, 31, 61])
    }

    @Test("the time that attempts take counts, up to their limit, and a time-out takes the limit")
    func durations() {
        func starts(_ end: ConnectionEnd, _ taken: Duration) -> [Double] {
            ReconnectionPolicy.fixed.schedule(
                after: end, count: 3, attemptsTake: taken
            ).map(\.start.inSeconds)
        }
        #expect(starts(Self.unreachable, .seconds(2)) == [5, 12, 19])
        #expect(starts(Self.unreachable, .seconds(99)) == [5, 20, 35])
        #expect(starts(.timedOut(in: .tcp, limit: .zero), .zero) == [5, 20, 35])
    }

    @Test("it names attempts, limits, rules, and the switch to TLS")
    func details() {
        let schedule = ReconnectionPolicy.pusherJS.schedule(
            after: .closed(4000, reason: ""), count: 3, attemptsEnd: Self.unreachable)
        #expect(schedule.map(\.number) == [1, 2, 3])
        #expect(schedule.map(\.usesTLS) == [true, true, true])
        #expect(schedule.map(\.timeLimit.inSeconds) == [15, 30, 60])
        #expect(schedule.map(\.start.inSeconds) == [0, 15, 45])
        #expect(schedule[0].rule == "with TLS, immediate")
        #expect(schedule[1].rule == "unreachable: the rest of a 15s slot")
    }

    @Test("it goes on from any history")
    func history() {
        let history = ReconnectionHistory(attempt: 6, retry: 5, end: Self.unreachable)
        let schedule = ReconnectionPolicy.pusherSwift5.schedule(after: history, count: 9)
        #expect(schedule.map(\.start.inSeconds) == [16, 41])
        #expect(schedule.map(\.number) == [6, 7])
        #expect(ReconnectionPolicy.fixed.schedule(after: history, count: 0) == [])
        #expect(ReconnectionPolicy.fixed.schedule(after: history, count: -1) == [])
    }

    @Test("the machine gives the policy the delay before the failed attempt")
    func previousDelay() {
        let growing = ReconnectionPolicy(name: "growing", stableTime: .zero) { history, _, _ in
            .retry(after: max(history.previousDelay, .seconds(1)) * 2, rule: "twice as long")
        }
        var scene = MachineScene(policy: growing).connected()
        scene.wait(60)
        scene.close(nil, failure: ConnectionStateMachineTests.lost)
        for wait in [2, 4, 8] {
            scene.wait(Double(wait))
            scene.fail()
        }
        #expect(scene.delays == [2, 4, 8, 16].map { .seconds($0) })
        scene.wait(16)
        scene.establish(scene.opened.count)
        scene.wait(60)
        scene.close(nil, failure: ConnectionStateMachineTests.lost)
        #expect(scene.delays.last == .seconds(2))
    }
}
