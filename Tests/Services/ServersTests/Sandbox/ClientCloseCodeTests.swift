import BuoyTestBasics
import Channels
import ChannelsProtocol
import ChannelsTransport
import Testing

@testable import BuoyServers

@Suite("What the client does about each close code", .inTurn)
struct ClientCloseCodeTests {
    private static let names = CloseCode.names.map(\.name)

    @Test(
        "codes that end a connection for good, and codes after which it comes back",
        arguments: names)
    func closing(with name: String) async throws {
        let code = try #require(CloseCode.names.first { $0.name == name }?.code)
        try await LoopbackSandbox.run { sandbox in
            let change = { (options: inout ChannelsOptions) in
                options.policy = .fixed(.milliseconds(10))
            }
            try await LiveClient.run(at: sandbox.port, change: change) { live in
                let old = try await live.connect()
                let channel = try await live.subscribe("prices")
                let answer = try await sandbox.send(
                    "POST", "/sandbox/faults", body: #"{"close":"\#(name)","reason":"r"}"#)
                #expect(answer.status == 200)
                switch code.rawValue {
                case 4000: try await Self.expectTLS(live)
                case 4001...4099, 4300...4399: try await Self.expectFailure(live, code, old)
                default:
                    try await Self.expectReturn(live, code, old)
                    try await live.report.subscribed(to: channel)
                    await sandbox.publish("tick", on: "prices")
                    #expect(try await live.report.received().name == "tick")
                }
            }
        }
    }

    @Test("an error before the close is part of the end, and does not hide the code")
    func errorBeforeClose() async throws {
        try await LoopbackSandbox.run { sandbox in
            try await LiveClient.run(at: sandbox.port) { live in
                try await live.connect()
                await sandbox.server.strike(.errorThenClose(4004, message: "m"))
                let reports = try await live.report.all { kind in
                    if case .stateChanged = kind { true } else { false }
                }
                #expect(reports.problems.isEmpty)
                guard case .stateChanged(let change)? = reports.last else { return }
                #expect(change.current == .failed)
                #expect(change.cause.end?.kind == .closed(4004, reason: "m"))
                #expect(change.cause.end?.serverError?.message == "m")
            }
        }
    }

    @Test("an error with the code of a refusal and no close leaves the connection as it is")
    func errorAlone() async throws {
        try await LoopbackSandbox.run { sandbox in
            try await LiveClient.run(at: sandbox.port) { live in
                try await live.connect()
                try await live.subscribe("prices")
                await sandbox.server.strike(.error(code: 4100, message: "m"))
                await sandbox.publish("end", on: "prices")
                let reports = try await live.report.all(untilEvent: "end")
                #expect(reports.problems.map(\.kind) == [.serverError(code: 4100)])
                #expect(reports.states == [])
            }
        }
    }

    /// The cause is told by its name, with the server's reason, and nothing more is tried.
    private static func expectFailure(
        _ live: LiveClient, _ code: CloseCode, _ old: SocketID
    ) async throws {
        let change = try await live.report.stateChange(to: .failed)
        #expect(change.cause == .ended(.closed(code, reason: "r")))
        #expect(change.socketID == old)
        let text = try #require(change.cause.end).description
        #expect(text.contains("\(code.rawValue) (\(code.meaning))"), "\(text)")
        #expect(await live.client.state == .failed)
        #expect(await live.client.socketID == nil)
    }

    private static func expectReturn(
        _ live: LiveClient, _ code: CloseCode, _ old: SocketID
    ) async throws {
        let change = try await live.report.stateChange(to: .connecting)
        #expect(change.cause == .ended(.closed(code, reason: "r")))
        let text = try #require(change.cause.end).description
        #expect(text.contains("\(code.rawValue) (\(code.meaning))"), "\(text)")
        #expect(try await live.report.establishment().socketID != old)
    }

    /// The next attempt is made with TLS, which this server does not speak.
    private static func expectTLS(_ live: LiveClient) async throws {
        let change = try await live.report.stateChange(to: .connecting)
        #expect(change.closeCode == 4000)
        let attempt = try await live.report.first { kind -> ConnectionAttempt? in
            if case .attemptStarted(let attempt) = kind { attempt } else { nil }
        }
        #expect(attempt.usesTLS)
        #expect(attempt.address.hasPrefix("wss://"))
        let end = try await live.report.first { kind -> ConnectionEnd? in
            if case .attemptFailed(_, let end, _) = kind { end } else { nil }
        }
        guard let failure = end.failure else {
            Issue.record("the attempt ended with \(end)")
            return
        }
        guard case .tls = failure.kind else {
            Issue.record("\(failure)")
            return
        }
    }
}
