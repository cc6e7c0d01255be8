import Channels
import ChannelsHTTPAPI
import ChannelsPushNotifications
import ChannelsTesting
import ChannelsWebhooks
import Foundation
import NIOCore
import Testing

/// What people type who come from pusher-js, PusherSwift or a server library. Most of it is only
/// compiled: each line is a call in a form that must stay valid, with variables.
struct CallTests {
    private struct Message: Codable { var text: String }

    private static func makeClients(_ key: String, _ cluster: String, _ port: Int) throws {
        var options = ChannelsOptions(appKey: key, host: .cluster(cluster))
        options.authMethod = .endpoint(AuthEndpoint(url: "https://example.com/auth"))
        options.authMethod = .inline(secret: AppSecret("s"))
        options.authMethod = .authorizer { channel, socketID in
            ChannelAuthorization(auth: "\(channel):\(socketID)")
        }
        options.authMethod = .requestBuilder { channel, socketID in
            AuthHTTPRequest(url: "https://example.com/\(channel)/\(socketID)")
        }
        options.autoReconnect = false
        options.activityTimeout = .seconds(30)
        _ = try ChannelsClient(options)
        let host = ChannelsHost.host("ws.example.com")
        _ = ChannelsOptions(appKey: key, host: host, port: port, path: "/a", usesTLS: false)
        _ = ChannelsAPIOptions(
            appID: "1", appKey: key, secret: AppSecret("s"), host: host, port: port, path: "/a",
            usesTLS: false)
    }

    private static func connect(_ client: ChannelsClient) async throws {
        await client.connect()
        try await client.connected()
        print(await client.state == .connected, await client.socketID ?? "none")
        await client.onStateChange { change in print(change.previous, change.current) }
        let id = await client.onStateChange(to: .connected) { print($0) }
        await client.removeStateHandler(id)
        for await state in client.states { print(state.rawValue) }
        for await error in client.errors where error.code == 4004 { print(error) }
        await client.setPolicy(.never)
        await client.disconnect()
    }

    private static func subscribe(_ client: ChannelsClient, _ name: String) async throws {
        let orders = try await client.subscribe(name)
        try await client.subscribe("orders")
        try await client.subscribe("private-\(name)")
        let lobby = try await client.subscribe("lobby", as: .presence)
        try await lobby.subscribed()
        print(await orders.isSubscribed, await lobby.members?.count ?? 0)
        print(await lobby.me?.id ?? "none", await lobby.members?["ana"]?.info ?? "none")
        if let members = await lobby.members { for member in members { print(member.id) } }
        print(await client.channel(name)?.name ?? "none", await client.channels.map(\.name))
        await client.unsubscribe(name)
        await client.unsubscribe(orders.name)
        await client.unsubscribeAll()
    }

    private static func bind(
        _ client: ChannelsClient, _ orders: ChannelsClient.Channel, _ name: String
    ) async throws {
        let created = await orders.bind("created") { event in print(event.data.text) }
        await orders.bind(name) { print($0) }
        await orders.bind { event in print(event.name) }
        await client.bind("created") { event in print(event) }
        await client.bind { event in await orders.unbindAll(event.name) }
        await client.bindUser("note") { print($0) }
        await client.bindUser { print($0) }
        await orders.unbind(created)
        await client.unbind(created)
        await orders.unbindAll("created")
        await orders.unbindAll()
        await client.unbindAll()
        await client.signIn()
        for await event in client.userEvents("note") { print(event) }
        for try await message in orders.events("created", as: Message.self) { print(message) }
    }

    private static func read(_ event: ReceivedEvent) throws -> Bool {
        switch event.name {
        case "created": print(event.data.json?["id"]?.intValue ?? 0)
        case "paid": print(try event.decode(Message.self))
        default: break
        }
        return event.channel == "orders" && event.userID != "ana" && event.name == "created"
    }

