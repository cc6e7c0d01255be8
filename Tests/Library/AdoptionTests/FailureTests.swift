import BuoyTestBasics
import Channels
import ChannelsDiagnostics
import ChannelsTesting
import Logging
import Synchronization
import Testing

/// What a program does about failures.
@Suite("A program that tells failures apart", .inTurn)
struct FailureTests {
    private static func options(
        _ change: (inout ChannelsOptions) -> Void = { _ in }
    ) -> ChannelsOptions {
        var options = ChannelsOptions(appKey: "key", host: .cluster("eu"))
        options.policy = .fixed(.seconds(2))
        options.logger = Log().logger(.error)
        change(&options)
        return options
    }

    /// Runs a client while the test plays its server.
    private static func play(
        _ options: ChannelsOptions = Self.options(),
        _ scene: (ChannelsClient, ScriptedServer) async throws -> Void
    ) async throws {
        let server = ScriptedServer()
        let client = try server.client(options)
        async let running: Void = client.run()
        let result: Result<Void, any Error>
        do { result = .success(try await scene(client, server)) } catch { result = .failure(error) }
        await client.stop()
        await running
        try result.get()
    }

    // MARK: Kinds

    @Test("the name, a refusal, TLS, HTTP, a time-out and a close code are different values")
    func kinds() async throws {
        let ends: [(ConnectionEnd, String)] = [
            (.failed(ConnectFailure(kind: .nameNotResolved, what: "")), "check the host"),
            (.failed(ConnectFailure(kind: .refused, what: "")), "start the server"),
            (.failed(ConnectFailure(kind: .unreachable, what: "")), "check the network"),
            (
                .failed(
                    ConnectFailure(
                        kind: .tls(reason: "certificate has expired", isCertificate: true), what: ""
                    )), "certificate has expired"
            ),
            (
                .failed(ConnectFailure(kind: .httpStatus(503, retryAfter: .seconds(9)), what: "")),
                "HTTP 503, wait 9.0 seconds"
            ),
            (.failed(ConnectFailure(kind: .protocolViolation, what: "")), "not a Channels server"),
            (.timedOut(in: .tls, limit: .seconds(10)), "stuck in tls"),
            (.closed(4004, reason: "over quota"), "close code 4004"),
            (.refused(4004, reason: "over quota"), "refused: 4004 over quota"),
            (.pongMissing(after: .seconds(30)), "silent"),
        ]
        for (end, words) in ends {
            #expect(Self.reaction(to: ClientError(phase: .connecting, text: "", end: end)) == words)
        }
    }

    private static func reaction(to error: ClientError) -> String {
        switch ConnectionEnd(of: error)?.kind {
        case .failed(let failure):
            switch failure.kind {
            case .nameNotResolved: "check the host"
            case .refused: "start the server"
            case .unreachable, .proxy: "check the network"
            case .tls(let reason, isCertificate: true): reason
            case .tls: "no TLS there"
            case .httpStatus(let status, let wait):
                "HTTP \(status), wait \(wait.map { "\($0)" } ?? "a little")"
            case .protocolViolation, .unsafeResponse: "not a Channels server"
            case .settings: "check the options"
            @unknown default: failure.text
            }
        case .timedOut(let part, _, _): "stuck in \(part?.rawValue ?? "nothing")"
        case .closed(let code?, _): "close code \(code.rawValue)"
        case .closed(nil, _): "closed"
        case .refused(let code, let reason):
            "refused: \(code.map { "\($0.rawValue) " } ?? "")\(reason)"
        case .pongMissing: "silent"
        case .reconnectAsked, nil: "nothing"
        @unknown default: "\(error)"
        }
    }

