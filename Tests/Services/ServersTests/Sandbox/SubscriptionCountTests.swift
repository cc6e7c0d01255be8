import ChannelsProtocol
import Testing

@testable import BuoyServers

@Suite("Subscription counts of the sandbox")
struct SubscriptionCountTests {
    private static func count(_ channel: String, _ count: Int, to clients: [Client]) -> HubAction {
        .send(.subscriptionCount(ChannelName(wire: channel), count), to: clients.map(\.id))
    }

    @Test(
        "everybody on a channel is told each change",
        arguments: ["news", "private-a", "private-encrypted-a"])
    func changes(channel: String) throws {
        var dialogue = HubDialogue(counting: true)
        let (first, second) = (try dialogue.connect(), try dialogue.connect())
        #expect(
            try dialogue.subscribe(first, to: channel)
                == [.succeeded(channel, to: first), Self.count(channel, 1, to: [first])])
        #expect(
            try dialogue.subscribe(second, to: channel).last
                == Self.count(channel, 2, to: [first, second]))
        #expect(
            dialogue.received(.unsubscribe(ChannelName(wire: channel)), from: first)
                == [Self.count(channel, 1, to: [second])])
        #expect(dialogue.hub.closed(second.id, at: .zero) == [])
    }

    @Test("the count comes behind the remembered event of a cache channel")
    func order() throws {
        var dialogue = HubDialogue(counting: true)
        _ = dialogue.publish("e", on: "cache-a")
        let client = try dialogue.connect()
        #expect(
            try dialogue.subscribe(client, to: "cache-a") == [
                .succeeded("cache-a", to: client), .event("e", on: "cache-a", to: client),
                Self.count("cache-a", 1, to: [client]),
            ])
    }

    @Test(
        "beyond a hundred subscribers they are told every five seconds at most, but told they are")
    func manySubscribers() throws {
        var dialogue = HubDialogue(counting: true)
        let clients = try (1...103).map { _ in try dialogue.connect() }
        for client in clients.prefix(100) {
            #expect(try dialogue.subscribe(client, to: "news").count == 2)
        }
        dialogue.now = .milliseconds(4999)
        for client in clients[100...101] {
            #expect(try dialogue.subscribe(client, to: "news") == [.succeeded("news", to: client)])
        }
        #expect(dialogue.hub.ticked(at: dialogue.now) == [])
        let told = Self.count("news", 102, to: Array(clients.prefix(102)))
        #expect(dialogue.hub.ticked(at: .seconds(5)) == [told])
        #expect(dialogue.hub.ticked(at: .seconds(60)) == [], "nothing has changed since")
        dialogue.now = .seconds(60)
        #expect(
            try dialogue.subscribe(clients[102], to: "news").last
                == Self.count("news", 103, to: clients))
    }
}
