import BuoyTestBasics
import BuoyTestSupport
import ChannelsProtocol
import ChannelsPushProtocol
import ChannelsTransport
import Foundation
import Testing

@testable import ChannelsPushNotifications

/// A service that a test plays: each request waits until the test answers it.
private final class ScriptedService: HTTPRequester {
    struct Exchange: Sendable {
        let request: HTTPRequest
        let answer: Mailbox<Result<HTTPResponse, TransportError>>

        var line: String { "\(self.request.method) \(self.request.target)" }

        func respond(_ status: Int, _ body: String = "") {
            self.answer.put(.success(HTTPResponse(status: status, body: Array(body.utf8))))
        }
    }

    private let exchanges = Mailbox<Exchange>()

    func send(
        _ request: HTTPRequest, timeLimit: Duration, bodyLimit: Int
    ) async throws(TransportError) -> HTTPResponse {
        let exchange = Exchange(request: request, answer: Mailbox())
        self.exchanges.put(exchange)
        guard let answer = await exchange.answer.take() else { throw .cancelled }
        return try answer.get()
    }

    func next() async throws -> Exchange {
        try #require(await self.exchanges.take())
    }

    var nextIfAny: Exchange? { self.exchanges.takeIfAny() }
}

@Suite("The push client")
struct PushClientTests {
    private let service = ScriptedService()
    private let clock = ManualClock()
    private static let token = "00fc13ad" + String(repeating: "5", count: 56)

    private func client(_ file: String? = nil, key: String = "key") throws -> PushClient {
        try PushClient(
            PushOptions(
                appKey: key, route: ServerRoute(url: "http://push.test/api"), stateFile: file),
            requester: self.service, time: self.clock)
    }

