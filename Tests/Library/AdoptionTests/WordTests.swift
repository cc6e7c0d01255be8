import BuoyTestBasics
import Channels
import ChannelsDiagnostics
import ChannelsHTTPAPI
import ChannelsPushNotifications
import ChannelsTesting
import Testing

/// One word for one thing, in all products.
@Suite(.inTurn)
struct WordTests {
    @Test("reports are what the client tells, events are what channels carry")
    func reportsAndEvents() async throws {
        let server = ScriptedServer()
        let client = try server.client(ChannelsOptions(appKey: "key", host: .cluster("eu")))
        try await client.subscribe("orders")
        let (reports, batches, events) = (client.reports, client.reportBatches, client.events)
        async let running: Void = client.run()
        await client.connect()
        let connection = try await server.nextAttempt().establish()
        try await connection.nextSubscription().confirm()
        connection.publish("created", on: "orders", data: ["id": 7])
        reading: for await report in reports {
            switch report.kind {
            case .received(let event) where event.name == "created": break reading
            default: continue
            }
        }
        batching: for await batch in batches {
            for report in batch {
                if case .received(let event) = report.kind, event.name == "created" {
                    break batching
                }
            }
        }
        for await event in events where event.name == "created" {
            #expect(event.channel == "orders")
            break
        }
        await client.stop()
        await running
    }

    @Test("states begin with the present one, and changes with the last one there was")
    func states() async throws {
        let server = ScriptedServer()
        let client = try server.client(ChannelsOptions(appKey: "key", host: .cluster("eu")))
        let (states, changes) = (client.states, client.stateChanges)
        async let running: Void = client.run()
        await client.connect()
        _ = try await server.nextAttempt().establish()
        var seen: [ConnectionState] = []
        for await state in states {
            seen.append(state)
            if state == .connected { break }
        }
        #expect(seen == [.initialized, .connecting, .connected])
        for await change in changes {
            #expect(change.previous == .initialized && change.current == .connecting)
            break
        }
        for await change in client.stateChanges {
            #expect(change.previous == .connecting && change.current == .connected)
            break
        }
        await client.stop()
        await running
    }

    @Test("every product takes the same way to a server")
    func options() throws {
        var route = ServerRoute(host: .cluster("eu"))
        route.proxy = .none
        let secret = AppSecret("s")
        _ = try (
            ChannelsClient(ChannelsOptions(appKey: "key", route: route)),
            ChannelsAPI(
                ChannelsAPIOptions(appID: "1", appKey: "key", secret: secret, route: route)),
            PushClient(PushOptions(appKey: "key", route: route))
        )
    }

    @Test("names are strings, also those of the HTTP API")
    func names() async throws {
        var options = ChannelsAPIOptions(
            appID: "1", appKey: "key", secret: AppSecret("s"), host: .host("127.0.0.1"))
        options.route.port = 1
        options.route.proxy = .none
        let api = try ChannelsAPI(options)
        let (event, channel) = ("created", "orders")
        struct Order: Encodable { var id: Int }
        await #expect(throws: ChannelsAPIError.self) {
            try await api.trigger(event, on: channel, encoding: Order(id: 7))
        }
        await #expect(throws: ChannelsAPIError.self) {
            try await api.trigger(event, on: [channel, "lunch"], data: ["id": 7])
        }
        await #expect(throws: ChannelsAPIError.self) { try await api.channel(channel) }
        await #expect(throws: ChannelsAPIError.self) { try await api.users(of: "presence-a") }
        await #expect(throws: ChannelsAPIError.self) {
            try await api.send(event, to: "ana", encoding: Order(id: 7))
        }
        let user = ["ana"][0]
        await #expect(throws: ChannelsAPIError.self) {
            try await api.send(event, to: user, data: "hello")
        }
        await #expect(throws: ChannelsAPIError.self) {
            try await api.terminateConnections(of: user)
        }
        #expect(PresenceUser(id: user).id == UserData(id: user).id)
    }

    @Test("a call in a cancelled task throws the same in every product")
    func cancellation() async throws {
        var options = ChannelsAPIOptions(
            appID: "1", appKey: "key", secret: AppSecret("s"), host: .host("127.0.0.1"))
        options.route.port = 1
        options.route.proxy = .none
        let api = try ChannelsAPI(options)
        let push = try PushClient(
            PushOptions(
                appKey: "key", route: try ServerRoute(url: "http://127.0.0.1:1")))
        try await push.register(.fcm, token: String(repeating: "5", count: 64))
        let client = try ScriptedServer().client(
            ChannelsOptions(appKey: "key", host: .cluster("eu")))
        let orders = try await client.subscribe("orders")
        let calls: [@Sendable () async throws -> Void] = [
            { try await api.trigger("created", on: "orders", data: "x") },
            { _ = try await api.channels() }, { _ = try await push.registered() },
            { try await push.settled() }, { try await client.connected() },
            { try await orders.subscribed() },
        ]
        for call in calls {
            let task = Task {
                // It is cancelled before the call starts.
                while !Task.isCancelled { await Task.yield() }
                try await call()
            }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
    }

    @Test("parameters and headers are written as a dictionary")
    func fields() async throws {
        let tokens = ["Authorization": "Bearer x"]
        var endpoint = AuthEndpoint(
            url: "https://example.com/auth", parameters: ["tenant": "7"], headers: ["X-App": "shop"]
        )
        endpoint.headersProvider = { _ in RequestFields(tokens) }
        endpoint.parametersProvider = { context in ["token": "fresh \(context.attempt)"] }
        let context = AuthContext(socketID: try #require(SocketID("1.2")), channel: nil)
        #expect(try await endpoint.parametersProvider?(context)["token"] == "fresh 1")
        endpoint.headers["x-app"] = "store"
        #expect(endpoint.headers.map(\.value) == ["store"])
        #expect(endpoint.parameters["tenant"] == "7")
        endpoint.headers["X-App"] = nil
        #expect(endpoint.headers.isEmpty)
        var request = AuthHTTPRequest(url: "https://example.com", headers: ["A": "1", "B": "2"])
        request.headers.append(RequestField("A", "3"))
        #expect(request.headers.map(\.name) == ["A", "B", "A"])
    }

    @Test("a sentence says that a channel is public")
    func sentence() async throws {
        let client = try ScriptedServer().client(
            ChannelsOptions(appKey: "key", host: .cluster("eu")))
        let orders = try await client.subscribe("orders")
        let error = await #expect(throws: ChannelsError.self) {
            try await orders.trigger("client-x", data: ["id": 7])
        }
        #expect(
            error?.description
                == "Clients can send events only on private and presence channels, and orders is "
                + "public.")
    }
}
