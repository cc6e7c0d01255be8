#if Integrations
import ChannelsHTTPAPI
import ChannelsTracing
import ChannelsTransport
import InMemoryTracing
import Synchronization
import Testing
import Tracing

@Suite("Spans of requests of the HTTP API")
struct RequestTracingTests {
    /// Answers every request with one status.
    private final class Sender: HTTPSender {
        private let status: Int
        private let sent = Mutex<[HTTPRequest]>([])

        init(_ status: Int) { self.status = status }

        var requests: [HTTPRequest] { self.sent.withLock { $0 } }

        func send(
            _ request: HTTPRequest, timeLimit: Duration, bodyLimit: Int
        ) async throws(HTTPExchangeFailure) -> HTTPResponse {
            self.sent.withLock { $0.append(request) }
            return HTTPResponse(status: self.status, headers: [], body: Array("{}".utf8))
        }
    }

    private let tracer = InMemoryTracer()

    private func api(_ sender: some HTTPSender) throws -> ChannelsAPI {
        var options = ChannelsAPIOptions(
            appID: "3", appKey: "key", secret: AppSecret("secret"), host: .host("api.test"))
        options.route.proxy = .none
        options.traceRequests(with: self.tracer)
        return try ChannelsAPI(options, sender: sender, wallClock: { 1_700_000_000 })
    }

    @Test("publishing is a span in that of the caller, and the server hears nothing of it")
    func publishing() async throws {
        let sender = Sender(200)
        let api = try self.api(sender)
        let parent = try await self.tracer.withSpan("order") { span in
            try await api.trigger("paid", on: "orders", data: ["secret": "data"])
            return span.spanID
        }
        let span = try #require(self.tracer.finishedSpans.first)
        #expect(span.operationName == "publish")
        #expect(span.kind == .client)
        #expect(span.parentSpanID == parent)
        #expect(span.attributes.get("messaging.destination.name") == "orders")
        #expect(span.attributes.get("messaging.operation.name") == "publish")
        #expect(span.attributes.get("messaging.operation.type") == "send")
        #expect(span.attributes.get("messaging.batch.message_count") == nil)
        #expect(span.attributes.get("server.address") == "api.test")
        #expect(span.attributes.get("server.port") == .int64(443))
        #expect(span.status == nil)
        let request = try #require(sender.requests.first)
        #expect(request.header(InMemoryTracer.traceIDKey) == nil)
    }

    @Test("each request of a batch is a span with its channels")
    func batch() async throws {
        let api = try self.api(Sender(200))
        let events = (0..<12).map { BatchEvent("e", on: "orders-\($0)", data: EventData("{}")) }
        #expect(try await api.trigger(events).error == nil)
        let spans = self.tracer.finishedSpans
        #expect(spans.map(\.operationName) == ["publish", "publish"])
        #expect(
            spans.map { $0.attributes.get("messaging.batch.message_count") }
                == [.int64(10), .int64(2)])
        #expect(
            spans.last?.attributes.get("messaging.pusher.channels")
                == .stringArray(["orders-10", "orders-11"]))
    }

    @Test("a refusal is an error of the span; nothing names a user")
    func refused() async throws {
        let api = try self.api(Sender(401))
        await #expect(throws: ChannelsAPIError.self) {
            try await api.send("note", to: "ana-secret", data: EventData("{}"))
        }
        await #expect(throws: ChannelsAPIError.self) {
            try await api.terminateConnections(of: "ana-secret")
        }
        let spans = self.tracer.finishedSpans
        #expect(
            spans.map(\.operationName) == ["publish", "terminate connections"])
        for span in spans {
            #expect(span.status?.code == .error)
            #expect(span.attributes.get("http.response.status_code") == .int64(401))
            #expect(span.attributes.get("error.type") == "unauthorized")
            #expect(!"\(span)".contains("ana-secret"))
        }
    }

    /// Is cancelled whatever is sent.
    private struct CancelledSender: HTTPSender {
        func send(
            _ request: HTTPRequest, timeLimit: Duration, bodyLimit: Int
        ) async throws(HTTPExchangeFailure) -> HTTPResponse {
            throw HTTPExchangeFailure(.cancelled, mayHaveArrived: true)
        }
    }

    @Test("a cancelled call is an error of the span")
    func cancelled() async throws {
        let api = try self.api(CancelledSender())
        await #expect(throws: CancellationError.self) {
            try await api.trigger("paid", on: "orders", data: EventData("{}"))
        }
        let span = try #require(self.tracer.finishedSpans.first)
        #expect(span.status?.code == .error)
        #expect(span.attributes.get("error.type") == "cancelled")
        #expect(span.attributes.get("http.response.status_code") == nil)
    }

    @Test("a call that breaks a limit has no span, and a question is one")
    func questions() async throws {
        let api = try self.api(Sender(200))
        await #expect(throws: ChannelsAPIError.self) {
            try await api.trigger("", on: "orders", data: EventData("{}"))
        }
        #expect(self.tracer.finishedSpans.isEmpty)
        _ = try await api.channel("orders")
        #expect(self.tracer.finishedSpans.map(\.operationName) == ["query"])
        #expect(self.tracer.finishedSpans.map(\.kind) == [.client])
    }
}
#endif
