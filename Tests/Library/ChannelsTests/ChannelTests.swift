import BuoyTestBasics
import BuoyTestSupport
import Channels
import ChannelsDiagnostics
import ChannelsProtocol
import Testing

@Suite("Channels of a client", .inTurn)
struct ChannelTests {
    private static let endpoint = AuthMethod.endpoint(AuthEndpoint(url: "http://auth.test/"))

    @Test("a channel is found by its name as long as it is wanted")
    func lookUp() async throws {
        try await ClientScene().play { scene in
            let orders = try await scene.client.subscribe("orders")
            try await scene.client.subscribe("prices")
            #expect(await scene.client.channels.map(\.description) == ["orders", "prices"])
            #expect(await scene.client.channel(ChannelName("orders")) == orders)
            #expect(await scene.client.channel(ChannelName("ghost")) == nil)
            #expect(orders.kind == .public)
            #expect(await orders.state == .requested)
            await orders.unsubscribe()
            #expect(await scene.client.channel(ChannelName("orders")) == nil)
            #expect(await orders.state == nil)
            #expect(await !orders.isSubscribed)
        }
    }

    @Test("all channels can be given up at once, with their bindings and whatever their state")
    func unsubscribesAll() async throws {
        try await ClientScene(authMethod: Self.endpoint).play { scene in
            let channels = try await [
                scene.client.subscribe("orders"), scene.client.subscribe("private-a"),
            ]
            let connection = await scene.establish()
            await scene.confirm(connection)
            var bindings: [EventBinding] = []
            for channel in channels { bindings.append(await channel.bind("e")) }
            let own = await scene.client.bind("e")
            await scene.client.unsubscribeAll()
            #expect(await connection.heard() == .unsubscribe(channels[0].name))
            #expect(await scene.client.channels.isEmpty)
            #expect(await scene.client.allBindings == [own])
            let reports = await scene.catchUp()
            #expect(bindings.allSatisfy { reports.contains(.bindingRemoved($0.id)) })
            // The connection stays, for whoever subscribes next.
            #expect(await scene.client.state == .connected)
            try await scene.client.subscribe("prices")
            await scene.confirm(connection)
            // Without a channel nothing happens.
            await scene.client.unsubscribeAll()
            await scene.client.unsubscribeAll()
        }
    }

    @Test("channels of two clients are two, also with one name")
    func equality() async throws {
        let name = ChannelName("a")
        let one = try ClientScene().client
        let other = try ClientScene().client
        let channels = [await one.subscribe(name), await one.subscribe(name)]
        #expect(Set(channels).count == 1)
        #expect(await other.subscribe(name) != channels[0])
    }

    @Test(
        "the prefix of a kind is put in front, once",
        arguments: [
            ("lobby", ChannelKind.presence, "presence-lobby"),
            ("presence-lobby", .presence, "presence-lobby"), ("a", .public, "a"),
            ("a", .encryptedCache, "private-encrypted-cache-a"),
        ])
    func kinds(_ name: String, _ kind: ChannelKind, _ whole: String) async throws {
        let client = try ClientScene().client
        #expect(try await client.subscribe(name, as: kind).name.text == whole)
    }

    @Test("a name of another kind, or none, is refused")
    func otherKind() async throws {
        let client = try ClientScene().client
        for (name, kind) in [("private-a", ChannelKind.public), ("encrypted-a", .private)] {
            await #expect(throws: ChannelsError.self) { try await client.subscribe(name, as: kind) }
        }
        await #expect(throws: ChannelsError.channelName(.empty)) { try await client.subscribe("") }
        #expect(await client.channels.isEmpty)
    }

    @Test("a channel that is given up before the answer is left when the answer has come")
    func unsubscribing() async throws {
        try await ClientScene().play { scene in
            let connection = await scene.establish()
            let channel = try await scene.client.subscribe("orders")
            #expect(await connection.heard() == .subscribe(channel.name, nil))
            await channel.unsubscribe()
            #expect(await channel.state == .unsubscribing)
            #expect(await scene.client.channels.isEmpty)
            #expect(await scene.client.channel(channel.name) == nil)
            connection.say(.subscriptionSucceeded(channel.name, roster: nil))
            #expect(await connection.heard() == .unsubscribe(channel.name))
            await scene.until { await $0.subscriptions.isEmpty }
        }
    }

    @Test("a subscription that is not answered is told as stuck, and can be tried again")
    func stuck() async throws {
        try await ClientScene().play { scene in
            let connection = await scene.establish()
            let channel = try await scene.client.subscribe("orders")
            #expect(await connection.heard() == .subscribe(channel.name, nil))
            scene.clock.advance(by: .seconds(10))
            let stuck = await scene.report.first {
                if case .subscriptionStuck = $0 { true } else { false }
            }
            #expect(stuck == .subscriptionStuck(channel.name, after: .seconds(10)))
            await channel.resubscribe()
            #expect(await connection.heard() == .unsubscribe(channel.name))
            await scene.confirm(connection)
            #expect(await channel.isSubscribed)
        }
    }

    @Test("the subscription count is the server's last word, and goes with the connection")
    func subscriptionCount() async throws {
        try await ClientScene().play { scene in
            let connection = await scene.establish()
            let channel = try await scene.client.subscribe("orders")
            await scene.confirm(connection)
            #expect(await channel.subscriptionCount == nil)
            connection.say(.subscriptionCount(channel.name, 3), .subscriptionCount(channel.name, 5))
            await scene.report.first { $0 == .subscriptionCount(channel.name, 5) }
            #expect(await channel.subscriptionCount == 5)
            connection.end(nil)
            await scene.retry()
            #expect(await channel.subscriptionCount == nil)
        }
    }

