import ChannelsProtocol
import Testing

/// The times of the libraries (docs/policies-and-codes.md, "Timelines"), on a machine with a clock
/// moved by hand.
@Suite("The profiles of other libraries")
struct ReconnectionPolicyProfileTests {
    /// A client that was connected for a minute, and lost the connection at its time 60.
    static func dropped(_ policy: ReconnectionPolicy, _ code: CloseCode? = 1006) -> MachineScene {
        var scene = MachineScene(policy: policy).connected()
        scene.wait(60)
        scene.close(code)
        return scene
    }

    // MARK: pusher-js

    @Test("pusher-js: an unreachable server gets an attempt per slot", arguments: [true, false])
    func pusherJSUnreachable(refused: Bool) {
        var scene = MachineScene(policy: .pusherJS)
        scene.connect()
        scene.run(until: 170) { if refused { $0.fail() } }
        #expect(scene.starts == [0, 15, 45, 105, 165])
        #expect(scene.moments(of: .unavailable) == [10])
        #expect(scene.changes.count == 2)
    }

    @Test("pusher-js: after a drop the first attempt comes in a second, then the slots")
    func pusherJSDrop() {
        var scene = Self.dropped(.pusherJS)
        #expect(scene.delays == [.seconds(1)])
        var first = true
        scene.run(until: 170) {
            if first { first = false } else { $0.fail() }
        }
        #expect(scene.starts.dropFirst().map { $0 - 60 } == [1, 16, 46, 106])
        // The library says `connected` for a second more, and so `unavailable` at 11.
        #expect(scene.moments(of: .unavailable) == [70])
    }

    @Test("pusher-js: the slots begin anew after a drop and after a close in the handshake")
    func pusherJSSlotsAnew() {
        var scene = MachineScene(policy: .pusherJS)
        scene.connect()
        scene.run(until: 109) { scene in
            switch scene.opened.count {
            case 4:  // at 105
                scene.open()
                scene.close(1006)
            default: scene.fail()
            }
        }
        scene.run(until: 170) { _ in }
        #expect(scene.starts == [0, 15, 45, 105, 106, 121, 151])
    }

    static let handshakes: [(code: CloseCode?, starts: [Double]?)] = [
        (1000, [0, 1, 2, 3, 4]), (1006, [0, 1, 2, 3, 4]), (nil, [0, 1, 2, 3, 4]),
        (4100, [0, 1, 2, 3, 4]), (4001, nil), (4004, nil), (4301, nil), (4400, nil),
    ]

    @Test(
        "pusher-js: closed in the handshake, it tries every second, or stops", arguments: handshakes
    )
    func pusherJSHandshake(code: CloseCode?, starts: [Double]?) {
        var scene = MachineScene(policy: .pusherJS)
        scene.connect()
        scene.run(until: 4) {
            $0.open()
            $0.close(code)
        }
        #expect(scene.starts == starts ?? [0])
        #expect((scene.machine.state == .failed) == (starts == nil))
    }

    @Test("pusher-js: a broken handshake is tried again in a second, a black hole after its slot")
    func pusherJSHandshakeFailures() {
        var broken = MachineScene(policy: .pusherJS)
        broken.connect()
        broken.run(until: 3) {
            $0.open()
            $0.close(nil, failure: ConnectionStateMachineTests.lost)
        }
        #expect(broken.starts == [0, 1, 2, 3])

        var silent = MachineScene(policy: .pusherJS)
        silent.connect()
        silent.run(until: 50) { $0.open() }
        #expect(silent.starts == [0, 15, 45])

        var odd = MachineScene(policy: .pusherJS)
        odd.connect()
        odd.open()
        odd.receiveUnreadable()
        #expect(odd.machine.state == .failed)
    }

