import ArgumentParser
import BuoyScripts
import BuoyTestBasics
import BuoyTestSupport
import ChannelsProtocol
import ChannelsTransport
import Synchronization
import Testing

@testable import BuoySessions

/// A client's end of a scripted network with faults, on a clock that a test moves.
private struct Bench: Sendable {
    let clock = ManualClock()
    let network = ScriptedConnector()
    let injector: FaultInjector
    let endpoint = WebSocketEndpoint(HTTPOrigin(host: "test", port: 80), target: "/")

    init(over base: (any WebSocketConnector)? = nil) {
        self.injector = FaultInjector(time: self.clock, base: base ?? self.network)
    }

    func plan(_ lines: String...) async throws {
        await self.injector.perform(.plan(try lines.map { try FaultLine.step($0) }))
    }

    func connect() async -> Result<any WebSocketConnection, TransportError> {
        do throws(TransportError) {
            return .success(
                try await self.injector.connector.connect(to: self.endpoint) { _ in })
        } catch {
            return .failure(error)
        }
    }

    /// Opens a connection: both ends of it.
    func open() async throws -> (client: any WebSocketConnection, server: ScriptedConnection) {
        async let client = self.connect()
        let server = await self.network.nextAttempt().accept()
        return (try await client.get(), server)
    }
}

/// A network that resolves names first.
private struct Resolving: WebSocketConnector {
    let base: ScriptedConnector

    func connect(
        to endpoint: WebSocketEndpoint, progress: @escaping @Sendable (ConnectPhase) -> Void
    ) async throws(TransportError) -> any WebSocketConnection {
        progress(.resolving)
        return try await self.base.connect(to: endpoint, progress: progress)
    }
}

/// A server that opens connections and reads them.
private struct PlainServer: ServerHandler {
    func respond(to request: HTTPRequest, from peer: String) async -> HTTPResponse {
        HTTPResponse(status: 404)
    }

    func upgrade(_ request: HTTPRequest, from peer: String) async -> UpgradeDecision {
        .accept(subprotocol: nil)
    }

    func serve(_ connection: any ServerWebSocketConnection, request: HTTPRequest) async {
        while case .messages = await connection.receive() {}
    }
}

@Suite("faults of attempts and messages", .inTurn)
struct FaultyConnectorTests {
    private static func input(_ message: ServerMessage) -> WebSocketInput {
        .messages([.text(FrameCodec.encode(message))])
    }

    @Test("a connection with faults is read where the one below it is")
    func readingExecutor() async throws {
        let server = try await NIOServer.listen(
            address: "127.0.0.1", port: 0, tls: nil, handler: PlainServer())
        let connection = try await FaultInjector().connector.connect(
            to: WebSocketEndpoint(HTTPOrigin(host: "127.0.0.1", port: server.port), target: "/")
        ) { _ in }
        #expect(connection.readingExecutor != nil)
        await connection.close(code: nil, reason: "", timeLimit: .zero)
        await server.close()
    }

    @Test(
        "an attempt fails as the fault says, and says that it is one",
        arguments: [
            ("refuse", "connection refused"), ("unresolved", "the name has no address"),
            ("status 503", "503"),
        ])
    func failing(line: String, expected: String) async throws {
        let bench = Bench()
        try await bench.plan("\(line) for 10s")
        guard case .failure(let error) = await bench.connect() else {
            Issue.record("the attempt did not fail")
            return
        }
        #expect(error.description.contains(expected))
        #expect(error.isInjected)
    }

    @Test("an attempt that nothing answers goes on when the network is back")
    func unreachable() async throws {
        let bench = Bench()
        let running = Task { await bench.injector.run() }
        try await bench.plan("unreachable for 1500ms")
        async let client = bench.connect()
        await bench.clock.sleeper(for: .seconds(1))
        bench.clock.advance(by: .seconds(1))
        // The second packet gets no answer either; the third is sent after 2 s.
        await bench.clock.sleeper(for: .seconds(1))
        #expect(bench.network.nextAttemptIfAny() == nil)
        bench.clock.advance(by: .milliseconds(500))
        for await report in bench.injector.reports where report.inForce.isEmpty { break }
        // The end is reported before it takes effect; the next order waits for that.
        await bench.injector.perform(.endAll)
        #expect(bench.network.nextAttemptIfAny() == nil)
        bench.clock.advance(by: .milliseconds(500))
        _ = await bench.network.nextAttempt().accept()
        _ = try await client.get()
        running.cancel()
    }

    @Test("in a silence or a loss an attempt is not answered", arguments: ["silence", "loss"])
    func unanswered(fault: String) async throws {
        let bench = Bench()
        try await bench.plan(fault)
        async let client = bench.connect()
        await bench.clock.sleeper(for: .seconds(1))
        #expect(bench.network.nextAttemptIfAny() == nil)
        await bench.injector.perform(.endAll)
        bench.clock.advance(by: .seconds(1))
        _ = await bench.network.nextAttempt().accept()
        _ = try await client.get()
    }

