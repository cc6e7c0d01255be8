import BuoyTestBasics
import Channels
import ChannelsDiagnostics
import ChannelsTesting
import Testing

/// What users of the test double do, with its public interface alone.
@Suite("The test double", .inTurn)
struct ScriptedServerTests {
    private static let ana = PresenceUser(id: "ana", info: ["name": "Ana"])

    private static func options(_ authMethod: AuthMethod = .none) -> ChannelsOptions {
        ChannelsOptions(
            appKey: "key", host: .host("example.test"), authMethod: authMethod,
            policy: .fixed(.seconds(3)))
    }

    private static var signing: AuthMethod {
        .inline(secret: AppSecret("secret"), user: { _, _ in Self.ana })
    }

    /// Runs a client of the server while the test plays.
    private static func play(
        _ options: ChannelsOptions,
        _ scene: (ScriptedServer, ChannelsClient) async throws -> Void
    ) async throws {
        let server = ScriptedServer()
        let client = try server.client(options)
        async let running: Void = client.run()
        await client.connect()
        try await scene(server, client)
        await client.stop()
        await running
    }

    @Test("a client connects, subscribes and gets an event")
    func event() async throws {
        try await Self.play(Self.options()) { server, client in
            let attempt = try await server.nextAttempt()
            #expect(attempt.url.hasPrefix("wss://example.test:443/app/key?"))
            let orders = try await client.subscribe("orders")
            var events = orders.events("created").makeAsyncIterator()
            let connection = attempt.establish()
            let subscription = try await connection.nextSubscription()
            #expect(subscription.channel == "orders")
            #expect(subscription.channelData == nil)
            subscription.confirm()
            try await orders.subscribed()
            connection.publish("created", on: "orders", data: ["id": 7])
            #expect(await events.next()?.data.json?["id"] == 7)
        }
    }