    @Test("pusher-js: a missing pong, and 4200, are answered at once")
    func pusherJSAtOnce() {
        var silent = MachineScene(policy: .pusherJS).connected()
        silent.wait(150)
        #expect(silent.starts == [0, 150])
        #expect(silent.delays == [.zero])
        #expect(Self.dropped(.pusherJS, 4200).delays == [.zero])
    }

    @Test("pusher-js: 4000 switches to TLS at once, with the first slot")
    func pusherJSTLS() {
        var scene = Self.dropped(.pusherJS, 4000)
        scene.wait(0)
        guard case .attemptStarted(let attempt)? = scene.kinds.last else {
            Issue.record("no attempt followed")
            return
        }
        #expect(attempt.usesTLS)
        #expect(attempt.timeLimit == .seconds(15))
        scene.open()
        scene.close(4000)
        #expect(scene.machine.state == .failed)
    }

    // MARK: Squares

    static let quadraticProfiles: [(policy: ReconnectionPolicy, delays: [Double], stops: Bool)] = [
        (.pusherSwift, [0, 1, 4, 9, 16, 25, 36, 49, 64, 81, 100, 120, 120], false),
        (.pusherSwift5, [0, 1, 4, 9, 16, 25], true),
        (.pusherJava, [1, 4, 9, 16, 25, 30], true),
    ]