    @Test("a loss and a buffer are conditions of the link")
    func conditions() {
        #expect(LinkCondition([.loss]) == LinkCondition(lossRepeats: Fault.dataRepeats))
        #expect(
            LinkCondition([.buffer(.seconds(2))]) == LinkCondition(burstPeriod: .seconds(2)))
        let milliseconds = Fault.dataRepeats.prefix(8).map {
            Int(($0 / .milliseconds(1)).rounded())
        }
        #expect(milliseconds == [200, 600, 1400, 3000, 6200, 12_600, 25_400, 51_000])
        // At most two minutes lie between two of them, and the last is the fifteenth.
        #expect(Fault.dataRepeats.count == 15)
        #expect(Fault.dataRepeats[14] - Fault.dataRepeats[13] == .seconds(120))
    }

    @Test("while nothing answers, the phase says that it is a fault; then TCP goes on")
    func unreachablePhases() async throws {
        let network = ScriptedConnector()
        let bench = Bench(over: Resolving(base: network))
        let phases = Mutex<[ConnectPhase]>([])
        try await bench.plan("unreachable")
        async let client = bench.injector.connector.connect(to: bench.endpoint) { phase in
            phases.withLock { $0.append(phase) }
        }
        await bench.clock.sleeper(for: .seconds(1))
        await bench.injector.perform(.endAll)
        bench.clock.advance(by: .seconds(1))
        _ = await network.nextAttempt().accept()
        _ = try await client
        #expect(
            phases.withLock { $0 } == [
                .withheld("test:80"), .connecting("test:80"),
            ])
    }

    @Test("a rejected connection is closed before it is established")
    func reject() async throws {
        let bench = Bench()
        try await bench.plan("reject 4100")
        let (client, _) = try await bench.open()
        guard case .closed(let closure) = await client.receive() else {
            Issue.record("it was not closed")
            return
        }
        #expect(closure.code == 4100)
    }

    @Test("without a fault a message passes as it came")
    func passing() async throws {
        let bench = Bench()
        let (client, server) = try await bench.open()
        server.say(.pong)
        #expect(await client.receiveSeparately() == Self.input(.pong))
    }

    @Test("pongs are lost, other messages arrive")
    func noPongs() async throws {
        let bench = Bench()
        let (client, server) = try await bench.open()
        try await bench.plan("no-pongs")
        server.say(.pong, .ping)
        #expect(await client.receiveSeparately() == Self.input(.ping))
        await bench.injector.perform(.endAll)
        server.say(.pong)
        #expect(await client.receiveSeparately() == Self.input(.pong))
    }

    @Test("answers to subscriptions are held back until it is over")
    func delayAnswers() async throws {
        let bench = Bench()
        let (client, server) = try await bench.open()
        try await bench.plan("delay-answers")
        let answer = ServerMessage.subscriptionSucceeded(ChannelName(wire: "a"), roster: nil)
        server.say(answer, .ping)
        #expect(await client.receiveSeparately() == Self.input(.ping))
        await bench.injector.perform(.endAll)
        #expect(await client.receiveSeparately() == Self.input(answer))
    }

    @Test("only the next message is corrupted")
    func corrupt() async throws {
        let bench = Bench()
        let (client, server) = try await bench.open()
        try await bench.plan("corrupt")
        server.send("0123456789", "0123456789")
        let expected = ["01234", "0123456789"].map {
            WebSocketMessage.text(Array($0.utf8))
        }
        #expect(await client.receiveSeparately() == .messages(expected))
    }

    @Test("a close and an error come as if the server had sent them")
    func injected() async throws {
        let bench = Bench()
        let (client, _) = try await bench.open()
        try await bench.plan("error 4301")
        guard case .messages(let messages) = await client.receive(),
            let text = messages.texts.first,
            case .error(let error) = try FrameCodec.decodeServerMessage(text)
        else {
            Issue.record("no error arrived")
            return
        }
        #expect(error.code == 4301)
        try await bench.plan("close 4200")
        guard case .closed(let closure) = await client.receive() else {
            Issue.record("it was not closed")
            return
        }
        #expect(closure.code == 4200)
    }

    @Test("after the upgrade, a stalled connection receives nothing until it is closed")
    func stalledHello() async throws {
        let bench = Bench()
        try await bench.plan("stall hello")
        let (client, server) = try await bench.open()
        server.say(.pong)
        server.close(code: 1000)
        guard case .closed(let closure) = await client.receive() else {
            Issue.record("a message arrived")
            return
        }
        #expect(closure.code == 1000)
    }

    @Test(
        "a stalled attempt stays unanswered after the fault ends", arguments: ["tcp", "upgrade"])
    func stalledAttempt(stage: String) async throws {
        let bench = Bench()
        try await bench.plan("stall \(stage)")
        let attempt = Task { await bench.connect() }
        await bench.clock.sleeper(for: .seconds(3600))
        await bench.injector.perform(.endAll)
        bench.clock.advance(by: .seconds(3600))
        await bench.clock.sleeper(for: .seconds(3600))
        #expect(bench.network.nextAttemptIfAny() == nil)
        attempt.cancel()
        guard case .failure(.cancelled) = await attempt.value else {
            Issue.record("the attempt was answered")
            return
        }
    }

    @Test("a silence of open connections leaves attempts alone")
    func silenceOfOpen() async throws {
        let bench = Bench()
        try await bench.plan("silence old for 30s")
        let (client, _) = try await bench.open()
        #expect(client is FaultyConnection)
    }

    @Test("what was planned happens at its time, and is reported")
    func planned() async throws {
        let bench = Bench()
        let running = Task { await bench.injector.run() }
        var reports = bench.injector.reports.makeAsyncIterator()
        try await bench.plan("at 5s silence for 10s")
        let planned = try #require(await reports.next())
        #expect(planned.changes.isEmpty)
        #expect(planned.planned.first?.start == bench.clock.now().advanced(by: .seconds(5)))
        await bench.clock.sleeper(for: .seconds(5))
        bench.clock.advance(by: .seconds(5))
        let begun = try #require(await reports.next())
        #expect(begun.inForce.map(\.fault) == [.silence(.both)])
        await bench.clock.sleeper(for: .seconds(10))
        bench.clock.advance(by: .seconds(10))
        let ended = try #require(await reports.next())
        #expect(ended.inForce.isEmpty)
        #expect(ended.changes.count == 1)
        running.cancel()
    }
}
