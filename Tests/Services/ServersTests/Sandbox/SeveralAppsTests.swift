import BuoyTestBasics
import ChannelsProtocol
import ChannelsSigning
import ChannelsTransport
import ChannelsWebhooks
import Synchronization
import Testing

@testable import BuoyServers

@Suite("A sandbox with several apps", .inTurn)
struct SeveralAppsTests {
    private static let second = SandboxApp(
        id: "2", key: "second-key", secret: AppSecret("second-secret"))

    private static func options() -> SandboxOptions {
        var options = SandboxOptions()
        options.hasBots = false
        var other = SandboxApplication()
        other.app = Self.second
        other.limits.members = 1
        options.others = [other]
        return options
    }

    private static func withSandbox(
        _ options: SandboxOptions, _ body: (SandboxServer, Int) async throws -> Void
    ) async throws {
        let server = SandboxServer(options: options)
        try await server.start()
        do {
            try await body(server, try #require(await server.port))
        } catch {
            await server.stop()
            throw error
        }
        await server.stop()
    }

    private static func connect(_ port: Int, key: String) async throws -> LoopbackClient {
        let endpoint = WebSocketEndpoint(
            HTTPOrigin(host: "127.0.0.1", port: port), target: "/app/\(key)?protocol=7")
        let connection = try await NIOWebSocketConnector().connect(to: endpoint) { _ in }
        let client = LoopbackClient(connection)
        if case .connectionEstablished(let id, _) = try await client.next() {
            client.socketID.withLock { $0 = id }
        }
        return client
    }

    private static func call(
        _ method: String, _ path: String, app: SandboxApp, port: Int, body: String = ""
    ) async throws -> HTTPResponse {
        let signed = try RequestSignature(key: app.key, secret: app.secret).signed(
            method: method, path: path, body: Array(body.utf8),
            unixTime: WebhookVerifier.now / 1000)
        return try await Self.send(method, "\(path)?\(signed.encoded)", port: port, body: body)
    }

    private static func send(
        _ method: String, _ target: String, port: Int, body: String = ""
    ) async throws -> HTTPResponse {
        let request = HTTPRequest(
            method: method, origin: HTTPOrigin(host: "127.0.0.1", port: port), target: target,
            body: Array(body.utf8))
        return try await NIOHTTPRequester().send(
            request, timeLimit: .seconds(5), bodyLimit: 1 << 16)
    }

    private static func text(_ response: HTTPResponse) -> String {
        String(decoding: response.body, as: UTF8.self)
    }

    @Test("the apps do not see each other's channels, and an event reaches only one")
    func separation() async throws {
        try await Self.withSandbox(Self.options()) { _, port in
            let first = try await Self.connect(port, key: SandboxApp.standardKey)
            let second = try await Self.connect(port, key: Self.second.key)
            try await first.subscribe(to: "news")
            try await second.subscribe(to: "news")
            let event = #"{"name":"e","channels":["news"],"data":"2"}"#
            let answer = try await Self.call(
                "POST", "/apps/2/events", app: Self.second, port: port, body: event)
            #expect(answer.status == 200)
            let again = #"{"name":"e","channels":["news"],"data":"1"}"#
            _ = try await Self.call(
                "POST", "/apps/1/events", app: .standard, port: port, body: again)
            for (client, data) in [(first, "1"), (second, "2")] {
                let message = try await client.wait { message in
                    if case .event = message { true } else { false }
                }
                guard case .event(let event) = message else { continue }
                #expect(event.data.text == data)
            }
            try await first.subscribe(to: "mine")
            let list = try await Self.call("GET", "/apps/2/channels", app: Self.second, port: port)
            #expect(Self.text(list) == #"{"channels":{"news":{}}}"#)
        }
    }

    @Test("a key or a secret of one app does not open another")
    func secrets() async throws {
        try await Self.withSandbox(Self.options()) { _, port in
            let crossed = try await Self.call(
                "GET", "/apps/1/channels", app: Self.second, port: port)
            #expect(crossed.status == 401)
            let unknown = try await Self.call(
                "GET", "/apps/3/channels", app: Self.second, port: port)
            #expect(unknown.status == 404)
            let endpoint = WebSocketEndpoint(
                HTTPOrigin(host: "127.0.0.1", port: port), target: "/app/nobody?protocol=7")
            let stranger = LoopbackClient(
                try await NIOWebSocketConnector().connect(to: endpoint) { _ in })
            guard case .error(let error) = try await stranger.next() else {
                Issue.record("no error")
                return
            }
            #expect(error.code == 4001)
        }
    }

    @Test("the authorization endpoint signs for the app of the connection")
    func authorization() async throws {
        try await Self.withSandbox(Self.options()) { _, port in
            for (app, key) in [
                (SandboxApp.standard, SandboxApp.standardKey), (Self.second, Self.second.key),
            ] {
                let client = try await Self.connect(port, key: key)
                let id = try #require(client.socketID.withLock { $0 })
                let answer = try await Self.send(
                    "POST", "/pusher/auth", port: port,
                    body: "socket_id=\(id)&channel_name=private-a")
                let auth = try #require(JSONValue.parse(Self.text(answer))?["auth"]?.stringValue)
                let outcome = try app.channelSignature.check(
                    auth, socketID: id, channel: "private-a".channelName)
                #expect(outcome == .valid)
            }
        }
    }

    @Test("the old calls are answered: the stats of a channel, and a path without app")
    func deprecated() async throws {
        try await Self.withSandbox(Self.options()) { _, port in
            let client = try await Self.connect(port, key: Self.second.key)
            try await client.subscribe(to: "news")
            let stats = try await Self.call(
                "GET", "/apps/2/channels/news/stats", app: Self.second, port: port)
            #expect(Self.text(stats) == #"{"occupied":true,"subscription_count":1}"#)
            let users = try await Self.call(
                "GET", "/apps/2/channels/presence-x/stats", app: Self.second, port: port)
            #expect(
                Self.text(users) == #"{"occupied":false,"user_count":0,"subscription_count":0}"#)
            let ended = try await Self.call(
                "POST", "/users/7/terminate_connections", app: Self.second, port: port,
                body: "{}")
            #expect(ended.status == 200)
            let forged = try await Self.send(
                "POST", "/users/7/terminate_connections", port: port, body: "{}")
            #expect(forged.status == 401)
        }
    }

    @Test("webhooks of an app arrive at its receiver, signed with its secret")
    func webhooks() async throws {
        let receiver = WebhookReceiver(
            verifier: WebhookVerifier(keys: [Self.second.key: Self.second.secret]))
        let port = try await receiver.start(address: "127.0.0.1", port: 0)
        var options = Self.options()
        options.others[0].webhooks = [try WebhookTarget("http://127.0.0.1:\(port)/")]
        options.others[0].webhookOptions.holdTime = .zero
        try await Self.withSandbox(options) { _, port in
            let client = try await Self.connect(port, key: Self.second.key)
            let other = try await Self.connect(port, key: SandboxApp.standardKey)
            try await other.subscribe(to: "elsewhere")
            try await client.subscribe(to: "cache-a")
            try client.send(.unsubscribe("cache-a".channelName))
            var arrived: [WebhookEvent] = []
            for await received in receiver.deliveries {
                arrived += received.events
                if arrived.last == .channelVacated("cache-a".channelName) { break }
            }
            #expect(
                arrived == [
                    .channelOccupied("cache-a".channelName), .cacheMiss("cache-a".channelName),
                    .subscriptionCount("cache-a".channelName, 1),
                    .channelVacated("cache-a".channelName),
                ])
        }
        await receiver.stop()
    }
}
