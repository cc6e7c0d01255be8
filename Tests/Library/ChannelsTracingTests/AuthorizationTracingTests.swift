#if Integrations
import BuoyTestBasics
import Channels
import ChannelsTesting
import ChannelsTracing
import InMemoryTracing
import Testing
import Tracing

@Suite("Spans of authorizations", .inTurn)
struct AuthorizationTracingTests {
    private let tracer = InMemoryTracer()
    private let server = ScriptedServer()

    private static let granted =
        #"{"auth":"key:\#(String(repeating: "0123456789abcdef", count: 4))"}"#

    private func client(
        _ change: (inout ChannelsOptions) -> Void = { _ in }
    ) throws -> ChannelsClient {
        var options = ChannelsOptions(
            appKey: "key", host: .host("example.test"),
            authMethod: .endpoint(AuthEndpoint(url: "https://example.test/pusher/auth")))
        options.connectsAutomatically = true
        options.traceAuthorizations(with: self.tracer)
        change(&options)
        return try self.server.client(options)
    }

    @Test("an authorization is a span, whose context goes to the endpoint")
    func granted() async throws {
        let client = try self.client()
        try await client.subscribe("private-orders")
        async let running: Void = client.run()
        let connection = try await self.server.nextAttempt().establish()
        let request = try await self.server.nextRequest()
        let traceID = request.header(InMemoryTracer.traceIDKey)
        let spanID = request.header(InMemoryTracer.spanIDKey)
        request.respond(body: Self.granted)
        _ = try await connection.nextSubscription()

        let span = try #require(self.tracer.finishedSpans.first)
        #expect(self.tracer.finishedSpans.count == 1)
        #expect(span.operationName == "authorize")
        #expect(span.kind == .client)
        #expect(span.traceID == traceID)
        #expect(span.spanID == spanID)
        #expect(span.parentSpanID == nil)
        #expect(span.attributes.get("messaging.destination.name") == "private-orders")
        #expect(span.attributes.get("messaging.pusher.authorization.attempts") == .int64(1))
        #expect(span.attributes.get("http.response.status_code") == .int64(200))
        #expect(span.status == nil)
        await client.stop()
        await running
    }

    @Test("a refusal is an error of the span, with its sentence and without what was sent")
    func refused() async throws {
        let client = try self.client {
            $0.authMethod = .endpoint(
                AuthEndpoint(
                    url: "https://example.test/auth",
                    headers: ["Authorization": "Bearer very-secret-token"]))
        }
        let orders = try await client.subscribe("private-orders")
        async let running: Void = client.run()
        _ = try await self.server.nextAttempt().establish()
        try await self.server.nextRequest().respond(status: 403, body: "no very-secret-token")
        await #expect(throws: (any Error).self) { try await orders.subscribed() }

        let span = try #require(self.tracer.finishedSpans.first)
        #expect(span.status?.code == .error)
        #expect(span.status?.message?.contains("403") == true)
        #expect(span.attributes.get("http.response.status_code") == .int64(403))
        #expect(span.attributes.get("error.type") == "SubscriptionFailure")
        #expect(!"\(span)".contains("very-secret-token"))
        await client.stop()
        await running
    }

    @Test("a sign-in is a span without a channel, and belongs to the span around run()")
    func signIn() async throws {
        let (calls, call) = AsyncStream<Void>.makeStream()
        let client = try self.client {
            $0.userAuthentication = .authorizer { _ in
                call.yield()
                throw CancellationError()
            }
        }
        try await self.tracer.withSpan("program") { program in
            async let running: Void = client.run()
            _ = try await self.server.nextAttempt().establish()
            await client.signIn()
            for await _ in calls { break }
            await client.stop()
            await running
            let span = try #require(self.tracer.finishedSpans.first)
            #expect(span.operationName == "sign in")
            #expect(span.parentSpanID == program.spanID)
            #expect(span.attributes.get("messaging.destination.name") == nil)
        }
    }

    @Test("without a tracer of one's own, it is that of the program")
    func systemTracer() async throws {
        let client = try self.client { $0.traceAuthorizations() }
        try await withTracer(self.tracer) {
            try await client.subscribe("private-orders")
            async let running: Void = client.run()
            _ = try await self.server.nextAttempt().establish()
            let request = try await self.server.nextRequest()
            #expect(request.header(InMemoryTracer.traceIDKey) != nil)
            await client.stop()
            await running
        }
        #expect(self.tracer.finishedSpans.count == 1)
    }
}
#endif