    @Test(
        "PusherSwift and Java: the squares, after a drop and from the start",
        arguments: quadraticProfiles)
    func squares(policy: ReconnectionPolicy, delays: [Double], stops: Bool) {
        var dropped = Self.dropped(policy)
        dropped.run(until: 60 + 760) { $0.fail() }
        var never = MachineScene(policy: policy)
        never.connect()
        never.run(until: 760) { $0.fail() }
        for scene in [dropped, never] {
            #expect(Array(scene.delaysInSeconds.prefix(delays.count)) == delays)
            #expect((scene.machine.state == .failed) == stops)
            #expect(stops == (scene.delays.count == delays.count))
        }
        if stops { #expect(never.opened.count == delays.count + 1) }
    }

    @Test("the limit that is told is the number of the last attempt")
    func toldLimit() {
        for (isNew, expected) in [(true, 7), (false, 6)] {
            var scene = isNew ? MachineScene(policy: .pusherSwift5) : Self.dropped(.pusherSwift5)
            if isNew { scene.connect() }
            scene.run(until: 200) { $0.fail() }
            let retries = scene.kinds.compactMap { kind -> ScheduledRetry? in
                if case .retryScheduled(let retry) = kind { retry } else { nil }
            }
            #expect(Set(retries.map(\.attemptLimit)) == [expected])
            #expect(retries.last?.attempt == expected)
            let end = ConnectionEnd.failed(ConnectFailure(kind: .unreachable, what: "It failed"))
            #expect(scene.changes.last?.cause == .gaveUp(attempts: expected, end))
        }
    }

    // MARK: libPusher

    @Test("libPusher: three modes, each three times at most")
    func libPusherModes() {
        let modes: [(CloseCode?, [Double])] = [
            (4100, [5, 10, 15]), (1006, [5, 10, 15]), (4301, [5, 10, 15]), (4200, [0, 0, 0]),
            (1000, [5, 5, 5]), (nil, [5, 5, 5]),
        ]
        for (code, delays) in modes {
            var scene = Self.dropped(.libPusher, code)
            scene.run(until: 200) {
                guard $0.opened.count > 1 else { return }
                $0.open()
                $0.close(code)
            }
            #expect(scene.delaysInSeconds == delays, "\(code as Any)")
            #expect(scene.machine.state == .failed)
        }
        var broken = Self.dropped(.libPusher, 4200)
        broken.run(until: 70) { $0.fail() }
        #expect(broken.delaysInSeconds == [0, 0, 0])
    }

    @Test("libPusher: nothing after a first failure, a pong that is missing, or 4000 to 4099")
    func libPusherStops() {
        for code in [nil, 1006, 4100, 4200] as [CloseCode?] {
            var scene = MachineScene(policy: .libPusher)
            scene.connect()
            scene.open()
            scene.close(code)
            #expect(scene.machine.state == .failed)
        }
        var refused = MachineScene(policy: .libPusher)
        refused.connect()
        refused.fail()
        #expect(refused.machine.state == .failed)
        var silent = MachineScene(policy: .libPusher).connected()
        silent.wait(150)
        #expect(silent.machine.state == .failed)
        #expect(Self.dropped(.libPusher, 4000).machine.state == .failed)
        // Once it has been connected, a later first attempt is tried again.
        refused.connect()
        refused.establish()
        refused.disconnect()
        refused.connect()
        refused.fail()
        #expect(refused.delays == [.zero])
    }

    @Test("libPusher before 1.5: never by default, and every 5 s when told to, from the start too")
    func libPusherClassic() {
        #expect(Self.dropped(.libPusherClassic).machine.state == .failed)
        #expect(Self.dropped(.libPusherClassic, 4200).machine.state == .failed)
        var scene = MachineScene(policy: .libPusherClassic(reconnectAutomatically: true))
        scene.connect()
        scene.run(until: 20) { $0.fail() }
        #expect(scene.starts == [0, 5, 10, 15, 20])
        var other = MachineScene(
            policy: .libPusherClassic(reconnectAutomatically: true, delay: .seconds(30)))
        other.connect()
        other.run(until: 61) { $0.fail() }
        #expect(other.starts == [0, 30, 60])
        let classic = ReconnectionPolicy.libPusherClassic(reconnectAutomatically: true)
        #expect(Self.dropped(classic, 4001).machine.state == .failed)
    }

    // MARK: Fixed and never

    @Test("fixed: the same delay each time; never: none")
    func fixedAndNever() {
        var fixed = MachineScene(policy: .fixed)
        fixed.connect()
        fixed.run(until: 20) { $0.fail() }
        #expect(fixed.starts == [0, 5, 10, 15, 20])
        var quick = MachineScene(policy: .fixed(.seconds(1)))
        quick.connect()
        quick.run(until: 3) { $0.fail() }
        #expect(quick.starts == [0, 1, 2, 3])
        for code in [1006, 4000, 4200, nil] as [CloseCode?] {
            #expect(Self.dropped(.never, code).machine.state == .failed)
        }
        #expect(Self.dropped(.fixed, 4000).delays == [.zero])
    }

    // MARK: What they share

    @Test("the libraries count anew from each established connection, ours from a stable one")
    func countsAnew() {
        let table: [(policy: ReconnectionPolicy, delays: [Double])] = [
            (.pusherSwift, [0, 1, 4, 0, 1]), (.pusherSwift5, [0, 1, 4, 0, 1]),
            (.pusherJava, [1, 4, 9, 1, 4]), (.libPusher, [5, 10, 15, 5, 10]),
        ]
        for (policy, delays) in table {
            var scene = Self.dropped(policy)
            for _ in 0..<2 {
                scene.wait((scene.delays.last ?? .zero).inSeconds)
                scene.open()
                scene.close(1006)
            }
            scene.wait((scene.delays.last ?? .zero).inSeconds)
            scene.establish(2)
            scene.wait(1)
            scene.close(1006)
            scene.wait((scene.delays.last ?? .zero).inSeconds)
            scene.open()
            scene.close(1006)
            #expect(scene.delaysInSeconds == delays, "\(policy.name)")
        }
        #expect(ReconnectionPolicy.standard.stableTime == .seconds(30))
        #expect(ReconnectionPolicy.fixed.stableTime == .seconds(30))
        #expect(ReconnectionPolicy.pusherJS.stableTime == .zero)
    }

    enum Storm: CaseIterable {
        case closesInHandshake, errsInHandshake, closesWhenConnected, dropsWhenConnected

        func happen(_ scene: inout MachineScene) {
            let error = ServerMessage.error(ServerError(code: 4200, message: "reconnect"))
            switch self {
            case .closesInHandshake:
                scene.open()
                scene.close(4200)
            case .errsInHandshake:
                scene.open()
                scene.receive(error)
                scene.close(1000)
            case .closesWhenConnected:
                scene.establish(scene.opened.count)
                scene.close(4200)
            case .dropsWhenConnected:
                scene.establish(scene.opened.count)
                scene.close(nil, failure: ConnectionStateMachineTests.lost)
            }
        }
    }

    @Test("no profile makes more than 5 attempts in a second for long", arguments: Storm.allCases)
    func storms(storm: Storm) {
        let policies =
            ReconnectionPolicy.profiles.map(\.policy) + [
                .fixed(.zero), .libPusherClassic(reconnectAutomatically: true, delay: .zero),
                .libPusher.withBaseDelay(.zero), .pusherSwift.withMaximumDelay(.zero),
            ]
        for policy in policies {
            var scene = MachineScene(policy: policy)
            scene.connect()
            scene.run(until: 10) { storm.happen(&$0) }
            #expect(scene.starts.count <= 51, "\(policy.name)")
        }
    }

    @Test("pusher-js connects 5 times in a second against a server that says 4200 in the handshake")
    func pusherJSStorm() {
        for storm in [Storm.closesInHandshake, .errsInHandshake, .closesWhenConnected] {
            var scene = MachineScene(policy: .pusherJS)
            scene.connect()
            scene.run(until: 1) { storm.happen(&$0) }
            #expect(scene.starts.map { ($0 * 10).rounded() } == [0, 2, 4, 6, 8, 10])
        }
    }

    @Test("settings that cannot work are tried again by no profile")
    func settings() {
        for policy in ReconnectionPolicy.profiles.map(\.policy) {
            var scene = MachineScene(policy: policy)
            scene.connect()
            scene.fail(.settings)
            #expect(scene.machine.state == .failed, "\(policy.name)")
        }
    }

    @Test(
        "pysher waits 10 s whatever the close code, and looks at the code of a refusal",
        arguments: [
            (ConnectionEnd.closed(4001, reason: ""), Duration?.some(.seconds(10))),
            (.closed(4200, reason: ""), .seconds(10)), (.closed(nil, reason: ""), .seconds(10)),
            (.timedOut(in: nil, limit: .seconds(131)), .seconds(10)),
            (.pongMissing(after: .seconds(185)), nil),
            (.refused(4100, reason: ""), .seconds(10)), (.refused(4200, reason: ""), .zero),
            (.refused(4001, reason: ""), nil), (.refused(4009, reason: ""), nil),
        ])
    func pysher(end: ConnectionEnd, delay: Duration?) {
        let history = ReconnectionHistory(attempt: 2, retry: 1, end: end, timeSpent: .seconds(1))
        let decision = ReconnectionPolicy.pysher.decision(after: history, chance: 0.5)
        #expect(ReconnectionPolicy.pysher.firstTimeLimit == nil)
        guard case .retry(let found, let limit, _) = decision else {
            #expect(delay == nil)
            return
        }
        #expect(found == delay)
        #expect(limit == nil)
    }

    @Test("a profile is found by its name, and has a summary of one sentence")
    func names() {
        let names = ReconnectionPolicy.profiles.map(\.name)
        let expected =
            "standard pusher-js pusher-swift pusher-swift-5 libpusher libpusher-classic "
            + "pusher-java pysher fixed never"
        #expect(names.joined(separator: " ") == expected)
        for profile in ReconnectionPolicy.profiles {
            #expect(ReconnectionPolicy.named(profile.name)?.name == profile.name)
            #expect(profile.summary.hasSuffix("."))
        }
        #expect(ReconnectionPolicy.named("pusherjs") == nil)
        #expect(ReconnectionPolicy.named("") == nil)
    }
}