    private static func trigger(
        _ lobby: ChannelsClient.Channel, _ event: String, _ text: String
    ) async throws {
        try await lobby.trigger("client-message", data: "hello")
        try await lobby.trigger("client-message", data: ["text": "Welcome, \(text)", "n": 1])
        try await lobby.trigger("client-message", data: ["text": .string(text), "n": 1])
        try await lobby.trigger("client-message", encoding: ["text": text])
        try await lobby.trigger(event, encoding: Message(text: text))
        try await lobby.trigger(event, data: EventData(text))
    }

    private static func publish(
        _ api: ChannelsAPI, _ channel: String, _ message: Message, _ sender: SocketID
    ) async throws {
        try await api.trigger("created", on: "orders", data: ["id": 7, "name": "Ana"])
        try await api.trigger("created", on: channel, encoding: ["text": message.text])
        try await api.trigger("created", on: [channel, "news"], encoding: message)
        try await api.trigger("created", on: channel, encoding: message, excluding: sender)
        try await api.trigger("created", on: channel, data: "x", info: [.subscriptionCount])
        try await api.send("note", to: "ana", encoding: message)
        let batch = try [
            BatchEvent("created", on: channel, data: ["id": 7]),
            BatchEvent("created", on: "news", encoding: message),
        ]
        print(try await api.trigger(batch).publishedCount)
        print(try await api.channels(prefix: "presence-"))
        print(try await api.channel(channel, info: [.userCount]).userCount ?? 0)
        print(try await api.users(of: channel))
        try await api.terminateConnections(of: "ana")
    }

    private static func answer(
        _ signer: ChannelsSigner, _ body: ByteBuffer, _ data: Data
    ) throws -> String {
        let request = try AuthEndpointRequest(body: body.readableBytesView)
        let verifier = WebhookVerifier(signer)
        print(try verifier.verify(body: body.readableBytesView, key: "k", signature: "s").events)
        print(try verifier.verify(body: data, key: "k", signature: "s").events)
        print(try verifier.verify(body: Array(data), key: "k", signature: nil).events)
        return try signer.authorize(channel: request.channel, socketID: request.socketID)
            .responseBody
    }

    private static func push(_ client: PushClient, _ interests: [String]) async throws {
        try await client.register(.apns, token: "token")
        try await client.subscribe(to: "news", "weather")
        try await client.setInterests(interests)
        try await client.unsubscribe(from: interests)
    }

    @MainActor private final class Screen {
        private(set) var lines: [String] = []
        private(set) var states: [ConnectionState] = []

        func show(_ client: ChannelsClient, _ orders: ChannelsClient.Channel) async {
            await orders.bind("created") { event in self.lines.append(event.data.text) }
            await client.bind { [weak self] event in
                MainActor.assertIsolated()
                self?.lines.append(event.name.text)
            }
            await client.onStateChange { change in self.states.append(change.current) }
        }
    }

    private actor Shop {
        private(set) var orders: [String] = []

        func open(_ channel: ChannelsClient.Channel) async {
            await channel.bind("created") { event in self.orders.append(event.data.text) }
        }
    }

    @Test("a handler changes the actor that it was written in, without a word about it")
    func isolation() async throws {
        let server = ScriptedServer()
        let client = try server.client(ChannelsOptions(appKey: "key", host: .cluster("eu")))
        let screen = Screen()
        let shop = Shop()
        try await client.run {
            let orders = try await client.subscribe("orders")
            await screen.show(client, orders)
            await shop.open(orders)
            let connection = try await server.nextAttempt().establish()
            try await connection.nextSubscription().confirm()
            connection.publish("created", on: "orders", data: "tea")
            try await server.delivered()
        }
        #expect(await Set(screen.lines) == ["tea", "created", "pusher:subscription_succeeded"])
        #expect(await screen.states.contains(.connected))
        #expect(await shop.orders == ["tea"])
    }
}
