import BuoyTestBasics
import BuoyTestSupport
import Channels
import ChannelsSigning
import ChannelsTransport
import Synchronization
import Testing

@testable import BuoyServers

@Suite("The client and its authorization endpoint", .inTurn)
struct ClientAuthorizationTests {
    @Test(
        "an endpoint that refuses, or talks nonsense, fails the channel and says why",
        arguments: [
            (.status(403), 403, "refused with HTTP 403"), (.html, 200, "an HTML page"),
            (.withoutAuth, 200, "returned no \"auth\" string"),
        ] as [(AuthorizationFault.Answer, Int, String)])
    func refusals(answer: AuthorizationFault.Answer, status: Int, text: String) async throws {
        try await LoopbackSandbox.run { sandbox in
            await sandbox.server.strike(.authorization(AuthorizationFault(answer)))
            let method = sandbox.endpoint(user: "ana")
            try await LiveClient.run(at: sandbox.port, authMethod: method) { live in
                try await live.connect()
                let channel = try await live.client.subscribe("private-orders").name
                let failure = try await live.report.failure(of: channel)
                #expect(failure.phase == .authorization)
                #expect(failure.status == status)
                #expect(failure.text.contains(text), "\(failure.text)")
                #expect(failure.attempts == 1)
                // Put right, it works when it is asked for again.
                await sandbox.server.strike(.clear)
                try await live.subscribe("private-orders")
                #expect(await live.client.state == .connected)
            }
        }
    }

    @Test("a signature that is wrong is refused by the server, and the connection lives on")
    func wrongSignature() async throws {
        try await LoopbackSandbox.run { sandbox in
            await sandbox.server.strike(.authorization(AuthorizationFault(.wrongSignature)))
            let method = sandbox.endpoint(user: "ana")
            try await LiveClient.run(at: sandbox.port, authMethod: method) { live in
                try await live.connect()
                let channel = try await live.client.subscribe("private-orders").name
                #expect(try await live.report.failure(of: channel).phase == .subscription)
                try await live.subscribe("prices")
            }
        }
    }

    @Test("a slow endpoint is waited for, and holds up no other channel")
    func slow() async throws {
        try await LoopbackSandbox.run { sandbox in
            await sandbox.server.strike(
                .authorization(AuthorizationFault(.signed, delay: .seconds(60))))
            let method = sandbox.endpoint(user: "ana")
            try await LiveClient.run(at: sandbox.port, authMethod: method) { live in
                try await live.connect()
                let channel = try await live.client.subscribe("private-orders").name
                try await live.subscribe("prices")
                #expect(await live.client.state(of: channel) == .authorizing)
                await sandbox.sleeper(for: .seconds(60))
                sandbox.advance(by: .seconds(60))
                try await live.report.subscribed(to: channel)
            }
        }
    }

    @Test("an endpoint that is busy is asked again, and its second answer counts")
    func busyAtFirst() async throws {
        try await Self.run(answers: [503]) { live, endpoint in
            try await live.subscribe("private-orders")
            #expect(endpoint.count == 2)
        }
    }

    @Test("an endpoint that stays busy is asked three times in all")
    func busyForEver() async throws {
        try await Self.run(answers: [503, 503, 503]) { live, endpoint in
            let channel = try await live.client.subscribe("private-orders").name
            let failure = try await live.report.failure(of: channel)
            #expect(failure.status == 503)
            #expect(failure.attempts == 3)
            #expect(endpoint.count == 3)
        }
    }

    @Test("many channels are authorized five at a time")
    func fiveAtATime() async throws {
        try await Self.run(isHeld: true) { live, endpoint in
            for number in 1...17 { try await live.client.subscribe("private-\(number)") }
            try await eventually { endpoint.running == 5 }
            // A whole round with the server later there are still no more.
            try await live.subscribe("prices")
            #expect(endpoint.running == 5)
            endpoint.release()
            try await eventually {
                await live.client.subscriptions.allSatisfy { $0.state == .subscribed }
            }
            #expect(endpoint.count == 17)
            #expect(endpoint.most == 5)
        }
    }

    /// Runs a client with its own endpoint.
    private static func run(
        answers: [Int] = [], isHeld: Bool = false,
        _ test: (LiveClient, CountingEndpoint) async throws -> Void
    ) async throws {
        try await LoopbackSandbox.run { sandbox in
            let endpoint = CountingEndpoint(refusals: answers, isHeld: isHeld)
            let server = try await NIOServer.listen(
                address: "127.0.0.1", port: 0, handler: endpoint)
            let method = AuthMethod.endpoint(
                AuthEndpoint(url: "http://127.0.0.1:\(server.port)/"))
            try await LiveClient.run(at: sandbox.port, authMethod: method) { live in
                try await live.connect()
                try await test(live, endpoint)
            }
            await server.close()
        }
    }
}

/// Signs for everybody, after some refusals; counts who asks, and how many at a time.
private final class CountingEndpoint: ServerHandler {
    private struct State {
        var refusals: [Int]
        var running = 0
        var most = 0
        var count = 0
    }

    private let state: Mutex<State>
    private let gate: Gate

    init(refusals: [Int], isHeld: Bool) {
        self.state = Mutex(State(refusals: refusals))
        self.gate = Gate(isOpen: !isHeld)
    }

    var count: Int { self.state.withLock { $0.count } }
    var running: Int { self.state.withLock { $0.running } }
    var most: Int { self.state.withLock { $0.most } }

    /// Lets all be answered.
    func release() { self.gate.open() }

    func respond(to request: HTTPRequest, from peer: String) async -> HTTPResponse {
        let refusal = self.state.withLock { state -> Int? in
            state.count += 1
            state.running += 1
            state.most = max(state.most, state.running)
            return state.refusals.isEmpty ? nil : state.refusals.removeFirst()
        }
        await self.gate.pass()
        self.state.withLock { $0.running -= 1 }
        guard refusal == nil, let auth = try? Self.auth(for: request) else {
            return HTTPResponse(status: refusal ?? 400)
        }
        return HTTPResponse(status: 200, body: Array(#"{"auth":"\#(auth)"}"#.utf8))
    }

    func upgrade(_ request: HTTPRequest, from peer: String) async -> UpgradeDecision {
        .refuse(HTTPResponse(status: 404))
    }

    func serve(_ connection: any ServerWebSocketConnection, request: HTTPRequest) async {}

    private static func auth(for request: HTTPRequest) throws -> String {
        let form = try AuthorizationForm(request, RequestTarget(request.target))
        return try SandboxApp.standard.channelSignature.auth(
            socketID: form.socketID, channel: form.channel())
    }
}
