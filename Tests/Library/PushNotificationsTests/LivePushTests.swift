import BuoyServers
import BuoyTestBasics
import ChannelsProtocol
import ChannelsPushProtocol
import ChannelsTransport
import Foundation
import Testing

@testable import ChannelsPushNotifications

/// A sandbox without bots, on a port of the system's choice unless one is given.
private struct LiveSandbox {
    let server: SandboxServer
    let port: Int

    init(port: Int = 0) async throws {
        var options = SandboxOptions()
        options.hasBots = false
        options.port = port
        self.server = SandboxServer(options: options)
        try await self.server.start()
        self.port = try #require(await self.server.port)
    }

    /// What the sandbox says at a path.
    ///
    /// - Parameter body: what is posted; `nil` for a question.
    func ask(_ path: String, posting body: String? = nil) async throws -> JSONValue {
        let request = HTTPRequest(
            method: body == nil ? "GET" : "POST",
            origin: HTTPOrigin(host: "127.0.0.1", port: self.port),
            target: "/sandbox/push/" + path, body: Array((body ?? "").utf8))
        let response = try await NIOHTTPRequester().send(
            request, timeLimit: .seconds(5), bodyLimit: 1 << 20)
        return try #require(JSONValue.parse(String(decoding: response.body, as: UTF8.self)))
    }

    /// How many requests of a kind it carried out.
    func count(_ kind: String) async throws -> Int? {
        try await self.ask("clients")["requests"]?[kind]?.intValue
    }
}

@Suite("The push client with a sandbox", .inTurn)
struct LivePushTests {
    private static let token = "00fc13ad" + String(repeating: "5", count: 56)

    private func client(_ sandbox: LiveSandbox, _ folder: TestFolder) throws -> PushClient {
        try PushClient(
            PushOptions(
                appKey: SandboxApp.standardKey,
                route: try ServerRoute(url: "http://127.0.0.1:\(sandbox.port)/client_api"),
                stateFile: folder.path + "/push.json"))
    }

    @Test("a device registers, subscribes, gets a new token, and ends a subscription")
    func flow() async throws {
        let folder = try TestFolder()
        let sandbox = try await LiveSandbox()
        try await running(try self.client(sandbox, folder)) { client in
            try await client.register(.apns, token: Self.token)
            try await client.subscribe(to: "news", "a=b;c,d@e.f", "..")
            try await client.settled()
            let id = try await client.registered()
            let reached = try await sandbox.ask("interests/a%3Db%3Bc%2Cd%40e.f")
            #expect(reached["clients"]?[0]?["id"]?.stringValue == id)
            try await client.updateToken("new" + Self.token)
            try await client.updateToken("new" + Self.token)
            try await client.unsubscribe(from: "news")
            try await client.settled()
            #expect(try await sandbox.ask("interests/news")["count"]?.intValue == 0)
            let listed = try await sandbox.ask("clients")
            #expect(listed["clients"]?[0]?["token"]?.stringValue == "new0…5555")
            #expect(try await sandbox.count("token") == 1)
            #expect(try await sandbox.count("subscribe") == 3)
        }
        await sandbox.server.stop()
    }

    @Test("a sandbox is stopped mid-way and another started: all interests arrive there, once")
    func restartedSandbox() async throws {
        let folder = try TestFolder()
        let first = try await LiveSandbox()
        try await running(try self.client(first, folder)) { client in
            try await client.register(.fcm, token: Self.token)
            try await client.subscribe(to: "one", "two")
            try await client.settled()
            await first.server.stop()
            try await client.subscribe(to: "three")
            // It notices that nobody answers.
            for await status in await client.statuses() where status.nextRetry != nil { break }
            let second = try await LiveSandbox(port: first.port)
            try await client.retryNow()
            try await client.settled()
            for interest in ["one", "two", "three"] {
                #expect(try await second.ask("interests/\(interest)")["count"]?.intValue == 1)
            }
            #expect(try await second.count("register") == 1)
            #expect(try await second.count("subscribe") == 3)
            #expect(await client.status.registered == ["one", "two", "three"])
            await second.server.stop()
        }
    }

    @Test("faults pass: 503 and 429 are repeated, and a forgotten device is verified")
    func faults() async throws {
        let folder = try TestFolder()
        let sandbox = try await LiveSandbox()
        try await running(try self.client(sandbox, folder)) { client in
            _ = try await sandbox.ask("faults", posting: #"{"status":503}"#)
            try await client.register(.apns, token: Self.token)
            for await status in await client.statuses() where status.nextRetry != nil { break }
            try await client.retryNow()
            let before = try await client.registered()
            try await client.subscribe(to: "news")
            try await client.settled()
            _ = try await sandbox.ask("faults", posting: #"{"forget":true}"#)
            try await client.verify()
            try await client.settled()
            #expect(try await client.registered() != before)
            #expect(try await sandbox.ask("interests/news")["count"]?.intValue == 1)
        }
        await sandbox.server.stop()
    }

    @Test("the state comes back with another client of the same file")
    func restored() async throws {
        let folder = try TestFolder()
        let sandbox = try await LiveSandbox()
        do {
            let client = try self.client(sandbox, folder)
            // Nothing runs: it is only saved.
            try await client.register(.apns, token: Self.token)
            try await client.subscribe(to: "one", "two")
            await client.stop()
        }
        try await running(try self.client(sandbox, folder)) { client in
            try await client.settled()
        }
        #expect(try await sandbox.count("subscribe") == 2)
        try await running(try self.client(sandbox, folder)) { client in
            #expect(await client.status.registered == ["one", "two"])
            try await client.register(.apns, token: Self.token)
            try await client.subscribe(to: "one")
            try await client.settled()
        }
        // Nothing was sent again.
        #expect(try await sandbox.count("subscribe") == 2)
        #expect(try await sandbox.count("register") == 1)
        #expect(try await sandbox.count("token") == 0)
        await sandbox.server.stop()
    }

    @Test("another app key is refused, and the interests wait")
    func wrongKey() async throws {
        let sandbox = try await LiveSandbox()
        let client = try PushClient(
            PushOptions(
                appKey: "wrong",
                route: ServerRoute(url: "http://127.0.0.1:\(sandbox.port)/client_api")))
        try await running(client) { client in
            try await client.register(.apns, token: Self.token)
            try await client.subscribe(to: "one")
            let error = await #expect(throws: PushError.self) { try await client.settled() }
            guard case .refused(let refusal) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(refusal.kind == .register)
            #expect(refusal.reason.hasSuffix("(HTTP 401): Unknown app_key"))
        }
        await sandbox.server.stop()
    }
}