    @Test("an error says how the attempt ended, that it is retried, and when")
    func retries() async throws {
        try await Self.play { client, server in
            var errors = client.errors.makeAsyncIterator()
            await client.connect()
            try await server.nextAttempt().fail(cause: "connection refused")
            let refused = try #require(await errors.next())
            #expect(ConnectionEnd(of: refused)?.failure?.kind == .refused)
            #expect(!refused.isPermanent && refused.retry?.attempt == 2)
            #expect(refused.retry?.delay == .seconds(2))

            try await server.clock.timer(of: .seconds(2))
            server.clock.advance(by: .seconds(2))
            try await server.nextAttempt().refuse(status: 502)
            let status = try #require(await errors.next())
            let answer = ConnectionEnd(of: status)?.failure
            #expect(answer?.kind == .httpStatus(502, retryAfter: nil))
            #expect(status.status == 502 && status.retry?.attempt == 3)

            server.clock.advance(by: .seconds(2))
            _ = try await server.nextAttempt()
            try await server.clock.timer(of: .seconds(10))
            server.clock.advance(by: .seconds(10))
            let late = try #require(await errors.next())
            guard case .timedOut(_, _, limit: .seconds(10)) = ConnectionEnd(of: late)?.kind else {
                Issue.record("\(String(describing: ConnectionEnd(of: late)))")
                return
            }
            #expect(late.retry != nil)

            server.clock.advance(by: .seconds(2))
            let connection = try await server.nextAttempt().establish()
            try await client.connected()
            connection.close(code: 4200, reason: "restart")
            let lost = try #require(await errors.next())
            #expect(lost.phase == .connection && lost.code == 4200)
            #expect(ConnectionEnd(of: lost) == .closed(4200, reason: "restart"))
            #expect(lost.retry?.attempt == 1)
        }
    }

    // MARK: Waiting for the connection

    @Test("connected() waits for the connection, through attempts that are repeated")
    func connects() async throws {
        try await Self.play { client, server in
            async let waiting: Void = client.connected()
            await client.connect()
            try await server.nextAttempt().fail(cause: "connection refused")
            try await server.clock.timer(of: .seconds(2))
            server.clock.advance(by: .seconds(2))
            _ = try await server.nextAttempt().establish()
            try await waiting
            #expect(await client.state == .connected)
            try await client.connected()
        }
    }

