import BuoyTestBasics
import ChannelsSigning
import ChannelsTransport
import Synchronization
import Testing

@testable import BuoyServers

@Suite("The server of an authorization endpoint", .inTurn)
struct AuthorizationServerTests {
    private static func withServer(
        plan: AuthorizationFaultPlan = AuthorizationFaultPlan(),
        sleep: @escaping @Sendable (Duration) async throws -> Void = { _ in },
        _ body: (AuthorizationServer, Int) async throws -> Void
    ) async throws {
        let gate = WebPageGate(address: "127.0.0.1", allowedHosts: [], allowedOrigins: [])
        let server = AuthorizationServer(
            responder: AuthorizationResponder(
                key: EndpointDialogue.key, secret: EndpointDialogue.secret, masterKey: nil,
                gate: gate), gate: gate, plan: plan, sleep: sleep)
        let port = try await server.start(address: "127.0.0.1", port: 0)
        do {
            try await body(server, port)
        } catch {
            await server.stop()
            throw error
        }
        await server.stop()
    }

    private static func send(
        _ method: String, _ target: String, to port: Int, headers: [HTTPHeader] = [],
        body: String = ""
    ) async throws -> HTTPResponse {
        let request = HTTPRequest(
            method: method, origin: HTTPOrigin(host: "127.0.0.1", port: port), target: target,
            headers: headers, body: Array(body.utf8))
        return try await NIOHTTPRequester().send(
            request, timeLimit: .seconds(5), bodyLimit: 1 << 16)
    }

    @Test("it signs over a socket, late when asked, and records one line for each request")
    func signs() async throws {
        let waited = Mutex<[Duration]>([])
        let plan = AuthorizationFaultPlan(AuthorizationFault(delay: .seconds(7)))
        let sleep: @Sendable (Duration) async throws -> Void = { time in
            waited.withLock { $0.append(time) }
        }
        try await Self.withServer(plan: plan, sleep: sleep) { server, port in
            let form = "socket_id=1.2&channel_name=private-a"
            let answer = try await Self.send("POST", "/pusher/auth", to: port, body: form)
            #expect(answer.status == 200)
            #expect(waited.withLock { $0 } == [.seconds(7)])
            let strange = try await Self.send(
                "POST", "/pusher/auth", to: port,
                headers: [HTTPHeader("Origin", "http://evil.example")], body: form)
            #expect(strange.status == 403)
            await server.stop()
            var lines: [String] = []
            for await record in server.records { lines.append(record.text) }
            #expect(
                lines == [
                    "private-a  1.2  signed 1.2:private-a",
                    "/pusher/auth  -  refused 403: "
                        + "This server does not serve pages from http://evil.example",
                ])
        }
    }

    @Test("a page may ask before it sends headers of its own")
    func preflight() async throws {
        try await Self.withServer { _, port in
            let question = [
                HTTPHeader("Origin", "http://localhost:3000"),
                HTTPHeader("Access-Control-Request-Method", "POST"),
                HTTPHeader("Access-Control-Request-Headers", "x-csrf-token"),
            ]
            let answer = try await Self.send("OPTIONS", "/auth", to: port, headers: question)
            #expect(answer.status == 204)
            #expect(answer.header("access-control-allow-headers") == "x-csrf-token")
            #expect(
                answer.header("access-control-allow-origin") == "http://localhost:3000")
            var foreign = question
            foreign[0].value = "https://evil.example"
            #expect(
                try await Self.send("OPTIONS", "/auth", to: port, headers: foreign).status == 403)
        }
    }
}
