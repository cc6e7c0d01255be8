import ChannelsProtocol
import Testing

@testable import BuoyServers

@Suite("Events through the sandbox")
struct PublishingTests {
    @Test("an app that has client events off refuses them in the words of the service")
    func clientEventsOff() throws {
        var dialogue = HubDialogue { $0.takesClientEvents = false }
        let sender = try dialogue.connect()
        try dialogue.subscribe(sender, to: "private-a")
        let words = "\(dialogue.trigger(sender, "client-x", on: "private-a"))"
        #expect(words.contains("To send client events, you must enable this feature"))
    }

    @Test("a forged user id is replaced by the one that was signed")
    func forgedUser() throws {
        var dialogue = HubDialogue()
        let (sender, other) = (try dialogue.connect(), try dialogue.connect())
        try dialogue.join(sender, "presence-a", as: "1")
        try dialogue.join(other, "presence-a", as: "2")
        try dialogue.subscribe(sender, to: "private-a")
        try dialogue.subscribe(other, to: "private-a")
        for (channel, user) in [("presence-a", "1" as UserID?), ("private-a", nil)] {
            let forged = ChannelsEvent(
                name: "client-x", channel: ChannelName(wire: channel), data: EventData("{}"),
                userID: "2")
            #expect(
                dialogue.received(.event(forged), from: sender).first
                    == .event("client-x", on: channel, user: user, to: other))
        }
    }

    @Test(
        "client events that break a rule are refused",
        arguments: [
            ("client-x", "news", "only on private and presence channels"),
            ("client-x", "private-encrypted-a", "only on private and presence channels"),
            ("client-x", "private-b", "not subscribed to private-b"),
            (
                "client-\(String(repeating: "x", count: 194))", "private-a",
                "the name is longer than 200 characters"
            ),
        ])
    func refused(name: String, channel: String, reason: String) throws {
        var dialogue = HubDialogue()
        let client = try dialogue.connect()
        for channel in ["news", "private-a", "private-encrypted-a"] {
            try dialogue.subscribe(client, to: channel)
        }
        #expect(
            dialogue.trigger(client, name, on: channel) == [
                .error("Client event rejected: \(reason)", channel: channel, to: client)
            ])
    }

    @Test("client events without a channel or without the prefix are refused")
    func shapeless() throws {
        var dialogue = HubDialogue()
        let client = try dialogue.connect()
        try dialogue.subscribe(client, to: "private-a")
        #expect(
            dialogue.trigger(client, "client-x", on: nil)
                == [.error("Client event rejected: no channel", to: client)])
        #expect(
            dialogue.trigger(client, "x", on: "private-a")
                == [.error("Unsupported event: x", to: client)])
    }

    @Test("10 KB of data pass, one byte more does not")
    func size() throws {
        var dialogue = HubDialogue()
        let client = try dialogue.connect()
        try dialogue.subscribe(client, to: "private-a")
        let data = String(repeating: "x", count: 10_240)
        let passed = dialogue.trigger(client, "client-x", on: "private-a", data: data)
        #expect(passed.map(\.errorMessage) == [nil])
        #expect(
            dialogue.trigger(client, "client-x", on: "private-a", data: data + "x") == [
                .error(
                    "Client event rejected: the data has more than 10240 bytes",
                    channel: "private-a", to: client)
            ])
    }

    @Test("the eleventh client event of a second is dropped with 4301, and the connection stays")
    func rate() throws {
        var dialogue = HubDialogue()
        let (sender, other) = (try dialogue.connect(), try dialogue.connect())
        try dialogue.subscribe(sender, to: "private-a")
        try dialogue.subscribe(other, to: "private-a")
        let refusal = HubAction.error(
            "Client event rejected: more than 10 client events per second", code: 4301,
            channel: "private-a", to: sender)
        for number in 0..<10 {
            dialogue.now = .milliseconds(number * 50)
            #expect(dialogue.trigger(sender, "client-x", on: "private-a").count == 2)
        }
        #expect(dialogue.trigger(sender, "client-x", on: "private-a") == [refusal])
        dialogue.now = .milliseconds(999)
        #expect(dialogue.trigger(sender, "client-x", on: "private-a") == [refusal])
        // Others have their own count, and a second after the first event there is room.
        #expect(dialogue.trigger(other, "client-x", on: "private-a").count == 2)
        dialogue.now = .seconds(1)
        #expect(dialogue.trigger(sender, "client-x", on: "private-a").count == 2)
        #expect(dialogue.trigger(sender, "client-x", on: "private-a") == [refusal])
    }

    @Test("a bot's client event reaches everybody on the channel")
    func botEvents() throws {
        var dialogue = HubDialogue()
        let client = try dialogue.connect()
        try dialogue.join(client, "presence-a", as: "1")
        let event = ChannelsEvent(
            name: "client-typing", channel: ChannelName(wire: "presence-a"),
            data: EventData("{}"), userID: "bot")
        #expect(
            dialogue.hub.botTriggered(event, at: .zero) == [.send(.event(event), to: [client.id])])
    }
}

@Suite("Cache channels of the sandbox")
struct CacheTests {
    private func miss(_ channel: String, to client: Client) -> HubAction {
        .send(.cacheMiss(ChannelName(wire: channel)), to: [client.id])
    }

    @Test(
        "the last event that was published follows the subscription, on every kind of cache channel",
        arguments: ["cache-a", "private-cache-a", "private-encrypted-cache-a", "presence-cache-a"])
    func replay(channel: String) throws {
        var dialogue = HubDialogue()
        _ = dialogue.publish("first", on: channel)
        _ = dialogue.publish("last", on: channel)
        let client = try dialogue.connect()
        let actions = try dialogue.subscribe(client, to: channel, data: Self.data(for: channel))
        #expect(actions.count == 2)
        #expect(actions.last == .event("last", on: channel, to: client))
    }

    private static func data(for channel: String) -> String? {
        channel.hasPrefix("presence-") ? #"{"user_id":"1"}"# : nil
    }

    @Test("an event is forgotten after half an hour, and the empty channel with it")
    func expiry() throws {
        var dialogue = HubDialogue()
        _ = dialogue.publish("e", on: "cache-a", "plain")
        #expect(dialogue.hub.channels.count == 1)
        _ = dialogue.hub.ticked(at: .seconds(1799))
        #expect(dialogue.hub.channels.count == 1)
        _ = dialogue.hub.ticked(at: .seconds(1800))
        #expect(dialogue.hub.channels.isEmpty)
    }
}
