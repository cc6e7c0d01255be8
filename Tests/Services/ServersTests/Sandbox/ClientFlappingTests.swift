import BuoyTestBasics
import Channels
import ChannelsDiagnostics
import ChannelsProtocol
import Testing

@testable import BuoyServers

@Suite("The client and a server that keeps failing", .inTurn)
struct ClientFlappingTests {
    /// A way to lose a connection, and what meets the next ones for a while.
    private struct Failure {
        var fault: SandboxFault
        var refusal: SandboxFault.Refusal?

        static let all: [Failure] =
            [
                Failure(fault: .drop(.fin)), Failure(fault: .drop(.rst)),
                Failure(fault: .silence),
                Failure(fault: .close(1001, reason: "")),
                Failure(fault: .close(.overCapacity, reason: "")),
                Failure(fault: .errorThenClose(4200, message: "m")),
            ] + SandboxFault.Refusal.allCases.map { Failure(fault: .drop(.rst), refusal: $0) }
    }

    @Test("after each of many failures of all kinds it is back whole, and tells of all in order")
    func flapping() async throws {
        try await LoopbackSandbox.run(isLive: true) { sandbox in
            let method = sandbox.endpoint(user: "ana")
            let change = { (options: inout ChannelsOptions) in
                options.pongTimeout = .milliseconds(100)
                options.attemptTimeLimit = .milliseconds(150)
            }
            try await LiveClient.run(at: sandbox.port, authMethod: method, change: change) { live in
                let record = ContinuityRecord(live.client)
                try await live.connect()
                try await live.subscribe("prices")
                try await live.subscribe("private-orders")
                _ = try await live.join("presence-room")
                for round in 1...25 {
                    let failure = Failure.all[round % Failure.all.count]
                    try await Self.fail(failure, live, sandbox)
                    try await Self.expectWhole(live, sandbox, round)
                }
                // Not one connection of earlier is kept.
                try await eventually { await sandbox.server.sockets.count == 1 }
                await live.client.stop()
                await record.expectContinuity(drops: 25)
            }
        }
    }

    private static func fail(
        _ failure: Failure, _ live: LiveClient, _ sandbox: LoopbackSandbox
    ) async throws {
        if let refusal = failure.refusal {
            await sandbox.server.strike(.refuse(refusal, for: .milliseconds(40)))
        }
        await sandbox.server.strike(failure.fault)
        if failure.fault == .silence { await live.client.ping() }
        _ = try await live.report.stateChange(to: .connecting)
    }

    /// Everything is subscribed again, and one event on each channel arrives once.
    private static func expectWhole(
        _ live: LiveClient, _ sandbox: LoopbackSandbox, _ round: Int
    ) async throws {
        _ = try await live.report.establishment()
        try await eventually {
            await live.client.subscriptions.allSatisfy { $0.state == .subscribed }
        }
        let name = EventName("round-\(round)")
        await sandbox.publish(name, on: "prices", "private-orders", "presence-room")
        await sandbox.publish("end", on: "prices")
        let events = try await live.report.events(until: "end")
        #expect(
            events.map { "\($0.name) \($0.channel?.text ?? "")" } == [
                "\(name) prices", "\(name) private-orders", "\(name) presence-room", "end prices",
            ])
        let members = await live.client.members(of: ChannelName(wire: "presence-room"))
        #expect(members?.ordered.map(\.id) == ["ana"])
    }
}

/// Listens to a client from its start to its end, and knows whether its reports fit together.
private final class ContinuityRecord: Sendable {
    private let listening: Task<[ClientReport], Never>

    init(_ client: ChannelsClient) {
        let events = client.reports
        self.listening = Task {
            var all: [ClientReport] = []
            for await event in events { all.append(event) }
            return all
        }
    }

    /// The client has stopped: checks what it has reported.
    func expectContinuity(drops: Int) async {
        let events = await self.listening.value
        #expect(events.map(\.number) == Array(1...events.count))
        let changes = events.compactMap { event in
            if case .stateChanged(let change) = event.kind { change } else { nil }
        }
        #expect(changes.map(\.previous) == [.initialized] + changes.dropLast().map(\.current))
        #expect(changes.count { $0.current == .connected } == drops + 1)
        #expect(events.count { if case .gap = $0.kind { true } else { false } } == drops)
    }
}
