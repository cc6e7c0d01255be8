import ChannelsProtocol
import Testing

@testable import BuoyServers

@Suite("Subscribing to the sandbox")
struct SubscribingTests {
    @Test("a name may have 200 characters")
    func longName() throws {
        var dialogue = HubDialogue()
        let client = try dialogue.connect()
        let channel = String(repeating: "a", count: 200)
        #expect(
            try dialogue.subscribe(client, to: channel) == [.succeeded(channel, to: client)])
    }

    @Test("a second subscription is refused in the hosted service's words, until the first is gone")
    func duplicate() throws {
        var dialogue = HubDialogue()
        let client = try dialogue.connect()
        try dialogue.subscribe(client, to: "news")
        #expect(
            try dialogue.subscribe(client, to: "news")
                == [.error("Existing subscription to channel news", to: client)])
        #expect(dialogue.received(.unsubscribe(ChannelName(wire: "news")), from: client) == [])
        #expect(try dialogue.subscribe(client, to: "news") == [.succeeded("news", to: client)])
    }

    @Test("unsubscribing from what is not subscribed is an error")
    func notSubscribed() throws {
        var dialogue = HubDialogue()
        let client = try dialogue.connect()
        let words = "No current subscription to channel news, or subscription in progress"
        #expect(
            dialogue.received(.unsubscribe(ChannelName(wire: "news")), from: client)
                == [.error(words, to: client)])
    }

    @Test(
        "names that break the rules are refused",
        arguments: [
            "", "a b", "a:b", "a\n", "ü", "#server-to-user-1", "a/b",
            String(repeating: "a", count: 201),
        ])
    func badNames(name: String) throws {
        var dialogue = HubDialogue()
        let client = try dialogue.connect()
        let actions = dialogue.received(.subscribe(ChannelName(wire: name), nil), from: client)
        #expect(actions.count == 1)
        #expect(actions.first?.errorMessage?.hasPrefix("This channel name is not valid: ") == true)
    }

    @Test("a flood of subscriptions ends at the limit")
    func flood() throws {
        var dialogue = HubDialogue { $0.subscriptions = 2 }
        let client = try dialogue.connect()
        for channel in ["a", "b"] { try dialogue.subscribe(client, to: channel) }
        #expect(
            try dialogue.subscribe(client, to: "c") == [
                .limitReached(
                    "A connection can be subscribed to at most 2 channels", channel: "c",
                    to: client)
            ])
    }

    @Test("each trouble with a signature has its own words")
    func signatures() throws {
        var dialogue = HubDialogue()
        let client = try dialogue.connect()
        let channel = ChannelName(wire: "private-a")
        let format =
            "Auth value for subscription to private-a is invalid: "
            + "should be of format 'key:signature'"
        let text = "\(client.socketID):private-a"
        let troubles: [(auth: String?, message: String)] = [
            (nil, format), ("", format), ("nonsense", format),
            ("other:00", "Invalid key in subscription auth data: 'other'"),
            (
                "\(SandboxApp.standardKey):00",
                "Invalid signature: Expected HMAC SHA256 hex digest of \(text), but got 00"
            ),
        ]
        for trouble in troubles {
            let authorization = trouble.auth.map { ChannelAuthorization(auth: $0) }
            #expect(
                dialogue.received(.subscribe(channel, authorization), from: client)
                    == [.error(trouble.message, channel: "private-a", to: client)])
        }
        #expect(
            dialogue.received(
                .subscribe(channel, try client.authorization(for: channel)), from: client)
                == [.succeeded("private-a", to: client)])
    }

    @Test("closing a connection leaves nothing of it behind")
    func closing() throws {
        var dialogue = HubDialogue()
        let client = try dialogue.connect()
        for channel in ["news", "private-a", "cache-a"] {
            try dialogue.subscribe(client, to: channel)
        }
        try dialogue.join(client, "presence-a", as: "1")
        #expect(dialogue.hub.closed(client.id, at: dialogue.now) == [])
        #expect(dialogue.hub.channels.isEmpty)
        #expect(dialogue.hub.connections.isEmpty)
        #expect(dialogue.publish("e", on: "news") == [])
    }
}