    @Test("it registers, subscribes and says when it is done")
    func flow() async throws {
        try await running(try self.client()) { client in
            try await client.register(.apns, token: Self.token)
            try await client.subscribe(to: "news", "a=b")
            let first = try await self.service.next()
            #expect(first.line == "POST /api/v1/clients")
            #expect(first.request.header("Content-Type") == "application/json")
            #expect(self.service.nextIfAny == nil)
            first.respond(201, #"{"id":"7"}"#)
            #expect(try await client.registered() == "7")
            let second = try await self.service.next()
            #expect(second.line == "POST /api/v1/clients/7/interests/news")
            second.respond(204)
            try await client.subscribed(to: "news")
            try await self.service.next().respond(204)
            try await client.settled()
            let status = await client.status
            #expect(status.registered == ["news", "a=b"])
            #expect(status.token == "00fc…5555")
            #expect(status.isTokenRegistered)
            try await client.unsubscribe(from: "news")
            let third = try await self.service.next()
            #expect(third.line == "DELETE /api/v1/clients/7/interests/news")
            #expect(third.request.body == Array(#"{"app_key":"key"}"#.utf8))
            third.respond(204)
            try await client.unsubscribed(from: "news")
        }
    }

    @Test("an illegal name or token is refused before anything is sent or saved")
    func illegal() async throws {
        let folder = try TestFolder()
        try await running(try self.client(folder.path + "/push.json")) { client in
            await #expect(throws: PushError.self) { try await client.subscribe(to: "ok", "not-ok") }
            await #expect(throws: PushError.self) { try await client.unsubscribe(from: "") }
            await #expect(throws: PushError.self) { try await client.register(.fcm, token: "a b") }
            await #expect(throws: PushError.notRegistered) { try await client.updateToken("x") }
            #expect(await client.status.requested == [])
            #expect(folder.names(in: "") == ["push.json.lock"])
        }
        #expect(self.service.nextIfAny == nil)
    }

    @Test("it waits before it repeats, and at once if asked to")
    func retry() async throws {
        try await running(try self.client()) { client in
            try await client.register(.gcm, token: Self.token)
            try await self.service.next().answer.put(.failure(.timedOut(phase: "connecting")))
            var statuses = await client.statuses().makeAsyncIterator()
            var status = try #require(await statuses.next())
            while status.nextRetry == nil { status = try #require(await statuses.next()) }
            let retry = try #require(status.nextRetry)
            #expect(retry.reason == "Timed out while connecting.")
            let wait = retry.time.duration(since: self.clock.now())
            #expect((0.5...1.0).contains(wait.inSeconds))
            await self.clock.sleeper(for: wait)
            self.clock.advance(by: wait)
            try await self.service.next().respond(503)
            while status.outbox.first?.attempts != 2 || status.nextRetry == nil {
                status = try #require(await statuses.next())
            }
            try await client.retryNow()
            try await self.service.next().respond(201, #"{"id":"7"}"#)
            try await client.settled()
            #expect(await client.status.lastError == nil)
        }
    }

    @Test("a refusal is thrown to whoever waits, and the client goes on")
    func refusal() async throws {
        try await running(try self.client()) { client in
            try await client.register(.apns, token: Self.token)
            try await self.service.next().respond(201, #"{"id":"7"}"#)
            try await client.registered()
            try await client.subscribe(to: "bad")
            try await self.service.next().respond(400, "Too many")
            let error = await #expect(throws: PushError.self) {
                try await client.subscribed(to: "bad")
            }
            #expect(
                error?.description
                    == "The subscription to bad was refused. The service rejected the request "
                    + "(HTTP 400): Too many. Once that is put right, request it again.")
            try await client.subscribe(to: "good")
            try await self.service.next().respond(200)
            try await client.subscribed(to: "good")
        }
    }

    @Test("whoever waits in a task that is cancelled gets what every cancelled call throws")
    func cancelledWait() async throws {
        let client = try self.client()
        try await running(client) { client in
            try await client.register(.fcm, token: Self.token)
            _ = try await self.service.next()
            let waiting = Task { try await client.registered() }
            waiting.cancel()
            await #expect(throws: CancellationError.self) { try await waiting.value }
        }
    }

    @Test("whoever waits without a registration, or after the end, is told")
    func nothingToWaitFor() async throws {
        let client = try self.client()
        try await running(client) { client in
            try await client.subscribe(to: "a")
            await #expect(throws: PushError.notRegistered) { try await client.settled() }
            await #expect(throws: PushError.notRegistered) { try await client.registered() }
        }
        await #expect(throws: PushError.stopped) { try await client.settled() }
        await #expect(throws: PushError.stopped) { try await client.subscribe(to: "b") }
    }

    @Test("stopped while a request is under way, the next client of the file sends it again")
    func restart() async throws {
        let folder = try TestFolder()
        let path = folder.path + "/push.json"
        do {
            try await running(try self.client(path)) { client in
                try await client.register(.apns, token: Self.token)
                try await client.subscribe(to: "a", "b")
                try await self.service.next().respond(201, #"{"id":"7"}"#)
                #expect(try await self.service.next().line.hasSuffix("/interests/a"))
            }
        }
        #expect(try PushStatus.saved(in: path)?.outbox.map(\.attempts) == [1, 0])
        try await running(try self.client(path)) { client in
            for name in ["a", "b"] {
                let exchange = try await self.service.next()
                #expect(exchange.line == "POST /api/v1/clients/7/interests/\(name)")
                exchange.respond(200)
            }
            try await client.settled()
        }
        #expect(try PushStatus.saved(in: path)?.registered == ["a", "b"])
    }

    @Test("the state is saved before a request is sent")
    func savedFirst() async throws {
        let folder = try TestFolder()
        let path = folder.path + "/push.json"
        try await running(try self.client(path)) { client in
            try await client.register(.apns, token: Self.token)
            let exchange = try await self.service.next()
            #expect(try PushStatus.saved(in: path)?.outbox.first?.attempts == 1)
            exchange.respond(201, #"{"id":"7"}"#)
            try await client.settled()
            #expect(try PushStatus.saved(in: path)?.deviceID == "7")
        }
    }

    @Test("a file of another application or endpoint is refused")
    func otherApp() async throws {
        let folder = try TestFolder()
        let path = folder.path + "/push.json"
        do {
            let client = try self.client(path)
            try await client.subscribe(to: "a")
            await client.stop()
        }
        let error = #expect(throws: PushError.self) { try self.client(path, key: "other") }
        #expect(
            error?.description.contains("belongs to the app key at http://push.test/api") == true)
        #expect(try PushStatus.saved(in: path)?.requested == ["a"])
    }

    @Test("what cannot be saved is not done")
    func unsavable() async throws {
        let folder = try TestFolder()
        let path = folder.path + "/push.json"
        let client = try self.client(path)
        // A folder in its place cannot be replaced by a file.
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: false)
        await #expect(throws: PushError.self) { try await client.subscribe(to: "a") }
        #expect(await client.status.requested == [])
        try FileManager.default.removeItem(atPath: path)
        try await client.subscribe(to: "a")
        #expect(try PushStatus.saved(in: path)?.requested == ["a"])
        await client.stop()
    }

    @Test("no status, error or dump contains the token")
    func tokenIsHidden() async throws {
        try await running(try self.client()) { client in
            try await client.register(.apns, token: Self.token)
            try await self.service.next().respond(400, "bad token \(Self.token)")
            await #expect(throws: PushError.self) { try await client.settled() }
            var text = "\(await client.status)"
            dump(await client.status, to: &text)
            dump(await client.outbox, to: &text)
            #expect(text.contains("00fc…5555"))
            #expect(!text.contains("00fc13ad5"))
        }
    }
}
