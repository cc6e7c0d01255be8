import BuoyTestBasics
import Channels
import ChannelsProtocol
import Testing

@testable import BuoyServers

@Suite("The client and the limit of client events", .inTurn)
struct ClientEventLimitTests {
    /// The server's limit is off: how the client spaces its events is tested with its state
    /// machine, and on a busy machine the events of two seconds can arrive in one.
    @Test("thirty events at once all arrive, in order, ten of them without waiting")
    func burst() async throws {
        var options = SandboxOptions()
        options.limits.clientEventsPerSecond = 1000
        try await LoopbackSandbox.run(isLive: true, options: options) { sandbox in
            try await Self.runTwo(sandbox) { ana, ben, room in
                var outcomes: [TriggerOutcome] = []
                for number in 1...30 {
                    outcomes.append(
                        try await ana.client.trigger(
                            "client-note", on: room, data: EventData("\(number)")))
                }
                #expect(outcomes.filter { $0 == .sent }.count == 10)
                for number in 1...30 {
                    #expect(try await ben.report.received().data == EventData("\(number)"))
                }
                await sandbox.publish("end", on: room.text)
                let reports = try await ana.report.all(untilEvent: "end")
                #expect(reports.problems == [])
                #expect(
                    !reports.contains { if case .clientEventsRejected = $0 { true } else { false } }
                )
            }
        }
    }

    @Test("a client that knows no limit is refused past it, and is told which events that may be")
    func withoutLimit() async throws {
        try await LoopbackSandbox.run { sandbox in
            try await Self.runTwo(sandbox, change: { $0.clientEventLimit = nil }) {
                ana, ben, room in
                for number in 1...11 {
                    try await ana.client.trigger(
                        "client-note", on: room, data: EventData("\(number)"))
                }
                let rejection = try await ana.report.first { kind -> ClientEventRejection? in
                    if case .clientEventsRejected(let rejection) = kind { rejection } else { nil }
                }
                #expect(rejection.code == 4301)
                #expect(rejection.sentInLastSecond == 11)
                for number in 1...10 {
                    #expect(try await ben.report.received().data == EventData("\(number)"))
                }
            }
        }
    }

    @Test("what waits for its turn when the connection is lost goes out on the next one")
    func waitingOverADrop() async throws {
        try await LoopbackSandbox.run(isLive: true) { sandbox in
            try await Self.runTwo(sandbox) { ana, ben, room in
                for number in 1...12 {
                    try await ana.client.trigger(
                        "client-note", on: room, data: EventData("\(number)"))
                }
                for number in 1...10 {
                    #expect(try await ben.report.received().data == EventData("\(number)"))
                }
                let socketID = try #require(await ana.client.socketID)
                await sandbox.server.drop(socketID)
                for number in 11...12 {
                    #expect(try await ben.report.received().data == EventData("\(number)"))
                }
            }
        }
    }

    /// Runs two clients that are on one presence channel; the options are those of the first.
    private static func runTwo(
        _ sandbox: LoopbackSandbox, change: (inout ChannelsOptions) -> Void = { _ in },
        _ test: (_ ana: LiveClient, _ ben: LiveClient, _ room: ChannelName) async throws -> Void
    ) async throws {
        try await LiveClient.run(
            at: sandbox.port, authMethod: sandbox.endpoint(user: "ana"), change: change
        ) { ana in
            try await LiveClient.run(
                at: sandbox.port, authMethod: sandbox.endpoint(user: "ben")
            ) { ben in
                try await ana.connect()
                try await ben.connect()
                let room = try await ana.subscribe("presence-room")
                try await ben.subscribe(room.text)
                try await test(ana, ben, room)
            }
        }
    }
}

extension SandboxServer {
    /// Ends one connection with a reset.
    fileprivate func drop(_ socketID: SocketID) {
        let now = self.clock.uptime()
        self.ask(0) { hub in
            guard let id = hub.connections.first(where: { $0.value.socketID == socketID })?.key
            else { return [] }
            return [.drop(id, .rst)] + hub.closed(id, at: now)
        }
    }
}
