import BuoyScripts
import BuoyTestBasics
import ChannelsProtocol
import Foundation
import Testing

@testable import BuoyLaboratory
@testable import BuoyRecordingFiles

/// Restarts out of recordings, compared with policies.
@Suite("the laboratory measures a recorded restart")
struct LabMeasuredTests {
    private let folder: TestFolder

    init() throws { self.folder = try TestFolder() }

    private static let lost = ConnectionEnd(
        .failed(ConnectFailure(kind: .unreachable, what: "test:80")))
    private static func change(
        _ previous: ConnectionState, _ current: ConnectionState, _ cause: StateCause
    ) -> ClientReport.Kind {
        .stateChanged(StateChange(previous: previous, current: current, cause: cause))
    }

    private static func attempt(_ number: Int) -> ClientReport.Kind {
        .attemptStarted(
            ConnectionAttempt(
                number: number, address: "ws://test:80", usesTLS: false, timeLimit: .seconds(10)))
    }

    private static func failure(_ number: Int) -> ClientReport.Kind {
        .attemptFailed(attempt: number, Self.lost, parts: AttemptParts())
    }

    /// - Parameter reports: the seconds after the start, and what happened.
    private func restart(_ reports: [(Double, ClientReport.Kind)]) throws -> MeasuredRestart? {
        MeasuredRestart.read(try RecordingFile(try self.recording(reports)))
    }

    private func recording(
        _ reports: [(Double, ClientReport.Kind)], named name: String = "client.jsonl"
    ) throws -> String {
        var encoder = RecordingEncoder()
        for (number, report) in reports.enumerated() {
            encoder.append(
                .event(
                    ClientReport(
                        number: number + 1,
                        time: .init(
                            monotonicNanoseconds: 0, wallMicroseconds: 1_700_000_000_000_000
                        )
                        .advanced(by: .seconds(report.0)), kind: report.1)))
        }
        let path = self.folder.path + "/" + name
        try Data(encoder.take()).write(to: URL(filePath: path))
        return path
    }

    /// pusher-js tries a second after the loss, and from then on every 15 s.
    private static let pusher: [(Double, ClientReport.Kind)] = [
        (20, Self.change(.connected, .connecting, .ended(Self.lost))),
        (21, Self.attempt(1)), (21.1, Self.failure(1)),
        (36, Self.attempt(2)), (36.1, Self.failure(2)),
        (55, Self.attempt(3)), (57, Self.change(.connecting, .connected, .asked)),
    ]

    @Test("attempts, the server's time and the handshake are read off")
    func read() throws {
        let restart = try #require(try self.restart(Self.pusher))
        #expect(restart.attempts.map(\.start) == [.seconds(1), .seconds(16), .seconds(35)])
        #expect(restart.back == .seconds(37))
        #expect(restart.serverWasBack == .milliseconds(16_100) ... .seconds(35))
        #expect(restart.handshake == .seconds(2))
        #expect(
            restart.script.steps == [
                .init(at: .seconds(10), .cut),
                .init(at: .seconds(10), .refuse, for: .milliseconds(25_500)),
            ])
    }

    @Test("of several losses, the longest counts; without one there is nothing to compare")
    func longest() throws {
        let short: [(Double, ClientReport.Kind)] = [
            (1, Self.change(.connected, .connecting, .ended(Self.lost))), (2, Self.attempt(1)),
            (3, Self.change(.connecting, .connected, .asked)),
        ]
        #expect(try self.restart(short + Self.pusher)?.back == .seconds(37))
        #expect(try self.restart(Array(short.prefix(2))) == nil)
        // The user's own disconnect is not a loss.
        let left: [(Double, ClientReport.Kind)] = [
            (1, Self.change(.connected, .disconnected, .asked)), (2, Self.attempt(1)),
            (3, Self.change(.connecting, .connected, .asked)),
        ]
        #expect(try self.restart(left) == nil)
    }

    @Test("what differs from the policy is named")
    func differences() throws {
        let restart = try #require(try self.restart(Self.pusher))
        let profile = try #require(LabProfile.named("pusher-js"))
        let report = MeasuredReport(restarts: [restart], profile: profile)
        let lines = report.lines
        #expect(lines[1] == "attempt     measured    expected    pusher-js")
        #expect(lines[2].hasPrefix("1           1.0s        1.0s"))
        #expect(lines[4].contains("11.0s earlier than expected; connected"))
        #expect(
            report.serverSentences.contains {
                $0.hasPrefix("Server: back between 16.1s and 35.0s after the loss. ")
                    && $0.contains("Longest handshake: 2.0s. At most 1 handshake in one second.")
            })
    }

    @Test("many clients of one restart are summed up by attempt")
    func herd() throws {
        let restarts = try (0..<5).map { client in
            let later = Double(client) / 10
            return try #require(try self.restart(Self.pusher.map { ($0.0 + later, $0.1) }))
        }
        let profile = try #require(LabProfile.named("pusher-js"))
        let lines = MeasuredReport(restarts: restarts, profile: profile).lines
        #expect(lines[0].hasPrefix("5 clients: the first back after 37.0s, half after 37.0s"))
        #expect(lines[2].hasPrefix("1             5             1.0s          1.0s"))
        #expect(lines[4].hasSuffix("11.0s earlier than expected; 5 connected"))
        #expect(lines.count == 6)
    }
}

@Suite("the laboratory searches for delays")
struct PolicySearchTests {
    private static let search = PolicySearch(
        script: FaultScript.all[0], clients: 300, capacity: LabCapacity(perSecond: 20), seed: 1,
        roundTrip: nil)

    @Test("no row is beaten by another one, and the first that fits is printed as a policy")
    func rows() async throws {
        let rows = try await Self.search.run()
        #expect((2...PolicySearch.mostRows).contains(rows.count))
        #expect(rows.map(\.all) == rows.map(\.all).sorted { $0 ?? .max < $1 ?? .max })
        let fitting = try #require(rows.first { $0.keeps(Self.search.capacity) })
        let lines = Self.search.lines(rows, within: .seconds(60))
        #expect(lines.count <= 24)
        #expect(lines.contains { $0.hasSuffix("<") })
        #expect(lines.contains(fitting.backOff.lines[1]))
        let hopeless = Self.search.lines(rows, within: .seconds(1))
        #expect(hopeless.contains { $0.hasPrefix("No delays keep the peak within the capacity") })
    }

    @Test(
        "delays double up to the cap, in the words of a policy file",
        arguments: [
            (BackOff.Jitter.none, #"delays = ["1s", "2s", "3s"]"#),
            (.half, #"delays = ["500ms-1s", "1s-2s", "1500ms-3s"]"#),
            (.full, #"delays = ["0s-1s", "0s-2s", "0s-3s"]"#),
        ])
    func policies(_ jitter: BackOff.Jitter, _ line: String) throws {
        let backOff = BackOff(base: .seconds(1), cap: .seconds(3), jitter: jitter)
        #expect(backOff.lines[1] == line)
        #expect(try backOff.profile().hasJitter == (jitter != .none))
    }
}
