import ChannelsDiagnostics
import ChannelsProtocol
import Testing

@Suite("The options of a policy")
struct ReconnectionPolicyOptionTests {
    static let unreachable = ReconnectionPolicyTests.unreachable

    static func delays(_ policy: ReconnectionPolicy, count: Int = 8) -> [Double] {
        policy.schedule(after: Self.unreachable, count: count).map(\.delay.inSeconds)
    }

    @Test("a limit ends a row of retries, and nil takes it away")
    func limits() {
        #expect(Self.delays(.pusherSwift.withMaximumAttempts(3)) == [0, 1, 4])
        #expect(Self.delays(.pusherSwift5.withMaximumAttempts(nil)).last == 49)
        #expect(Self.delays(.fixed.withMaximumAttempts(2)) == [5, 5])
        for none in [0, -1, .min] { #expect(Self.delays(.fixed.withMaximumAttempts(none)) == []) }
        #expect(Self.delays(.fixed.withMaximumAttempts(.max)).count == 8)
        #expect(ReconnectionPolicy.standard.withMaximumAttempts(4).attemptLimit == 4)
    }

    @Test("a limit holds on the machine, and a new row begins with a stable connection or a wish")
    func limitOnTheMachine() {
        var scene = MachineScene(policy: .fixed(.seconds(1)).withMaximumAttempts(2))
        scene.connect()
        scene.run(until: 20) { $0.fail() }
        #expect(scene.starts == [0, 1, 2])
        #expect(scene.machine.state == .failed)
        scene.connect()
        scene.establish()
        scene.wait(31)
        scene.close(1006)
        scene.run(until: 100) { if $0.machine.state == .connecting { $0.fail() } }
        #expect(scene.starts.count == 6)
        #expect(scene.machine.state == .failed)
        #expect(
            scene.kinds.contains {
                if case .retryScheduled(let retry) = $0 { retry.attemptLimit == 3 } else { false }
            })
    }

    @Test("the greatest limit there is can be told")
    func greatestLimit() {
        var scene = MachineScene(policy: .fixed.withMaximumAttempts(.max))
        scene.connect()
        scene.fail()
        guard case .retryScheduled(let retry)? = scene.kinds.last else {
            Issue.record("no retry")
            return
        }
        #expect(retry.attemptLimit == .max)
    }

