import BuoyConformance
import BuoyServers
import BuoyTestBasics
import ChannelsTransport
import ChannelsWebhooks
import Testing

@Suite("Cases for servers", .inTurn)
struct ServerCaseTests {
    @Test("the sandbox follows every rule") func sandbox() async throws {
        let results = try await Self.play(try Self.cases())
        #expect(results.count >= 80)
        for result in results {
            #expect(result.verdict == .passed, "\(result.id): \(result.reason)")
        }
    }

    @Test("every case can fail") func broken() async throws {
        for (step, cases) in try Self.cases().byLastStep {
            for result in try await Self.play(cases, brokenStep: step) {
                #expect(result.verdict == .failed, "\(result.id) passes without its last step")
            }
        }
    }

    @Test("a server that checks no signature is told so") func careless() async throws {
        let server = try await NIOServer.listen(
            address: "127.0.0.1", port: 0, handler: CarelessServer())
        let origin = HTTPOrigin(host: "127.0.0.1", port: server.port)
        let place = ServerPlace(
            origin: origin, apiOrigin: origin, key: "key", appID: "1",
            secret: SandboxApp.standard.secret)
        let wanted = ["S-101", "S-103", "S-201", "S-406", "S-407", "S-408", "S-602", "S-901"]
        let cases = try CaseFile.builtIn().filter { wanted.contains($0.id) }
        let results = await CaseRun(.server(place), granted: [.secret, .api]).run(cases)
        await server.close()
        let passed = results.filter { $0.verdict == .passed }.map(\.id)
        #expect(passed == ["S-101", "S-103", "S-201", "S-406"])
        let failed = results.filter { $0.verdict == .failed }
        #expect(failed.allSatisfy { !$0.reason.isEmpty })
    }

    private static func cases() throws -> [ConformCase] {
        try CaseFile.builtIn().filter(\.isForServers)
    }

    /// - Parameter change: what becomes of each message of the sandbox.
    static func play(
        _ cases: [ConformCase], brokenStep: Int? = nil,
        through change: (@Sendable (String) -> [String])? = nil
    ) async throws -> [CaseResult] {
        var options = SandboxOptions()
        options.hasBots = false
        options.limits.activityTimeout = .seconds(3)
        options.limits.pongTimeout = .seconds(2)
        let app = SandboxApp.standard
        let receiver = WebhookReceiver(
            verifier: WebhookVerifier(keys: [app.key: app.secret], ageLimit: nil))
        let hooks = try await receiver.start(address: "127.0.0.1", port: 0)
        options.main.webhooks = [try WebhookTarget("http://127.0.0.1:\(hooks)/")]
        let sandbox = SandboxServer(options: options)
        try await sandbox.start()
        let api = HTTPOrigin(host: "127.0.0.1", port: try #require(await sandbox.port))
        var between: NIOServer?
        if let change {
            between = try await NIOServer.listen(
                address: "127.0.0.1", port: 0,
                handler: ChangingServer(origin: api, change: change))
        }
        let origin = between.map { HTTPOrigin(host: "127.0.0.1", port: $0.port) } ?? api
        var place = ServerPlace(
            origin: origin, apiOrigin: api, key: app.key, appID: app.id, secret: app.secret)
        let board = WebhookBoard()
        place.webhooks = board
        let listening = Task { await board.listen(to: receiver) }
        var run = CaseRun(.server(place), granted: [.secret, .api, .limits, .webhooks])
        run.brokenStep = brokenStep
        let results = await run.run(cases)
        await between?.close()
        await sandbox.stop()
        await receiver.stop()
        await listening.value
        return results
    }
}

/// Accepts every subscription, sends client events back to their sender, and has no HTTP API.
private struct CarelessServer: ServerHandler {
    func respond(to request: HTTPRequest, from peer: String) async -> HTTPResponse {
        HTTPResponse(status: 404)
    }

    func upgrade(_ request: HTTPRequest, from peer: String) async -> UpgradeDecision {
        .accept(subprotocol: nil)
    }

    func serve(_ connection: any ServerWebSocketConnection, request: HTTPRequest) async {
        let data = #"{\"socket_id\":\"1.1\",\"activity_timeout\":120}"#
        try? connection.send([
            Array(#"{"event":"pusher:connection_established","data":"\#(data)"}"#.utf8)
        ])
        while case .messages(let messages) = await connection.receive() {
            for text in messages.texts.map({ String(decoding: $0, as: UTF8.self) }) {
                try? connection.send([Array(Self.answer(to: text).utf8)])
            }
        }
    }

    private static func answer(to text: String) -> String {
        if text.contains("pusher:ping") { return #"{"event":"pusher:pong"}"# }
        guard text.contains("pusher:subscribe") else { return text }
        let name = text.components(after: #""channel":""#)
        return #"{"event":"pusher_internal:subscription_succeeded","channel":"\#(name)"}"#
    }
}

extension [ConformCase] {
    /// By the place of the last step that can fail.
    var byLastStep: [(step: Int, cases: [ConformCase])] {
        Dictionary(grouping: self) { $0.steps.lastIndex(where: \.judges) ?? 0 }
            .sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
}

extension String {
    /// What follows a mark, up to a quotation mark.
    fileprivate func components(after mark: String) -> String {
        guard let range = self.firstRange(of: mark) else { return "" }
        return String(self[range.upperBound...].prefix { $0 != "\"" })
    }
}