    @Test("a refused subscription has the server's reason")
    func refusedSubscription() async throws {
        try await Self.play(Self.options()) { server, client in
            let orders = try await client.subscribe("orders")
            let connection = try await server.nextAttempt().establish()
            try await connection.nextSubscription().refuse("not for you")
            await #expect { try await orders.subscribed() } throws: {
                "\($0)".contains("not for you")
            }
        }
    }

    @Test("members of a presence channel come and go, and the client's own user is one")
    func members() async throws {
        try await Self.play(Self.options(Self.signing)) { server, client in
            let lobby = try await client.subscribe("lobby", as: .presence)
            var changes = lobby.memberChanges.makeAsyncIterator()
            let connection = try await server.nextAttempt().establish()
            let subscription = try await connection.nextSubscription()
            #expect(subscription.channelData == #"{"user_id":"ana","user_info":{"name":"Ana"}}"#)
            subscription.confirm(members: [Self.ana, PresenceUser(id: "björk")])
            guard case .replaced(let members, nil) = await changes.next() else {
                Issue.record("the members were not reported")
                return
            }
            #expect(members.ordered.map(\.id) == ["ana", "björk"])
            #expect(members["ana"]?.info?.json?["name"] == "Ana")
            connection.addMember(
                PresenceUser(id: "chen", info: ["name": "陳"]), to: "presence-lobby")
            guard case .added(let chen) = await changes.next() else {
                Issue.record("nobody came")
                return
            }
            #expect(chen.info?.json?["name"] == "陳")
            connection.removeMember("chen", from: "presence-lobby")
            guard case .removed(let gone) = await changes.next() else {
                Issue.record("nobody left")
                return
            }
            #expect(gone.id == "chen")
        }
    }

    @Test("client events go both ways")
    func clientEvents() async throws {
        try await Self.play(Self.options(Self.signing)) { server, client in
            let lobby = try await client.subscribe("presence-lobby")
            var typing = lobby.events("client-typing").makeAsyncIterator()
            let connection = try await server.nextAttempt().establish()
            try await connection.nextSubscription().confirm()
            try await lobby.subscribed()
            try await lobby.trigger("client-hello", data: ["to": "björk"])
            let event = try await connection.nextEvent()
            #expect(event.name == "client-hello")
            #expect(event.channel == "presence-lobby")
            #expect(event.data.json?["to"] == "björk")
            connection.publish(
                "client-typing", on: "presence-lobby", data: EventData("{}"), from: "björk")
            #expect(await typing.next()?.userID == "björk")
        }
    }

    @Test("an attempt that fails, or is refused, is retried when the clock has moved")
    func failures() async throws {
        try await Self.play(Self.options()) { server, client in
            let ends = client.reports
            try await server.nextAttempt().fail(cause: "connection refused")
            try await server.clock.timer(of: .seconds(3))
            server.clock.advance(by: .seconds(3))
            try await server.nextAttempt().refuse(status: 503, reason: "Busy")
            var words: [String] = []
            for await event in ends {
                guard case .attemptFailed = event.kind else { continue }
                words.append("\(event)")
                if words.count == 2 { break }
            }
            #expect(words.first?.contains("connection refused") == true, "\(words)")
            #expect(words.last?.contains("503") == true, "\(words)")
        }
    }

    @Test("pings are answered")
    func pings() async throws {
        try await Self.play(Self.options()) { server, client in
            let reports = client.reports
            let connection = try await server.nextAttempt().establish()
            try await server.clock.timer(of: .seconds(120))
            server.clock.advance(by: .seconds(120))
            for await report in reports {
                guard case .pongReceived(let roundTrip) = report.kind else { continue }
                #expect(roundTrip == .zero)
                break
            }
            #expect(try await connection.nextText().contains("pusher:ping"))
        }
    }

    @Test("a close code is what the client reports")
    func closing() async throws {
        try await Self.play(Self.options()) { server, client in
            let errors = client.errors
            try await server.nextAttempt().establish().close(code: 4001, reason: "unknown app")
            var error = errors.makeAsyncIterator()
            #expect(await error.next()?.code == 4001)
            #expect(await client.state == .failed)
        }
    }

    @Test("an authorization endpoint is answered by the test")
    func endpoint() async throws {
        var endpoint = AuthEndpoint(
            url: "https://example.com/pusher/auth", headers: [RequestField("X-App", "orders")])
        endpoint.retries = 0
        try await Self.play(Self.options(.endpoint(endpoint))) { server, client in
            try await client.subscribe("private-orders")
            let connection = try await server.nextAttempt().establish()
            let request = try await server.nextRequest()
            #expect(request.method == "POST")
            #expect(request.url == "https://example.com:443/pusher/auth")
            #expect(request.header("x-app") == "orders")
            #expect(request.body == "socket_id=1.1&channel_name=private-orders")
            request.respond(
                body: #"{"auth":"key:"# + String(repeating: "0", count: 64) + #""}"#)
            #expect(try await connection.nextSubscription().channel == "private-orders")

            let other = try await client.subscribe("private-other")
            try await server.nextRequest().fail(cause: "connection refused")
            await #expect { try await other.subscribed() } throws: {
                "\($0)".contains("connection refused")
            }
        }
    }

    @Test("several clients share a server and its clock")
    func severalClients() async throws {
        try await Self.play(Self.options()) { server, _ in
            let other = try server.client(Self.options())
            async let running: Void = other.run()
            await other.connect()
            let first = try await server.nextAttempt().establish()
            let second = try await server.nextAttempt().establish()
            #expect(first !== second)
            await other.stop()
            await running
        }
    }

    @Test("waiting ends when the task is cancelled")
    func cancelling() async throws {
        let server = ScriptedServer()
        let waits: [@Sendable () async throws -> Void] = [
            { _ = try await server.nextAttempt() }, { _ = try await server.nextRequest() },
            { try await server.clock.timer(of: .seconds(1)) },
        ]
        for wait in waits {
            let task = Task { try await wait() }
            await Task.yield()
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
    }

    @Test("two who wait are served in turn")
    func twoWaiting() async throws {
        let server = ScriptedServer()
        async let first = server.nextAttempt()
        async let second = server.nextAttempt()
        for _ in 1...2 {
            let client = try server.client(Self.options())
            Task { await client.run() }
            await client.connect()
        }
        let urls = try await [first.url, second.url]
        #expect(urls.allSatisfy { $0.contains("/app/key") })
    }

    @Test("lagging messages arrive late, and later ones do not overtake them")
    func lag() async throws {
        let seen = Seen()
        try await Self.play(Self.options()) { server, client in
            await client.bind { event in await seen.add(event) }
            try await client.subscribe("orders")
            let connection = try await server.nextAttempt().establish()
            try await connection.nextSubscription().confirm()
            connection.lag = .seconds(2)
            connection.publish("first", on: "orders", data: "1")
            connection.lag = .zero
            connection.publish("second", on: "orders", data: "2")
            server.clock.advance(by: .seconds(1))
            try await server.delivered()
            #expect(await seen.names.isEmpty)
            server.clock.advance(by: .seconds(1))
            connection.publish("third", on: "orders", data: "3")
            try await server.delivered()
            #expect(await seen.names == ["first", "second", "third"])
        }
    }

    private actor Seen {
        private(set) var names: [EventName] = []

        func add(_ event: ReceivedEvent) {
            if !event.name.text.hasPrefix("pusher") { self.names.append(event.name) }
        }
    }
}
