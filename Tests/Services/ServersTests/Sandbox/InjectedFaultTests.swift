import BuoyScripts
import BuoySessions
import BuoyTestBasics
import Channels
import ChannelsProtocol
import ChannelsTransport
import Testing

@testable import BuoyServers

@Suite("faults that the client's own end makes", .inTurn)
struct InjectedFaultTests {
    /// Runs a client with faults, connected to a sandbox.
    private static func run(
        _ test: (LiveClient, FaultInjector) async throws -> Void
    ) async throws {
        let injector = FaultInjector()
        async let running: Void = injector.run()
        try await LoopbackSandbox.run { sandbox in
            try await LiveClient.run(at: sandbox.port, connector: injector.connector) { live in
                try await live.connect()
                try await test(live, injector)
            }
        }
        await injector.stop()
        await running
    }

    @Test(
        "a connection ends as the fault says, and the client comes back",
        arguments: [
            ("cut", "it was cut"), ("reset", "it was reset"),
            ("truncate", "in the middle of a frame"), ("close 4200", "4200"),
        ])
    func ends(line: String, expected: String) async throws {
        try await Self.run { live, injector in
            await injector.perform(.plan([try FaultLine.step(line)]))
            // Something to be truncated.
            await live.client.ping()
            let change = try await live.report.stateChange(to: .connecting)
            #expect("\(change.cause)".contains(expected))
            #expect(change.cause.end?.origin == .fault)
            _ = try await live.report.stateChange(to: .connected)
        }
    }

    @Test("what is late arrives, and the round trip shows it")
    func delay() async throws {
        try await Self.run { live, injector in
            await injector.perform(.plan([try FaultLine.step("delay 150ms")]))
            // A pong that may answer several pings has no round trip: one may not be enough.
            var roundTrip: Duration?
            for _ in 1...5 where roundTrip.map({ $0 >= .milliseconds(300) }) != true {
                await live.client.ping()
                roundTrip = try await live.report.first { kind -> Duration?? in
                    if case .pongReceived(let time) = kind { .some(time) } else { .none }
                }
            }
            #expect(roundTrip.map { $0 >= .milliseconds(300) } == true, "\(roundTrip ?? .zero)")
        }
    }

    @Test("a refused attempt is tried again, until the fault is over")
    func refuse() async throws {
        try await Self.run { live, injector in
            await injector.perform(
                .plan([try FaultLine.step("refuse"), try FaultLine.step("cut")]))
            let end = try await live.report.first { kind -> ConnectionEnd? in
                if case .attemptFailed(_, let end, _) = kind { end } else { nil }
            }
            #expect(end.origin == .fault)
            await injector.perform(.endAll)
            _ = try await live.report.stateChange(to: .connected)
        }
    }
}
