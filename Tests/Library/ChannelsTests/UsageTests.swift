import BuoyTestBasics
import BuoyTestSupport
import Channels
import ChannelsProtocol
import Foundation
import Testing

/// What users of the library typed, as they typed it: with the public interface alone.
@Suite("Use: what users type works", .inTurn)
struct UsageTests {
    private struct Price: Codable, Equatable, Sendable { var bid: Double }

    private static let method = AuthMethod.inline(secret: AppSecret("s")) { _, _ in
        PresenceUser(id: "ana")
    }

    @Test("a text names a channel or an event anywhere")
    func texts() async throws {
        try await ClientScene().play { scene in
            let client = scene.client
            let connection = await scene.establish()
            try await client.subscribe("orders")
            let channelName = "orders"
            let eventName = "created"
            let orders = try #require(await client.channel(channelName))
            #expect(await client.channel("orders") == orders)
            #expect(await client.channel(orders.name) == orders)
            #expect(orders.name == "orders")
            var created = orders.events(eventName).makeAsyncIterator()
            connection.say(ClientScene.event("created", on: orders.name, "1"))
            let event = try #require(await created.next())
            #expect(event.channel == "orders")
            #expect(event.channel == channelName)
            #expect(event.channel != "others")
            #expect(event.name == "created")
            #expect(event.name == eventName)
            let name: String = event.name.text
            #expect(name == "created")
            switch event.channel {
            case "orders": break
            default: Issue.record("another channel")
            }
            await client.unsubscribe("orders")
            #expect(await client.channel("orders") == nil)
        }
    }

    @Test("a client runs once: a second closure is not called, and the error says so")
    func secondRun() async throws {
        try await ClientScene().play { scene in
            _ = await scene.establish()
            let error = await #expect(throws: ClientError.self) {
                try await scene.client.run { Issue.record("the closure was called") }
            }
            #expect(error?.text == "This client has already run: create a new one.")
            #expect(await scene.client.state == .connected)
        }
        let stopped = try ChannelsClient(ChannelsOptions(appKey: "key", host: .host("127.0.0.1")))
        await stopped.stop()
        let error = await #expect(throws: ClientError.self) {
            try await stopped.run { Issue.record("the closure was called") }
        }
        #expect(error?.text == "The client has stopped.")
    }

    @Test("an event's data is read as a type, and a client event is sent from one")
    func types() async throws {
        try await ClientScene(authMethod: Self.method).play { scene in
            let connection = await scene.establish()
            let ticker = try await scene.client.subscribe("ticker", as: .private)
            await scene.confirm(connection)
            var prices = ticker.events("price", as: Price.self).makeAsyncIterator()
            connection.say(
                ClientScene.event("price", on: ticker.name, #"{"bid":1.5}"#),
                ClientScene.event("price", on: ticker.name, "plain"),
                ClientScene.event("price", on: ticker.name, #"{"bid":2.5}"#))
            #expect(try await prices.next() == Price(bid: 1.5))
            await #expect(throws: ChannelsError.self) { try await prices.next() }
            #expect(try await prices.next() == Price(bid: 2.5))

            try await ticker.trigger("client-x", encoding: Price(bid: 3.5))
            try await ticker.trigger("client-x", data: ["typing": true])
            try await ticker.trigger("client-x", data: "hello")
            let expected: [EventData] = [
                EventData(json: ["bid": .number("3.5")]), EventData(json: ["typing": true]),
                "hello",
            ]
            for data in expected {
                guard case .event(let sent)? = await connection.heard() else {
                    Issue.record("no client event was sent")
                    return
                }
                #expect(sent.data == data)
            }
            await #expect(throws: ChannelsError.self) {
                try await ticker.trigger("client-x", encoding: Double.nan)
            }
        }
    }

    @Test("subscribed() waits for the confirmation")
    func subscribed() async throws {
        try await ClientScene().play { scene in
            let connection = await scene.establish()
            let orders = try await scene.client.subscribe("orders")
            async let waiting: Void = orders.subscribed()
            await scene.confirm(connection)
            try await waiting
            try await orders.subscribed()
        }
    }

    @Test("subscribed() throws the refusal, also one of an hour ago")
    func refused() async throws {
        try await ClientScene().play { scene in
            let connection = await scene.establish()
            let orders = try await scene.client.subscribe("orders")
            async let waiting: Void = orders.subscribed()
            _ = await connection.heard()
            connection.say(
                .subscriptionError(orders.name, type: "AuthError", text: "Go away.", status: 403))
            do {
                try await waiting
                Issue.record("it was not refused")
            } catch let error as ClientError {
                #expect(error.phase == .subscription)
                #expect(error.status == 403)
                #expect(error.channel == "orders")
                #expect("\(error)".contains("Go away."))
            }
            await #expect(throws: ClientError.self) { try await orders.subscribed() }
            await orders.unsubscribe()
            await #expect(throws: ClientError.self) { try await orders.subscribed() }
        }
    }

    @Test("subscribed() throws when no answer can come any more")
    func hopeless() async throws {
        let scene = try ClientScene()
        let orders = try await scene.client.subscribe("orders")
        try await scene.play { scene in
            let cancelled = Task { try await orders.subscribed() }
            cancelled.cancel()
            await #expect(throws: CancellationError.self) { try await cancelled.value }
            async let waiting: Void = orders.subscribed()
            await scene.client.connect()
            await scene.network.nextAttempt().accept().end(4001, "no such app")
            do {
                try await waiting
                Issue.record("there is no connection")
            } catch {
                #expect(error is ClientError)
            }
            await #expect(throws: ClientError.self) { try await orders.subscribed() }
        }
    }

    @Test("members begin with those who are there")
    func members() async throws {
        try await ClientScene(authMethod: Self.method).play { scene in
            let connection = await scene.establish()
            let lobby = try await scene.client.subscribe(
                "lobby", as: .presence, authorization: nil)
            await scene.confirm(connection, roster: Roster(members: [PresenceMember(id: "ana")]))
            for _ in 1...2 {
                for await change in lobby.memberChanges {
                    guard case .replaced(let members, _) = change else {
                        Issue.record("\(change) came first")
                        return
                    }
                    #expect(members["ana"] != nil)
                    break
                }
            }
        }
    }

    @Test("a presence channel is subscribed to with an authorization from elsewhere")
    func givenAuthorization() async throws {
        try await ClientScene().play { scene in
            let connection = await scene.establish()
            let given = ChannelAuthorization(auth: "key:ab", channelData: #"{"user_id":"ana"}"#)
            try await scene.client.subscribe("lobby", as: .presence, authorization: given)
            #expect(
                await connection.heard()
                    == .subscribe(ChannelName(wire: "presence-lobby"), given))
        }
    }

    @Test("the time of an event is a date")
    func date() async throws {
        try await ClientScene().play { scene in
            let connection = await scene.establish()
            var events = scene.client.events("price").makeAsyncIterator()
            connection.say(ClientScene.event("price", on: nil, "1"))
            let event = try #require(await events.next())
            #expect(
                event.time.date.timeIntervalSince1970
                    == Double(event.time.wallMicroseconds) / 1_000_000)
        }
    }

    @Test("leaving a connection by reconnect() is no gap")
    func reconnectIsNoGap() async throws {
        try await ClientScene().play { scene in
            _ = await scene.establish("1.1")
            await scene.client.reconnect()
            _ = await scene.acceptAndEstablish("2.2")
            _ = await scene.catchUp()
            let kinds = await scene.report.seen.map(\.kind)
            #expect(!kinds.contains { if case .gap = $0 { true } else { false } })
        }
    }
}