    @Test("connected() throws the refusal, with its code and its sentence, also when asked later")
    func refused() async throws {
        try await Self.play { client, server in
            let orders = try await client.subscribe("orders")
            let waiting = Task { try await client.connected() }
            let subscribing = Task { try await orders.subscribed() }
            await client.connect()
            try await server.nextAttempt().accept().close(code: 4001, reason: "no such app")
            let waited = await #expect(throws: ClientError.self) { try await waiting.value }
            let subscribed = await #expect(throws: ClientError.self) {
                try await subscribing.value
            }
            let later = await #expect(throws: ClientError.self) { try await client.connected() }
            let last = await #expect(throws: ClientError.self) { try await orders.subscribed() }
            for error in [waited, subscribed, later, last] {
                #expect(error?.code == 4001 && error?.isPermanent == true)
                #expect(error?.text.contains("no such app") == true)
            }
            await client.stop()
            let stopped = await #expect(throws: ClientError.self) { try await orders.subscribed() }
            #expect(stopped?.code == 4001)
            #expect(await client.failure?.code == 4001)
        }
    }

    @Test("connected() throws if nothing will connect the client, and can be cancelled")
    func neverConnects() async throws {
        try await Self.play { client, server in
            let cancelled = Task { try await client.connected() }
            cancelled.cancel()
            await #expect(throws: CancellationError.self) { try await cancelled.value }
            let waiting = Task { try await client.connected() }
            await client.connect()
            _ = try await server.nextAttempt()
            await client.disconnect()
            await #expect(throws: ClientError.self) { try await waiting.value }
            let error = await #expect(throws: ClientError.self) { try await client.connected() }
            #expect(error?.text.contains("call connect()") == true)
            await client.stop()
            let over = await #expect(throws: ClientError.self) { try await client.connected() }
            #expect(over?.text == "The client has stopped.")
        }
    }

    @Test("a policy that gives up is a failure too, until the client connects again")
    func gaveUp() async throws {
        try await Self.play(Self.options { $0.policy = .never }) { client, server in
            await client.connect()
            try await server.nextAttempt().fail(cause: "connection refused")
            let error = await #expect(throws: ClientError.self) { try await client.connected() }
            #expect(error?.isPermanent == true && error?.isTemporary == true)
            let end = error.flatMap { ConnectionEnd(of: $0) }
            #expect(end?.failure?.kind == .refused)
            await client.connect()
            #expect(await client.failure == nil)
            _ = try await server.nextAttempt().establish()
            try await client.connected()
        }
    }

    // MARK: Never silent

    @Test("with a wrong key, a loop over events ends, and the log says why")
    func wrongKey() async throws {
        let log = Log()
        let server = ScriptedServer()
        let client = try server.client(Self.options { $0.logger = log.logger(.notice) })
        let orders = try await client.subscribe("orders")
        let created = orders.events("created")
        await client.connect()
        async let running: Void = client.run()
        async let refusing: Void = server.nextAttempt().accept().close(code: 4001)
        for await order in created { Issue.record("\(order)") }
        for await _ in orders.events {}
        await running
        try await refusing
        #expect(await client.state == .failed)
        #expect(await client.failure?.code == 4001)
        #expect(log.lines.map(\.level) == [.notice])
        #expect(log.lines.first?.text.contains("4001") == true)
    }

    @Test("a client that is to stay when refused can connect again")
    func stays() async throws {
        let log = Log()
        let options = Self.options {
            $0.stopsWhenRefused = false
            $0.logger = log.logger(.notice)
        }
        try await Self.play(options) { client, server in
            let created = client.events("created")
            await client.connect()
            try await server.nextAttempt().accept().close(code: 4001)
            await #expect(throws: ClientError.self) { try await client.connected() }
            await client.connect()
            let connection = try await server.nextAttempt().establish()
            try await client.connected()
            connection.publish("created", on: "orders", data: ["id": 7])
            for await event in created {
                #expect(event.data.json?["id"]?.intValue == 7)
                break
            }
        }
        #expect(log.lines.map(\.level) == [.notice])
    }

    // MARK: The log

    @Test("a library logs at debug and trace, with the connection and the channel, and not louder")
    func levels() async throws {
        let log = Log()
        try await Self.play(Self.options { $0.logger = log.logger(.trace) }) { client, server in
            let orders = try await client.subscribe("orders")
            await client.connect()
            let connection = try await server.nextAttempt().establish()
            try await connection.nextSubscription().confirm()
            try await orders.subscribed()
            let errors = client.errors
            connection.publish("created", on: "orders", data: ["id": 7])
            connection.close(code: 4200, reason: "restart")
            for await _ in errors { break }
        }
        #expect(log.lines.allSatisfy { $0.level <= .debug })
        #expect(Set(log.lines.map(\.level)) == [.trace, .debug])
        let subscribed = log.lines.filter { $0.metadata["channel"] == "orders" }
        #expect(!subscribed.isEmpty)
        #expect(subscribed.contains { $0.metadata["connection.id"] == "1.1" && $0.level == .trace })
        let lost = log.lines.first { $0.text.contains("connected -> connecting") }
        #expect(lost?.metadata["connection.id"] == "1.1" && lost?.level == .debug)
        #expect(!log.lines.contains { $0.text.contains("\"id\"") })
    }
}

/// Keeps what is logged.
private final class Log: Sendable {
    struct Line: Sendable {
        var level: Logger.Level
        var text: String
        var metadata: Logger.Metadata
    }

    private let state = Mutex<[Line]>([])

    var lines: [Line] { self.state.withLock { $0 } }

    func logger(_ level: Logger.Level) -> Logger {
        Logger(label: "test") { _ in Handler(log: self, logLevel: level) }
    }

    private struct Handler: LogHandler {
        let log: Log
        var logLevel: Logger.Level
        var metadata: Logger.Metadata = [:]

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { self.metadata[key] }
            set { self.metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let line = Line(
                level: event.level, text: "\(event.message)", metadata: event.metadata ?? [:])
            self.log.state.withLock { $0.append(line) }
        }
    }
}