    @Test("a cache channel that has nothing says so, to bindings too")
    func cacheMiss() async throws {
        try await ClientScene().play { scene in
            let connection = await scene.establish()
            let channel = try await scene.client.subscribe("prices", as: .cache)
            let missed = Mailbox<ChannelName?>()
            await channel.bind("pusher:cache_miss") { missed.put($0.channel) }
            await scene.confirm(connection)
            connection.say(.cacheMiss(channel.name))
            await scene.report.first { $0 == .cacheMissed(channel.name) }
            #expect(await missed.take() == channel.name)
        }
    }

    @Test("members and this client among them are asked of the channel")
    func members() async throws {
        let method = AuthMethod.inline(
            secret: AppSecret("s"), user: { _, _ in PresenceUser(id: "ana") })
        try await ClientScene(authMethod: method).play { scene in
            let connection = await scene.establish()
            let lobby = try await scene.client.subscribe("lobby", as: .presence)
            #expect(await lobby.members == nil)
            var changes = lobby.memberChanges.makeAsyncIterator()
            let roster = Roster(members: [PresenceMember(id: "ana"), PresenceMember(id: "bo")])
            await scene.confirm(connection, roster: roster)
            guard case .replaced(let members, difference: nil)? = await changes.next() else {
                Issue.record("the members were not told")
                return
            }
            #expect(members.count == 2)
            connection.say(.memberRemoved(lobby.name, "bo"))
            #expect(await changes.next() == .removed(PresenceMember(id: "bo")))
            #expect(await lobby.members?.count == 1)
            #expect(await lobby.me == PresenceMember(id: "ana"))
        }
    }

    @Test("bindings outlive the connection, and go with the channel")
    func bindingsStay() async throws {
        try await ClientScene().play { scene in
            let channel = try await scene.client.subscribe("orders")
            let heard = Mailbox<String>()
            await channel.bind("new") { heard.put($0.data.text) }
            await channel.bind()
            let first = await scene.establish("1.1")
            await scene.confirm(first)
            first.say(ClientScene.event("new", on: channel.name, "1"))
            #expect(await heard.take() == "1")
            first.end(nil)
            await scene.retry()
            scene.clock.advance(by: .seconds(1))
            let second = await scene.acceptAndEstablish("2.2")
            await scene.confirm(second)
            second.say(ClientScene.event("new", on: channel.name, "2"))
            #expect(await heard.take() == "2")
            #expect(await scene.client.allBindings.count == 2)
            await channel.unbindAll("new")
            #expect(await scene.client.allBindings.count == 1)
            await channel.unsubscribe()
            #expect(await scene.client.allBindings.isEmpty)
        }
    }

    @Test("events that nobody is told about are counted, for channels that are wanted")
    func unbound() async throws {
        try await ClientScene().play { scene in
            let connection = await scene.establish()
            let channel = try await scene.client.subscribe("orders")
            await scene.confirm(connection)
            await channel.bind("known")
            connection.say(
                ClientScene.event("known", on: channel.name, ""),
                ClientScene.event("Known", on: channel.name, ""),
                ClientScene.event("other", on: channel.name, ""),
                ClientScene.event("other", on: ChannelName(wire: "ghost"), "last"))
            _ = await scene.report.first {
                if case .received(let event) = $0 { event.data.text == "last" } else { false }
            }
            #expect(await channel.unboundEventCount == 2)
            #expect(await scene.client.unboundEventCount(on: ChannelName(wire: "ghost")) == 0)
            await channel.unsubscribe()
            #expect(await channel.unboundEventCount == 0)
        }
    }

    @Test("events of several channels in turns are counted each for its own")
    func unboundOnSeveral() async throws {
        try await ClientScene().play { scene in
            let connection = await scene.establish()
            let channels = ["a", "b", "c"].map { ChannelName(wire: $0) }
            for channel in channels { try await scene.client.subscribe(channel.text) }
            for round in 0..<30 {
                // Under names that all of them use.
                connection.say(
                    ClientScene.event("x", on: channels[round % 2], ""),
                    ClientScene.event("y", on: channels[2], ""),
                    ClientScene.event(round % 2 == 0 ? "y" : "x", on: channels[1], ""))
            }
            connection.say(ClientScene.event("end", on: ChannelName(wire: "ghost"), "last"))
            _ = await scene.report.first {
                if case .received(let event) = $0 { event.data.text == "last" } else { false }
            }
            var counts: [Int] = []
            for channel in channels {
                counts.append(await scene.client.unboundEventCount(on: channel))
            }
            #expect(counts == [15, 45, 30])
        }
    }

    @Test("what came while a channel was being left is not counted for its next time")
    func unboundWhileLeaving() async throws {
        try await ClientScene().play { scene in
            let connection = await scene.establish()
            let channel = try await scene.client.subscribe("orders")
            _ = await connection.heard()
            await channel.unsubscribe()
            connection.say(
                ClientScene.event("late", on: channel.name, ""),
                .subscriptionSucceeded(channel.name, roster: nil))
            #expect(await connection.heard() == .unsubscribe(channel.name))
            await channel.bind("x")
            try await scene.client.subscribe("orders")
            #expect(await channel.unboundEventCount == 0)
        }
    }
}
