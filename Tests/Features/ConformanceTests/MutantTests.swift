import BuoyConformance
import BuoyServers
import BuoyTestBasics
import ChannelsTransport
import Testing

/// The sandbox behind a server in between that breaks one rule.
@Suite("Servers that break one rule", .inTurn)
struct MutantTests {
    struct Mutant: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// The cases that must fail.
        let failing: Set<String>
        /// The cases that must pass all the same.
        let passing: Set<String>
        /// What arrives in place of a message of the server.
        let change: @Sendable (String) -> [String]

        init(
            _ name: String, fails failing: Set<String>, passes passing: Set<String> = ["S-101"],
            _ change: @escaping @Sendable (String) -> [String]
        ) {
            self.testDescription = name
            self.failing = failing
            self.passing = passing
            self.change = change
        }

        static func drops(_ name: String, _ failing: Set<String>) -> Mutant {
            Mutant("no \(name)", fails: failing) { $0.contains(#""\#(name)""#) ? [] : [$0] }
        }
    }

    private static let mutants = [
        Mutant.drops("pusher:pong", ["S-201", "S-202", "S-203", "S-208", "S-302", "S-309"]),
        .drops("pusher:ping", ["S-206"]),
        .drops("pusher_internal:member_added", ["S-505"]),
        .drops("pusher_internal:member_removed", ["S-508", "S-510"]),
        .drops("pusher:cache_miss", ["S-701"]),
        .drops("pusher_internal:subscription_count", ["S-711"]),
        .drops("pusher:signin_success", ["S-801"]),
        .drops("pusher:error", ["S-303", "S-407", "S-408", "S-415", "S-611"]),
        Mutant("a socket id that is no number", fails: ["S-103"]) {
            [$0.replacing("socket_id\\\":\\\"", with: "socket_id\\\":\\\"x")]
        },
        Mutant("no activity timeout", fails: ["S-104"], passes: ["S-101", "S-103"]) {
            [$0.replacing("activity_timeout", with: "timeout")]
        },
        Mutant("each event twice", fails: ["S-416", "S-703", "S-919"], passes: ["S-403"]) {
            $0.contains(#""hello""#) ? [$0, $0] : [$0]
        },
        Mutant("nobody is named", fails: ["S-605"], passes: ["S-601"]) {
            [$0.replacing("\"user_id\":\"u1\"", with: "\"id\":\"u1\"")]
        },
        Mutant("a forged sender", fails: ["S-606"], passes: ["S-601"]) {
            [$0.replacing("\"user_id\":\"u1\"", with: "\"user_id\":\"forged\"")]
        },
        Mutant("connections are counted as members", fails: ["S-511"], passes: ["S-505"]) {
            [$0.replacing("count\\\":1", with: "count\\\":2")]
        },
    ]

    @Test("the cases of that rule fail, and others pass", arguments: Self.mutants)
    func mutant(_ mutant: Mutant) async throws {
        let wanted = mutant.failing.union(mutant.passing)
        let cases = try CaseFile.builtIn().filter { wanted.contains($0.id) }
        #expect(cases.count == wanted.count)
        let results = try await ServerCaseTests.play(cases, through: mutant.change)
        for result in results {
            let expected: CaseResult.Verdict =
                mutant.failing.contains(result.id) ? .failed : .passed
            #expect(result.verdict == expected, "\(result.id): \(result.reason)")
        }
    }
}

/// Passes everything on to a server, and changes what it sends.
struct ChangingServer: ServerHandler {
    let origin: HTTPOrigin
    let change: @Sendable (String) -> [String]

    func respond(to request: HTTPRequest, from peer: String) async -> HTTPResponse {
        var request = request
        request.origin = self.origin
        let response = try? await NIOHTTPRequester().send(
            request, timeLimit: .seconds(5), bodyLimit: 1 << 20)
        return HTTPResponse(status: response?.status ?? 502, body: response?.body ?? [])
    }

    func upgrade(_ request: HTTPRequest, from peer: String) async -> UpgradeDecision {
        .accept(subprotocol: nil)
    }

    func serve(_ client: any ServerWebSocketConnection, request: HTTPRequest) async {
        let endpoint = WebSocketEndpoint(self.origin, target: request.target)
        guard
            let server = try? await NIOWebSocketConnector().connect(
                to: endpoint, progress: { _ in })
        else { return }
        await withDiscardingTaskGroup { group in
            group.addTask { await Self.pass(from: client, to: server) { [$0] } }
            await Self.pass(from: server, to: client, self.change)
            group.cancelAll()
        }
    }

    private static func pass(
        from source: any WebSocketConnection, to target: any WebSocketConnection,
        _ change: (String) -> [String]
    ) async {
        while true {
            switch await source.receive() {
            case .messages(let messages):
                let texts = messages.texts.flatMap { change(String(decoding: $0, as: UTF8.self)) }
                try? target.send(texts.map { Array($0.utf8) })
            case .closed(let closure):
                return await target.close(
                    code: closure.code, reason: closure.reason, timeLimit: .seconds(1))
            }
        }
    }
}
