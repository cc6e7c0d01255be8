import ChannelsProtocol
import ChannelsWebhooks
import Testing

@testable import BuoyServers

@Suite("What webhooks say of a hub")
struct HubWebhookTests {
    private var dialogue = HubDialogue(counting: true)

    init() throws {
        var options = SandboxOptions()
        options.main.webhooks = [try WebhookTarget("http://127.0.0.1:1")]
        self.dialogue.hub = SandboxHub(options)
    }

    @Test("a channel is occupied by the first and vacated by the last, and counted")
    mutating func channel() throws {
        let a = try self.dialogue.connect()
        let b = try self.dialogue.connect()
        try self.dialogue.subscribe(a, to: "news")
        try self.dialogue.subscribe(b, to: "news")
        #expect(
            self.dialogue.hub.takeNotices() == [
                .channelOccupied("news".channelName), .subscriptionCount("news".channelName, 1),
                .subscriptionCount("news".channelName, 2),
            ])
        _ = self.dialogue.received(.unsubscribe("news".channelName), from: a)
        _ = self.dialogue.hub.closed(b.id, at: .zero)
        #expect(
            self.dialogue.hub.takeNotices() == [
                .subscriptionCount("news".channelName, 1), .channelVacated("news".channelName),
            ])
        #expect(self.dialogue.hub.takeNotices() == [])
    }

    @Test("a member is added once and removed once, however many connections it has")
    mutating func members() throws {
        let room = "presence-room".channelName
        let a = try self.dialogue.connect()
        let b = try self.dialogue.connect()
        for client in [a, b] { try self.dialogue.join(client, room.text, as: "ana") }
        #expect(
            self.dialogue.hub.takeNotices() == [.channelOccupied(room), .memberAdded(room, "ana")])
        _ = self.dialogue.hub.closed(a.id, at: .zero)
        #expect(self.dialogue.hub.takeNotices() == [])
        _ = self.dialogue.hub.closed(b.id, at: .zero)
        #expect(
            self.dialogue.hub.takeNotices() == [.memberRemoved(room, "ana"), .channelVacated(room)])
    }

    @Test("a client event names its connection, and on presence channels its user")
    mutating func clientEvents() throws {
        let a = try self.dialogue.connect()
        try self.dialogue.join(a, "presence-room", as: "ana")
        try self.dialogue.subscribe(a, to: "private-room")
        _ = self.dialogue.hub.takeNotices()
        for channel in ["presence-room", "private-room"] {
            _ = self.dialogue.trigger(a, "client-hi", on: channel, data: #"{"x":1}"#)
        }
        _ = self.dialogue.trigger(a, "client-hi", on: "private-elsewhere")
        #expect(
            self.dialogue.hub.takeNotices() == [
                .clientEvent(
                    WebhookClientEvent(
                        channel: "presence-room".channelName, event: "client-hi",
                        data: #"{"x":1}"#, socketID: a.socketID, userID: "ana")),
                .clientEvent(
                    WebhookClientEvent(
                        channel: "private-room".channelName, event: "client-hi",
                        data: #"{"x":1}"#, socketID: a.socketID)),
            ])
    }

    @Test("a cache channel without an event misses it, one with an event does not")
    mutating func cache() throws {
        let a = try self.dialogue.connect()
        try self.dialogue.subscribe(a, to: "cache-a")
        #expect(self.dialogue.hub.takeNotices().contains(.cacheMiss("cache-a".channelName)))
        _ = self.dialogue.publish("e", on: "cache-b")
        try self.dialogue.subscribe(a, to: "cache-b")
        #expect(!self.dialogue.hub.takeNotices().contains(.cacheMiss("cache-b".channelName)))
    }

    @Test("bots occupy channels too, and a user's own channel is nobody's business")
    mutating func others() throws {
        _ = self.dialogue.hub.memberJoined(PresenceMember(id: "bot"), on: "presence-a".channelName)
        #expect(
            self.dialogue.hub.takeNotices() == [
                .channelOccupied("presence-a".channelName),
                .memberAdded("presence-a".channelName, "bot"),
            ])
        self.dialogue.hub.notice(.channelOccupied("#server-to-user-7".channelName))
        #expect(self.dialogue.hub.takeNotices() == [])
    }

    @Test("without receivers nothing is kept")
    func silent() throws {
        var dialogue = HubDialogue()
        try dialogue.subscribe(try dialogue.connect(), to: "news")
        #expect(dialogue.hub.takeNotices() == [])
    }
}