    @Test("a cap cuts delays, a second is the least, and nil takes it away")
    func caps() {
        #expect(
            Self.delays(.pusherSwift.withMaximumDelay(.seconds(10))) == [
                0, 1, 4, 9, 10, 10, 10, 10,
            ])
        #expect(Self.delays(.pusherJava.withMaximumDelay(nil)) == [1, 4, 9, 16, 25, 36])
        #expect(Self.delays(.fixed.withMaximumDelay(.zero), count: 2) == [1, 1])
        #expect(Self.delays(.fixed.withMaximumDelay(.seconds(-3)), count: 2) == [1, 1])
        #expect(Self.delays(.pusherJS.withMaximumDelay(.seconds(20)), count: 4) == [1, 15, 20, 20])
        let late = ReconnectionPolicyTests.refused(503, .seconds(200))
        let standard = ReconnectionPolicy.standard.withMaximumDelay(.seconds(60))
        #expect(standard.schedule(after: late, count: 1).map(\.delay) == [.seconds(60)])
        #expect(
            standard.schedule(after: late, count: 1).first?.rule
                == "HTTP 503: the server asked to wait, at most 60.0s")
    }

    @Test("a base delay is taken by the policies that have one, and by no other")
    func baseDelays() {
        #expect(Self.delays(.fixed.withBaseDelay(.seconds(2)), count: 2) == [2, 2])
        let classic = ReconnectionPolicy.libPusherClassic(reconnectAutomatically: true)
        #expect(Self.delays(classic.withBaseDelay(.seconds(30)), count: 2) == [30, 30])
        func linear(_ delay: Duration) -> [Double] {
            ReconnectionPolicy.libPusher.withBaseDelay(delay)
                .schedule(after: .closed(4100, reason: ""), count: 9).map(\.delay.inSeconds)
        }
        #expect(linear(.seconds(2)) == [2, 4, 6])
        #expect(linear(.milliseconds(10)) == [1, 2, 3])
        #expect(linear(.seconds(-7)) == [1, 2, 3])
        for policy in [.standard, .pusherJS, .pusherSwift, .pusherSwift5, .pusherJava, .never]
            as [ReconnectionPolicy]
        {
            #expect(policy.baseDelay == nil)
            #expect(policy.withBaseDelay(.seconds(77)).baseDelay == nil)
            #expect(Self.delays(policy.withBaseDelay(.seconds(77))) == Self.delays(policy))
        }
    }

    @Test("options combine in any order, and the last of a kind counts")
    func combined() {
        let one = ReconnectionPolicy.libPusher
            .withMaximumAttempts(5).withBaseDelay(.seconds(4)).withMaximumDelay(.seconds(10))
        let other = ReconnectionPolicy.libPusher
            .withMaximumDelay(.seconds(99)).withMaximumDelay(.seconds(10)).withBaseDelay(
                .seconds(9)
            )
            .withBaseDelay(.seconds(4)).withMaximumAttempts(1).withMaximumAttempts(5)
        for policy in [one, other] {
            let schedule = policy.schedule(after: .closed(4100, reason: ""), count: 9)
            #expect(schedule.map(\.delay.inSeconds) == [4, 8, 10, 10, 10])
        }
    }

    @Test("refusals and the rules of first times stay")
    func refusals() {
        for policy in ReconnectionPolicy.profiles.map(\.policy) {
            let changed = policy.withMaximumAttempts(50).withMaximumDelay(.seconds(3))
                .withBaseDelay(
                    .seconds(2))
            for end in [.closed(4001, reason: ""), ReconnectionPolicyTests.refused(404)]
                as [ConnectionEnd]
            {
                for everConnected in [true, false] {
                    let before = policy.schedule(after: end, count: 1, everConnected: everConnected)
                    let after = changed.schedule(after: end, count: 1, everConnected: everConnected)
                    #expect(before.isEmpty == after.isEmpty, "\(policy.name)")
                }
            }
        }
        let libPusher = ReconnectionPolicy.libPusher.withMaximumAttempts(nil)
        #expect(libPusher.schedule(after: Self.unreachable, count: 5, everConnected: false) == [])
        #expect(Self.delays(.never.withMaximumAttempts(9)) == [])
    }

    @Test("numbers without bounds give delays all the same")
    func extremes() {
        for policy in ReconnectionPolicy.profiles.map({
            $0.policy.withMaximumAttempts(nil).withMaximumDelay(nil)
        }) {
            for number in [.max, .max - 1, 0, -1, .min] as [Int] {
                for code in [1006, 4100, 4200] as [CloseCode] {
                    for spent in [.zero, .seconds(-5), .seconds(1e18)] as [Duration] {
                        let history = ReconnectionHistory(
                            attempt: number, retry: number, everConnected: true,
                            wasConnected: true, end: .closed(code, reason: ""), timeSpent: spent)
                        if case .retry(let delay, _, _) = policy.decision(after: history, chance: 1)
                        {
                            #expect(delay >= .zero)
                        }
                    }
                }
            }
        }
    }

    @Test("a policy of one's own is a few lines, and takes the options")
    func custom() {
        let patient = ReconnectionPolicy(name: "every minute") { history, _ in
            history.end.isRefusal ? .giveUp : .retry(after: .seconds(60), rule: "a minute")
        }
        #expect(Self.delays(patient, count: 2) == [60, 60])
        #expect(Self.delays(patient.withMaximumAttempts(1)) == [60])
        #expect(patient.schedule(after: .closed(4001, reason: ""), count: 3) == [])

        let bounded = ReconnectionPolicy.pusherSwift.withMaximumAttempts(10).withMaximumDelay(
            .seconds(60))
        #expect(Self.delays(bounded, count: 20) == [0, 1, 4, 9, 16, 25, 36, 49, 60, 60])
    }

    @Test("a prediction uses the library's time limit for an attempt, a connection the client's")
    func libraryLimits() throws {
        let lost = ConnectFailure(kind: .unreachable, what: "")
        for (name, limit) in [
            ("pusher-js", Duration.seconds(15)), ("pusher-swift", ReconnectionPolicy.unlimited),
            ("pusher-swift-5", .seconds(5)), ("libpusher", .seconds(60)),
            ("pusher-java", ReconnectionPolicy.unlimited), ("pysher", ReconnectionPolicy.unlimited),
        ] {
            let policy = try #require(ReconnectionPolicy.named(name))
            let predicted = policy.atLibraryPace()
            let attempt = try #require(predicted.schedule(after: .failed(lost), count: 1).first)
            #expect(attempt.timeLimit == limit && predicted.firstTimeLimit == limit, "\(name)")
            let own = policy.schedule(after: .failed(lost), count: 1).first?.timeLimit
            #expect(own == (name == "pusher-js" ? limit : .seconds(10)), "\(name)")
        }
    }

    @Test(
        "a handshake code that pusher-js does not know leaves it connecting forever",
        arguments: [(1013, false), (1000, false), (1002, true), (1004, true), (4100, true)])
    func unknownCode(code: Int, retries: Bool) {
        let history = ReconnectionHistory(
            attempt: 2, retry: 1, end: .refused(CloseCode(rawValue: UInt16(code)), reason: ""))
        let decision = ReconnectionPolicy.pusherJS.decision(after: history, chance: 0)
        #expect((decision != .giveUp) == retries)
    }
}
