import BuoyTestBasics
import Channels
import ChannelsDiagnostics
import ChannelsProtocol
import Testing

@testable import BuoyServers

@Suite("The client and a server that writes badly", .inTurn)
struct ClientDisorderTests {
    @Test("encodings of other servers are read like Pusher's", arguments: FrameEncoding.allCases)
    func encodings(encoding: FrameEncoding) async throws {
        try await LoopbackSandbox.run(counting: true) { sandbox in
            await sandbox.server.strike(.encoding([encoding]))
            let method = sandbox.endpoint(user: "ana")
            try await LiveClient.run(at: sandbox.port, authMethod: method) { live in
                try await live.connect()
                try await live.subscribe("prices")
                try await live.subscribe("cache-prices")
                let members = try await live.join("presence-room")
                #expect(members.ordered.map(\.id) == ["ana"])
                #expect(members.me == "ana")
                await sandbox.publish("tick", on: "prices", data: #"{"bid":1}"#)
                await sandbox.server.strike(.error(code: 4301, message: "m"))
                await sandbox.publish("end", on: "prices", data: #"{"bid":2}"#)
                let reports = try await live.report.all(untilEvent: "end")
                #expect(reports.events.map { $0.data.json?["bid"]?.intValue } == [1, 2])
                #expect(reports.states == [])
                #expect(!reports.problems.contains { $0.kind == .malformedMessage })
                #expect(
                    reports.contains { if case .clientEventsRejected = $0 { true } else { false } })
            }
        }
    }

    @Test(
        "a server that writes as soketi or Reverb does is recognised as such",
        arguments: [
            (FrameEncoding.bareSuccess, ServerProfile.Kind.soketi), (.errorText, .reverb),
        ])
    func recognition(encoding: FrameEncoding, kind: ServerProfile.Kind) async throws {
        var options = SandboxOptions()
        options.limits.activityTimeout = .seconds(30)
        try await LoopbackSandbox.run(options: options) { sandbox in
            await sandbox.server.strike(.encoding([encoding]))
            try await LiveClient.run(at: sandbox.port) { live in
                try await live.connect()
                try await live.subscribe("prices")
                // The strings of Reverb are those of its errors.
                await sandbox.server.strike(.error(code: 4302, message: "m"))
                await sandbox.publish("end", on: "prices")
                #expect(try await live.report.received().name == "end")
                #expect(await live.client.serverProfile.kind == kind)
            }
        }
    }

    @Test("data as objects tells nothing about the server")
    func undecided() async throws {
        try await LoopbackSandbox.run { sandbox in
            await sandbox.server.strike(.encoding([.objectData]))
            try await LiveClient.run(at: sandbox.port) { live in
                try await live.connect()
                try await live.subscribe("prices")
                #expect(await live.client.serverProfile.kind == .unknown)
            }
        }
    }

    @Test("members who are added twice are there once, and doubled events come twice")
    func duplicates() async throws {
        try await LoopbackSandbox.run { sandbox in
            try await LiveClient.run(at: sandbox.port, authMethod: sandbox.endpoint(user: "ana")) {
                ana in
                try await ana.connect()
                _ = try await ana.join("presence-room")
                await sandbox.server.strike(.duplicate(3))
                try await LiveClient.run(
                    at: sandbox.port, authMethod: sandbox.endpoint(user: "ben")
                ) { ben in
                    try await ben.connect()
                    #expect(try await ben.join("presence-room").count == 2)
                    await sandbox.publish("tick", on: "presence-room")
                    await sandbox.publish("end", on: "presence-room")
                    let reports = try await ana.report.all(untilEvent: "end")
                    #expect(reports.events.map(\.name) == ["tick", "tick", "end"])
                    #expect(reports.problems.map(\.kind) == [.unexpectedMessage])
                    let room = ChannelName(wire: "presence-room")
                    let members = try #require(await ana.client.members(of: room))
                    #expect(members.ordered.map(\.id) == ["ana", "ben"])
                }
            }
        }
    }

    @Test("a confirmation that comes late makes the subscription late, and events wait for nothing")
    func lateConfirmation() async throws {
        try await LoopbackSandbox.run { sandbox in
            try await LiveClient.run(at: sandbox.port) { live in
                try await live.connect()
                await sandbox.server.strike(.late(1, by: .seconds(3)))
                let channel = try await live.client.subscribe("prices").name
                try await live.subscribe("orders")
                #expect(await live.client.state(of: channel) == .subscribing)
                sandbox.advance(by: .seconds(3))
                try await live.report.subscribed(to: channel)
            }
        }
    }

    @Test(
        "a message that cannot be read is told, and nothing else changes",
        arguments: MalformedFrame.allCases.filter { $0 != .invalidUTF8 })
    func malformed(frame: MalformedFrame) async throws {
        try await LoopbackSandbox.run { sandbox in
            try await LiveClient.run(at: sandbox.port) { live in
                try await live.connect()
                try await live.subscribe("prices")
                await sandbox.server.strike(.malformed(frame))
                await sandbox.publish("end", on: "prices")
                let reports = try await live.report.all(untilEvent: "end")
                #expect(reports.problems.map(\.kind) == [.malformedMessage])
                #expect(reports.states == [])
                #expect(reports.events.map(\.name) == ["end"])
            }
        }
    }

    @Test(
        "text that is not UTF-8 ends the connection, as WebSocket wants it, and the client returns")
    func invalidText() async throws {
        try await LoopbackSandbox.run { sandbox in
            try await LiveClient.run(at: sandbox.port) { live in
                try await live.connect()
                let channel = try await live.subscribe("prices")
                await sandbox.server.strike(.malformed(.invalidUTF8))
                let change = try await live.report.stateChange(to: .connecting)
                guard let failure = change.cause.end?.failure else {
                    Issue.record("it ended with \(change.cause)")
                    return
                }
                #expect(failure.kind == .protocolViolation)
                try await live.report.subscribed(to: channel)
            }
        }
    }
}
