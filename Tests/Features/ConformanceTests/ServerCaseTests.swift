import BuoyRecordingFiles
import BuoyServers
import BuoySessions
import BuoyTestBasics
import ChannelsTransport
import ChannelsWebhooks
import Foundation
import Testing

@testable import BuoyConformance
@testable import BuoyProtocolCases

@Suite("Cases for servers", .inTurn)
struct ServerCaseTests {
    @Test("the sandbox follows every rule") func sandbox() async throws {
        let results = try await Self.play(try Self.cases())
        #expect(results.count >= 80)
        for result in results {
            #expect(result.verdict == .passed, "\(result.id): \(result.reason)")
        }
    }

    @Test("a server that checks no signature is told so") func careless() async throws {
        let wanted = ["S-101", "S-103", "S-201", "S-406", "S-407", "S-408", "S-602", "S-901"]
        let results = try await Self.playCarelessly(wanted)
        let passed = results.filter { $0.verdict == .passed }.map(\.id)
        #expect(passed == ["S-101", "S-103", "S-201", "S-406"])
        let failed = results.filter { $0.verdict == .failed }
        #expect(failed.allSatisfy { !$0.reason.isEmpty })
    }

    @Test("what failed is saved, with a file for each connection") func recordings() async throws {
        let folder = try TestFolder()
        let results = try await Self.playCarelessly(["S-602", "S-901"])
        let cases = try CaseFile.builtIn().filter { ["S-602", "S-901"].contains($0.id) }
        let report = ConformReport(
            "server", subject: "X", software: "", date: "", program: "", cases, results)
        let places = try CaseRecordings.save(report, results, in: folder.path)
        #expect(places["S-602"] == "buoy replay \(folder.path)/S-602-b.har")
        for name in ["S-602-a", "S-602-b", "S-901-a"] {
            let file = try RecordingFile.opened("\(folder.path)/\(name).har")
            #expect(file.header.address.hasPrefix("ws://127.0.0.1:"))
        }
        let text = try String(contentsOfFile: "\(folder.path)/S-901-a.har", encoding: .utf8)
        #expect(text.contains("/apps/1/events") && text.contains("auth_timestamp"))
        #expect(!text.contains(/auth_signature=[0-9a-f]/))
    }

    /// - Parameter ids: of the cases.
    private static func playCarelessly(_ ids: [String]) async throws -> [CaseResult] {
        let server = try await NIOServer.listen(
            address: "127.0.0.1", port: 0, handler: CarelessServer())
        let origin = HTTPOrigin(host: "127.0.0.1", port: server.port)
        let place = TestedServer(
            origin: origin, apiOrigin: origin, key: "key", appID: "1",
            secret: SandboxApp.standard.secret)
        let cases = try CaseFile.builtIn().filter { ids.contains($0.id) }
        let results = await CaseRun(.server(place), granted: [.secret, .api]).run(cases)
        await server.close()
        return results
    }

    private static func cases() throws -> [ConformCase] {
        try CaseFile.builtIn().filter(\.isForServers)
    }

    /// - Parameter relay: stands between the cases and the sandbox.
    static func play(
        _ cases: [ConformCase], through relay: Relay? = nil
    ) async throws -> [CaseResult] {
        var options = SandboxOptions()
        options.hasBots = false
        options.limits.activityTimeout = .seconds(3)
        options.limits.pongTimeout = .seconds(8)
        let app = SandboxApp.standard
        let receiver = WebhookReceiver(
            verifier: WebhookVerifier(keys: [app.key: app.secret], ageLimit: nil))
        let hooks = try await receiver.start(address: "127.0.0.1", port: 0)
        var front: NIOServer?
        if let relay {
            front = try await NIOServer.listen(address: "127.0.0.1", port: 0, handler: relay)
        }
        let target = "http://127.0.0.1:\(front?.port ?? hooks)\(Relay.hookPath)"
        options.main.webhooks = [try WebhookTarget(target)]
        let sandbox = SandboxServer(options: options)
        try await sandbox.start()
        let port = try #require(await sandbox.port)
        let origin = HTTPOrigin(host: "127.0.0.1", port: front?.port ?? port)
        var place = TestedServer(
            origin: origin, apiOrigin: origin, key: app.key, appID: app.id, secret: app.secret)
        let board = WebhookBoard()
        place.webhooks = board
        let listening = Task { await board.listen(to: receiver) }
        let run = CaseRun(.server(place), granted: [.secret, .api, .limits, .webhooks, .slow])
        if let entry = cases.first {
            relay?.connect(to: port, webhooks: hooks, text: run.text(of: entry, at: place))
        }
        let results = await run.run(cases)
        await front?.close()
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

extension String {
    /// What follows a mark, up to a quotation mark.
    fileprivate func components(after mark: String) -> String {
        guard let range = self.firstRange(of: mark) else { return "" }
        return String(self[range.upperBound...].prefix { $0 != "\"" })
    }
}
