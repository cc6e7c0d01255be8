import BuoyTestBasics
import Channels
import ChannelsDiagnostics
import ChannelsTesting
import Testing

/// One family of failures: each says what failed, why, what to do, and whether waiting helps.
@Suite(.inTurn)
struct FailureFamilyTests {
    private struct Denied: Error, Equatable { var user: String }

    private static func play(
        _ method: AuthMethod, _ scene: (ChannelsClient, ScriptedServer) async throws -> Void
    ) async throws {
        let server = ScriptedServer()
        let client = try server.client(
            ChannelsOptions(appKey: "key", host: .cluster("eu"), authMethod: method))
        try await client.run { try await scene(client, server) }
    }

    @Test("what an authorizer throws is kept, through the subscription's failure")
    func underlying() async throws {
        let method = AuthMethod.authorizer { _, _ in throw Denied(user: "ana") }
        try await Self.play(method) { client, server in
            let orders = try await client.subscribe("private-orders")
            _ = try await server.nextAttempt().establish()
            let error = await #expect(throws: ClientError.self) { try await orders.subscribed() }
            let failure = try #require(error?.underlyingError as? SubscriptionFailure)
            #expect(failure.underlyingError as? Denied == Denied(user: "ana"))
            #expect(error?.what == failure.what && error?.cause == failure.cause)
            #expect(error?.isTemporary == false)
        }
    }

    @Test("an authorizer that fails for a while says so itself")
    func temporary() async throws {
        let method = AuthMethod.authorizer { _, _ in
            throw SubscriptionFailure(status: 503, what: "the token service is busy")
        }
        try await Self.play(method) { client, server in
            let orders = try await client.subscribe("private-orders")
            _ = try await server.nextAttempt().establish()
            let error = await #expect(throws: ClientError.self) { try await orders.subscribed() }
            #expect(error?.isTemporary == true)
        }
    }

    @Test("a lost connection is temporary, a refused app key is not")
    func connections() async throws {
        let server = ScriptedServer()
        let client = try server.client(ChannelsOptions(appKey: "key", host: .cluster("eu")))
        var errors = client.errors.makeAsyncIterator()
        async let running: Void = client.run()
        await client.connect()
        try await server.nextAttempt().establish().lose()
        let lost = try #require(await errors.next())
        #expect(lost.isTemporary && !lost.what.isEmpty)
        await client.reconnect()
        try await server.nextAttempt().establish().close(code: 4001)
        let refused = try #require(await errors.next())
        #expect(!refused.isTemporary && refused.isPermanent)
        await running
    }

    @Test("all of them are read alike", arguments: [4009, 4201])
    func alike(code: Int) {
        let failures: [any ReportedFailure] = [
            SubscriptionFailure(what: "no", cause: "why", code: code),
            ReportedProblem(kind: .serverError(code: code), text: "no: why."),
        ]
        for failure in failures {
            #expect(failure.text == "no: why." && "\(failure)" == failure.text)
            #expect(failure.isTemporary == (code == 4201))
            #expect(failure.underlyingError == nil)
        }
    }
}
