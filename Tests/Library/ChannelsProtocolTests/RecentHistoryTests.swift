import ChannelsProtocol
import Testing

/// What `.standard` makes of the last minute.
@Suite("Back-off and the last minute")
struct RecentHistoryTests {
    private static let lost = ConnectFailure(kind: .unreachable, what: "connection reset")

    /// The connection lives for a while, is reset, and is established again with the next attempt.
    /// - Returns: the waits.
    private static func waits(lives: [Double], seed: UInt64) -> [Double] {
        var scene = MachineScene(seed: seed)
        scene.connect()
        for life in lives {
            scene.establish()
            scene.wait(life)
            scene.close(nil, failure: Self.lost)
            scene.wait((scene.delays.last ?? .zero).inSeconds)
        }
        return scene.delaysInSeconds
    }

    @Test("a connection that lived for 5 s is tried again within a second, whatever was before")
    func stable() {
        for seed in 0..<100 as Range<UInt64> {
            let waits = Self.waits(lives: [0.1, 0.1, 0.1, 0.1, 5, 5, 5, 6], seed: seed)
            #expect(waits.suffix(4).allSatisfy { (0.1...1).contains($0) })
        }
    }

    @Test("faults 1.5 s after each recovery are recovered in 1.3 s in the median")
    func faults() {
        var waits: [Double] = []
        for seed in 0..<50 as Range<UInt64> {
            waits += Self.waits(lives: [Double](repeating: 1.5, count: 22), seed: seed)
        }
        waits.sort()
        #expect(waits[waits.count / 2] <= 1.3)
        #expect(waits.last ?? 0 <= 1.5)
    }

    @Test("a server that establishes and drops at once gets at most 12 attempts in 60 s")
    func storm() {
        for seed in 0..<300 as Range<UInt64> {
            var scene = MachineScene(seed: seed)
            scene.connect()
            scene.run(until: 60) { scene in
                scene.establish()
                scene.close(nil, failure: Self.lost)
            }
            #expect(scene.starts.count <= 12, "\(scene.starts)")
        }
    }

    @Test("what is kept from before is told, with how long the connection was up")
    func kept() {
        var scene = MachineScene()
        scene.connect()
        for life in [4.0, 4.0, 10.0, 4.0] {
            scene.establish()
            scene.wait(life)
            scene.close(nil, failure: Self.lost)
            scene.wait((scene.delays.last ?? .zero).inSeconds)
        }
        let retries = scene.kinds.compactMap { kind -> ScheduledRetry? in
            if case .retryScheduled(let retry) = kind { retry } else { nil }
        }
        #expect(retries.map(\.attempt) == [1, 1, 1, 1])
        #expect(retries.map(\.keptAfter) == [nil, .seconds(4), nil, .seconds(4)])
        #expect(retries[1].rule.contains("not reset: 2 short connections in a minute"))
        #expect(retries[2].rule == "standard: connection lost: back-off up to 1s")
    }

    @Test("attempts that fail back off from the loss on, and the limit counts all retries in a row")
    func outage() {
        var scene = MachineScene(policy: .standard.withMaximumAttempts(4)).connected()
        scene.wait(2)
        scene.close(nil, failure: Self.lost)
        scene.run(until: 100) { if $0.machine.state != .connected { $0.fail() } }
        let retries = scene.kinds.compactMap { kind -> ScheduledRetry? in
            if case .retryScheduled(let retry) = kind { retry } else { nil }
        }
        #expect(retries.map(\.attempt) == [1, 2, 3, 4])
        #expect(retries.map(\.attemptLimit) == [4, 4, 4, 4])
        #expect(scene.machine.state == .failed)
    }
}
