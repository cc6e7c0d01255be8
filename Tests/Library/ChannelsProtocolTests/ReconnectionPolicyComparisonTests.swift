import BuoyTestBasics
import ChannelsProtocol
import Testing

/// The policies of other systems, against delays that were worked out by hand from their sources.
@Suite("Policies to compare with")
struct ReconnectionPolicyComparisonTests {
    static let unreachable = ReconnectionPolicyTests.unreachable
    private static let latest = 1.0.nextDown

    /// The first ten delays after a loss, in seconds, for a random number of 0, of one half, and
    /// just below 1.
    struct Vector: CustomTestStringConvertible, Sendable {
        var name: String
        var least: [Double]
        var middle: [Double]
        var most: [Double]
        var testDescription: String { self.name }
    }

    private static let phoenix = [0.01, 0.05, 0.1, 0.15, 0.2, 0.25, 0.5, 1, 2, 5]

    static let vectors = [
        Vector(name: "phoenix", least: phoenix, middle: phoenix, most: phoenix),
        Vector(
            name: "socket-io", least: [0.55, 1.1, 2.2, 4.4, 5, 5, 5, 5, 5, 5],
            middle: [1.05, 2.1, 4.2, 5, 5, 5, 5, 5, 5, 5], most: [1.5, 3, 5, 5, 5, 5, 5, 5, 5, 5]),
        Vector(
            name: "centrifuge", least: [0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5],
            middle: [0.75, 1, 1.5, 2.5, 4.5, 8.5, 10.5, 10.5, 10.5, 10.5],
            most: [1, 1.5, 2.5, 4.5, 8.5, 16.5, 20, 20, 20, 20]),
        Vector(
            name: "ably", least: [0, 16, 20, 24, 24, 24, 24, 24, 24, 24],
            middle: [0, 18, 22.5, 27, 27, 27, 27, 27, 27, 27],
            most: [0, 20, 25, 30, 30, 30, 30, 30, 30, 30]),
        Vector(
            name: "action-cable",
            least: [6, 6.9, 7.935, 9.1253, 10.494, 12.0681, 13.8784, 15.9601, 18.3541, 21.1073],
            middle: [
                9, 7.4175, 8.5301, 9.8096, 11.2811, 12.9733, 14.9192, 17.1571, 19.7307, 22.6903,
            ],
            most: [
                12, 7.935, 9.1253, 10.494, 12.0681, 13.8784, 15.9601, 18.3541, 21.1073, 24.2733,
            ]),
        Vector(
            name: "grpc",
            least: [0, 1, 1.28, 2.048, 3.2768, 5.2429, 8.3886, 13.4218, 21.4748, 34.3597],
            middle: [0, 1, 1.6, 2.56, 4.096, 6.5536, 10.4858, 16.7772, 26.8435, 42.9497],
            most: [0, 1, 1.92, 3.072, 4.9152, 7.8643, 12.5829, 20.1327, 32.2123, 51.5396]),
        Vector(
            name: "aws-full", least: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
            middle: [0.5, 1, 2, 4, 8, 15, 15, 15, 15, 15],
            most: [1, 2, 4, 8, 16, 30, 30, 30, 30, 30]),
        Vector(
            name: "aws-equal", least: [0.5, 1, 2, 4, 8, 15, 15, 15, 15, 15],
            middle: [0.75, 1.5, 3, 6, 12, 22.5, 22.5, 22.5, 22.5, 22.5],
            most: [1, 2, 4, 8, 16, 30, 30, 30, 30, 30]),
        Vector(
            name: "aws-decorrelated", least: [1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
            middle: [2, 3.5, 5.75, 9.125, 14.1875, 21.7813, 30, 30, 30, 30],
            most: [3, 9, 27, 30, 30, 30, 30, 30, 30, 30]),
    ]

    private static func delays(
        _ policy: ReconnectionPolicy, chance: Double, _ end: ConnectionEnd = Self.unreachable
    ) -> [Double] {
        policy.schedule(after: end, count: 10, chance: chance).map(\.delay.inSeconds)
    }

    private static func policy(_ name: String) throws -> ReconnectionPolicy {
        try #require(ReconnectionPolicy.named(name))
    }

    @Test("the first ten delays are those of the source", arguments: vectors)
    func delays(vector: Vector) throws {
        let policy = try Self.policy(vector.name)
        for (chance, expected) in [
            (0, vector.least), (0.5, vector.middle), (Self.latest, vector.most),
        ] {
            let delays = Self.delays(policy, chance: chance)
            #expect(delays.count == 10)
            for (delay, expected) in zip(delays, expected) {
                #expect(abs(delay - expected) < 0.0005, "\(delays), chance \(chance)")
            }
        }
    }

    @Test("every policy to compare with has a vector")
    func completeness() {
        #expect(Self.vectors.map(\.name) == ReconnectionPolicy.comparisons.map(\.name))
    }

    @Test("a random delay lies between the shortest and the longest", arguments: vectors)
    func jitter(vector: Vector) throws {
        let policy = try Self.policy(vector.name)
        var dice = Dice(seed: 7)
        for _ in 0..<200 {
            let delays = Self.delays(policy, chance: Double.random(in: 0..<1, using: &dice))
            for (delay, (least, most)) in zip(delays, zip(vector.least, vector.most)) {
                #expect((least - 0.0005...most + 0.0005).contains(delay))
            }
        }
    }

    @Test("Socket.IO's delays keep away from the middle between two deviations")
    func gaps() {
        for digit in 0..<10 {
            for part in [0.01, 0.5, 0.99] {
                let chance = (Double(digit) + part) / 10
                let first = Self.delays(.socketIO, chance: chance)[0]
                let least = 0.55 + Double(digit) / 10
                #expect((least...least + 0.05).contains(first), "\(chance)")
            }
        }
    }

    @Test("a first failure is retried as each source says")
    func neverConnected() {
        func first(_ policy: ReconnectionPolicy) -> [Double] {
            policy.schedule(after: Self.unreachable, count: 3, everConnected: false, chance: 0)
                .map { ($0.delay.inSeconds * 1000).rounded() / 1000 }
        }
        #expect(first(.ably) == [12, 16, 20])
        #expect(first(.grpc) == [1, 1.28, 2.048])
        #expect(first(.actionCable) == [6, 6.9, 7.935])
        #expect(first(.phoenix) == [0.01, 0.05, 0.1])
    }

    @Test("gRPC and Action Cable count a delay from the start of the attempt")
    func fromStart() {
        func starts(_ policy: ReconnectionPolicy, _ taken: Duration) -> [Double] {
            policy.schedule(after: Self.unreachable, count: 4, attemptsTake: taken)
                .map { ($0.start.inSeconds * 1000).rounded() / 1000 }
        }
        #expect(starts(.grpc, .seconds(1)) == [0, 1, 2.6, 5.16])
        #expect(starts(.grpc, .seconds(2)) == [0, 2, 4, 6.56])
        #expect(starts(.actionCable, .seconds(3)) == [9, 16.418, 24.948, 34.757])
    }

    @Test("attempts have the time limits of their sources")
    func timeLimits() {
        func limits(_ policy: ReconnectionPolicy) -> [Double] {
            policy.schedule(after: Self.unreachable, count: 9).map {
                ($0.timeLimit.inSeconds * 10).rounded() / 10
            }
        }
        #expect(limits(.socketIO).allSatisfy { $0 == 20 })
        #expect(limits(.centrifuge).allSatisfy { $0 == 5 })
        #expect(limits(.grpc) == [20, 20, 20, 20, 20, 20, 20, 26.8, 42.9])
        #expect(limits(.actionCable).prefix(3) == [6.9, 7.9, 9.1])
        #expect(limits(.phoenix).allSatisfy { $0 == 10 })
    }

    @Test("the close codes of Channels count as in the protocol", arguments: vectors)
    func codes(vector: Vector) throws {
        let policy = try Self.policy(vector.name)
        for code in [4001, 4009, 4099, 4301] as [CloseCode] {
            #expect(Self.delays(policy, chance: 0, .closed(code, reason: "")) == [])
        }
        let busy = Self.delays(policy, chance: 0, .closed(.overCapacity, reason: ""))
        #expect(busy.allSatisfy { $0 >= 1 })
        let asked = Self.delays(policy, chance: Self.latest, .closed(4200, reason: ""))
        #expect(asked[0] == 0)
        #expect(abs(asked[2] - vector.most[2]) < 0.0005 || vector.name == "aws-decorrelated")
        let toTLS = policy.schedule(
            after: .closed(4000, reason: ""), count: 1, attemptsEnd: Self.unreachable)
        #expect(toTLS.map(\.usesTLS) == [true])
    }

    @Test("the machine tells the policy the delay before the attempt that failed")
    func previousDelay() {
        var scene = MachineScene(policy: .awsDecorrelated)
        scene.connect()
        scene.establish()
        scene.wait(60)
        scene.close(nil, failure: ConnectionStateMachineTests.lost)
        for _ in 0..<20 {
            scene.wait(31)
            if scene.machine.state != .connected { scene.fail() }
        }
        let delays = scene.delays.map(\.inSeconds)
        #expect(delays.count > 10)
        for (previous, delay) in zip([1] + delays, delays) {
            #expect((1...min(previous * 3, 30)).contains(delay), "\(delays)")
        }
        #expect((delays.max() ?? 0) > 9)

        scene.wait(31)
        scene.establish(scene.opened.count)
        scene.wait(60)
        scene.close(nil, failure: ConnectionStateMachineTests.lost)
        #expect((scene.delays.last?.inSeconds ?? 9) <= 3)
    }
}
