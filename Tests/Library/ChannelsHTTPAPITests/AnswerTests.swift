import ChannelsHTTPAPI
import ChannelsTransport
import Testing

@Suite("Answers of the HTTP API")
struct AnswerTests {
    private let scene = APIScene()

    /// The error of publishing one event after the scene's answers.
    private func error(
        _ options: ChannelsAPIOptions = APIScene.options
    ) async throws -> ChannelsAPIError {
        let orders = ChannelName("orders")
        return try #require(
            await #expect(throws: ChannelsAPIError.self) {
                try await self.scene.api(options).trigger("paid", on: orders, data: "x")
            })
    }

    @Test(
        "every status has its kind, keeps its text, and says that nothing was published",
        arguments: [
            (400, ChannelsAPIError.Kind.badRequest, "rejected the request (400): Bad name."),
            (403, .forbidden, "It may be disabled, or over its quota."),
            (404, .notFound, "Check the app id, the host and the cluster."),
            (413, .tooLarge, "The data is too large for the server (413): Bad name."),
            (429, .tooManyRequests, "Try again later."),
            (402, .unexpectedStatus, "The server refused the request (402)"),
        ])
    func statuses(status: Int, kind: ChannelsAPIError.Kind, words: String) async throws {
        self.scene.sender.answer(status, "Bad name\n")
        let error = try await self.error()
        #expect(error.kind == kind)
        #expect(error.status == status)
        #expect(error.body == "Bad name")
        #expect(error.effect == .none)
        #expect(error.description.contains(words), "\(error)")
        #expect(error.description.hasSuffix(" The event was not published."), "\(error)")
    }

    @Test("errors in JSON are read, as other servers write them")
    func jsonErrors() async throws {
        self.scene.sender.answer(400, #"{"error":"No channel","code":400}"#)
        #expect(try await self.error().body == "No channel")
        self.scene.sender.answer(422, #"{"message":"The name is required."}"#)
        let error = try await self.error()
        #expect(error.description.contains("(422): The name is required. The event"), "\(error)")
    }

    @Test("429 and 503 say how long to wait")
    func waiting() async throws {
        self.scene.sender.answer(429, "", headers: [HTTPHeader("Retry-After", "7")])
        let busy = try await self.error()
        #expect(busy.retryAfter == .seconds(7))
        #expect(busy.description.contains("Retry after 7s, as the server asks."), "\(busy)")
        self.scene.sender.answer(503, "", headers: [HTTPHeader("Retry-After", "3")])
        let broken = try await self.error()
        #expect(broken.kind == .serverError)
        #expect(broken.retryAfter == .seconds(3))
        #expect(broken.effect == .unknown)
        #expect(broken.description.contains("The event may have been published"))
    }

    @Test("a page of a proxy is told apart from an answer, whatever its status")
    func pages() async throws {
        let page = "<!DOCTYPE html><title>Sign in</title>"
        for (status, kind, effect, words):
            (
                Int, ChannelsAPIError.Kind, ChannelsAPIError.Effect, String
            ) in [
                (200, .unexpectedResponse, .unknown, "A website answered"),
                (401, .unexpectedResponse, .none, "denies access: allow /apps there"),
                (403, .unexpectedResponse, .none, "refused the POST"),
                (404, .unexpectedResponse, .none, "A website answered"),
                (413, .tooLarge, .none, "limits the size of requests"),
                (429, .tooManyRequests, .none, "limits the rate of requests"),
                (502, .serverError, .unknown, "A proxy cannot reach the server"),
            ]
        {
            self.scene.sender.answer(status, page)
            let error = try await self.error()
            #expect(error.kind == kind)
            #expect(error.effect == effect)
            #expect(error.description.contains(words), "\(error)")
        }
    }

    @Test("an old server's plain text after publishing is a success; for a question it is not")
    func plainText() async throws {
        let api = try self.scene.api()
        self.scene.sender.answer(202, "202 ACCEPTED\n")
        try await api.trigger("paid", on: ChannelName("orders"), data: "x")
        self.scene.sender.answer(200, "OK\n")
        let error = await #expect(throws: ChannelsAPIError.self) { try await api.channels() }
        #expect(error?.kind == .unexpectedResponse)
        #expect(error?.effect == ChannelsAPIError.Effect.none)
        self.scene.sender.answer(200, #"{"channels":7}"#)
        let other = await #expect(throws: ChannelsAPIError.self) { try await api.channels() }
        #expect(other?.kind == .unexpectedResponse)
    }

    @Test("a redirect is not followed, and its query is not shown")
    func redirect() async throws {
        self.scene.sender.answer(
            302, "", headers: [HTTPHeader("Location", "https://login.test/x?token=hunter2")])
        let error = try await self.error()
        #expect(error.kind == .unexpectedStatus)
        #expect(error.description.contains("a login page (https://login.test/x)"), "\(error)")
        #expect(!error.description.contains("hunter2"))
    }

    @Test(
        "without an answer, it is told whether the event may have been published",
        arguments: [
            (
                TransportError.timedOut(phase: "connecting to 1.2.3.4:443"), false,
                ChannelsAPIError.Kind.timedOut
            ),
            (.timedOut(phase: "waiting for the response"), true, .timedOut),
            (.connectFailed(address: "a:1", cause: "Connection refused"), false, .unreachable),
            (.nameNotResolved(host: "a", cause: "unknown"), false, .unreachable),
            (.speaksTLS, true, .unreachable),
            (.closed("Connection reset by peer"), true, .cutResponse),
            (
                .badResponse("the connection ended inside the body, after 3 bytes"), true,
                .cutResponse
            ),
            (.badResponse("this is not an HTTP response"), true, .unexpectedResponse),
        ])
    func failures(
        error: TransportError, mayHaveArrived: Bool, kind: ChannelsAPIError.Kind
    ) async throws {
        self.scene.sender.fail(error, mayHaveArrived: mayHaveArrived)
        let thrown = try await self.error()
        #expect(thrown.kind == kind)
        #expect(thrown.effect == (mayHaveArrived ? .unknown : .none))
        #expect(
            thrown.description.hasSuffix(
                mayHaveArrived
                    ? "The event may have been published, so it is not sent again."
                    : "The event was not published."), "\(thrown)")
        #expect(self.scene.sender.requests.count == 1, "it was sent again")
    }

    @Test("a cancelled call throws what every cancelled call throws")
    func cancelled() async throws {
        let api = try self.scene.api()
        for mayHaveArrived in [false, true] {
            self.scene.sender.fail(.cancelled, mayHaveArrived: mayHaveArrived)
            await #expect(throws: CancellationError.self) { try await api.channels() }
            self.scene.sender.fail(.cancelled, mayHaveArrived: mayHaveArrived)
            await #expect(throws: CancellationError.self) {
                try await api.trigger("a", on: "b", data: "c")
            }
            self.scene.sender.fail(.cancelled, mayHaveArrived: mayHaveArrived)
            let result = try await api.trigger([BatchEvent("a", on: "b", data: "c")])
            #expect(result.error is CancellationError)
            #expect(result.outcomes == [mayHaveArrived ? .unknown : .notPublished])
        }
    }

    @Test("hostile text of a server stays on one line, short, and without signatures")
    func hostileText() async throws {
        let signature = String(repeating: "a1", count: 32)
        self.scene.sender.answer(
            400, "\u{1B}[2J\nbad \(signature) " + String(repeating: "x", count: 10_000))
        let error = try await self.error()
        #expect(!error.body.contains("\u{1B}") && !error.body.contains("\n"))
        #expect(!error.body.contains(signature))
        #expect(error.body.count <= 420)
        #expect(error.description.count < 700)
    }
}
