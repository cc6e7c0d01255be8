import ArgumentParser
import BuoyTestBasics
import ChannelsProtocol
import Testing

@testable import BuoyProgramSupport

@Suite("policies in files")
struct PolicyFileTests {
    private static let lost = ConnectionEnd.failed(ConnectFailure(kind: .unreachable, what: ""))

    private static func delays(
        _ policy: ReconnectionPolicy, chance: Double, _ end: ConnectionEnd = Self.lost,
        attemptsTake: Duration = .zero
    ) -> [Double] {
        policy.schedule(after: end, count: 5, attemptsTake: attemptsTake, chance: chance)
            .map { ($0.delay.inSeconds * 1000).rounded() / 1000 }
    }

    private static func policy(_ text: String) throws -> ReconnectionPolicy {
        try #require(try PolicyFile.policies("[ours]\n\(text)", path: "a.toml").first)
    }

    @Test("a delay is fixed or random within a range, and the last one repeats")
    func delays() throws {
        let policy = try Self.policy(
            """
            delays = ["0s", "500ms-1s", "2s-4s"]
            limit = "7s"
            """)
        #expect(policy.name == "ours")
        #expect(Self.delays(policy, chance: 0) == [0, 0.5, 2, 2, 2])
        #expect(Self.delays(policy, chance: 0.5) == [0, 0.75, 3, 3, 3])
        #expect(policy.firstTimeLimit == .seconds(7))
        #expect(
            policy.schedule(after: Self.lost, count: 2).map(\.timeLimit) == [
                .seconds(7), .seconds(7),
            ])
        let patient = try Self.policy("delays = [\"1s\"]\nlimit = \"none\"")
        #expect(patient.firstTimeLimit == ReconnectionPolicy.unlimited)
    }

    @Test("delays can grow from the previous one, or count from the start of an attempt")
    func forms() throws {
        let growing = try Self.policy("delays = [\"1s-30s\"]\ngrows = 3\nlimit = \"10s\"")
        #expect(Self.delays(growing, chance: 0.5) == [2, 3.5, 5.75, 9.125, 14.188])
        #expect(Self.delays(growing, chance: 0) == [1, 1, 1, 1, 1])
        let text = "delays = [\"1s\", \"4s\"]\nfrom = \"start\"\nlimit = \"10s\""
        let counted = try Self.policy(text)
        #expect(Self.delays(counted, chance: 0, attemptsTake: .seconds(3)) == [1, 1, 1, 1, 1])
    }

    @Test("close codes have their meaning in the Channels protocol")
    func codes() throws {
        let policy = try Self.policy("delays = [\"0s-100ms\"]\nlimit = \"10s\"")
        for code in [4001, 4009, 4099, 4301] as [CloseCode] {
            #expect(Self.delays(policy, chance: 0, .closed(code, reason: "")) == [])
        }
        #expect(Self.delays(policy, chance: 0, .closed(4100, reason: "")) == [1, 1, 1, 1, 1])
        let asked = Self.delays(policy, chance: 1.0.nextDown, .closed(4200, reason: ""))
        #expect(asked == [0, 0.1, 0.1, 0.1, 0.1])
        let toTLS = policy.schedule(
            after: .closed(4000, reason: ""), count: 1, attemptsEnd: Self.lost)
        #expect(toTLS.map(\.usesTLS) == [true])
    }

    @Test(
        "an error says where it is",
        arguments: [
            ("", "has no policies"), ("delays = 3", "a.toml, line 1: a policy must be a table"),
            ("[a]\ndelay = []", "line 2: unknown key \"delay\"; did you mean \"delays\"?"),
            ("[a]\nlimit = \"1s\"", "a.toml, line 1: delays must be a list"),
            ("[a]\ndelays = []\nlimit = \"1s\"", "line 2: delays must be a list"),
            ("[a]\ndelays = [\"3s-1s\"]\nlimit = \"1s\"", "line 2: delays must be a list"),
            ("[a]\ndelays = [\"soon\"]\nlimit = \"1s\"", "line 2: invalid time in delays"),
            ("[a]\ndelays = [\"1s\"]", "line 1: limit must say how long"),
            ("[a]\ndelays = [\"1s\"]\nlimit = \"1s\"\ngrows = 0", "line 4: grows must be a number"),
            ("[a]\ndelays = [\"1s\"]\nlimit = \"1s\"\nfrom = \"end\"", "line 4: from must be"),
        ])
    func errors(text: String, expected: String) {
        #expect {
            try PolicyFile.policies(text, path: "a.toml")
        } throws: {
            "\($0)".contains(expected)
        }
    }

    @Test("fuzz: a mutated file yields policies or an error", arguments: Mutations.seeds(2))
    func mutated(seed: UInt64) {
        var dice = Dice(seed: seed)
        let text =
            "[a]\ndelays = [\"1s\", \"2s-3s\"]\nlimit = \"none\"\ngrows = 3\nfrom = \"start\"\n"
        let mutations = Mutations(
            of: [Array(text.utf8)], pieces: ["\"", "-", "9999999h", "24h", "[", "\n", "1e300"])
        for _ in 0..<150 {
            let text = String(decoding: mutations.next(&dice), as: UTF8.self)
            guard let policies = try? PolicyFile.policies(text, path: "a.toml") else { continue }
            for policy in policies { _ = policy.schedule(after: Self.lost, count: 20, chance: 0.9) }
        }
    }
}

/// Compares docs/lab/policies.toml with delays that were worked out by hand from the sources.
@Suite("policies of other systems")
struct OtherSystemsTests {
    @Test("the first delays match the source")
    func delays() throws {
        let text = try SourceTree.text("docs/lab/policies.toml")
        let policies = try PolicyFile.policies(text, path: "policies.toml")
        let expected: [String: [Double]] = [
            "phoenix": [0.01, 0.05, 0.1, 0.15, 0.2, 0.25, 0.5, 1, 2, 5],
            "socket-io": [1.025, 2.05, 3.6, 4.7, 5, 5],
            "centrifuge": [0.75, 1, 1.5, 2.5, 4.5, 8.5, 10.25, 10.25],
            "ably": [0, 18, 22.5, 27, 27], "action-cable": [9, 7.4175, 8.53, 9.81, 11.281],
            "grpc": [0, 1, 1.6, 2.56, 4.096], "aws-full": [0.5, 1, 2, 4, 8, 15, 15],
            "aws-equal": [0.75, 1.5, 3, 6, 12, 22.5],
            "aws-decorrelated": [2, 3.5, 5.75, 9.125, 14.1875],
        ]
        #expect(Set(policies.map(\.name)) == Set(expected.keys))
        for policy in policies {
            let lost = ConnectionEnd.failed(ConnectFailure(kind: .unreachable, what: ""))
            let times = expected[policy.name] ?? []
            let delays = policy.schedule(after: lost, count: times.count).map(\.delay.inSeconds)
            for (delay, time) in zip(delays, times) {
                #expect(abs(delay - time) < 0.002, "\(policy.name): \(delays)")
            }
        }
    }
}
