import ChannelsProtocol
import Testing

@testable import BuoyServers

@Suite("Presence channels of the sandbox")
struct PresenceTests {
    private let channel = ChannelName(wire: "presence-a")

    private func succeeded(_ ids: [UserID], to client: Client) -> HubAction {
        let roster = Roster(members: ids.map { PresenceMember(id: $0) }, claimedCount: ids.count)
        return .send(.subscriptionSucceeded(self.channel, roster: roster), to: [client.id])
    }

    @Test("user info is passed on as it came, and a null one is none")
    func userInfo() throws {
        var dialogue = HubDialogue()
        let (first, second) = (try dialogue.connect(), try dialogue.connect())
        try dialogue.subscribe(
            first, to: "presence-a", data: #"{"user_id":"1","user_info":{"n":[1.50,"é"]}}"#)
        try dialogue.subscribe(
            second, to: "presence-a", data: #"{"user_info":null,"user_id":"2"}"#)
        let members = dialogue.hub.members(of: self.channel)
        #expect(members.map(\.id) == ["1", "2"])
        #expect(members.map { $0.info?.text } == [#"{"n":[1.50,"é"]}"#, nil])
    }

    @Test(
        "a number becomes text",
        arguments: [("10", "10"), ("-1", "-1"), ("9007199254740992", "9007199254740992")])
    func numbers(number: String, id: String) throws {
        var dialogue = HubDialogue()
        let client = try dialogue.connect()
        try dialogue.subscribe(client, to: "presence-a", data: #"{"user_id":\#(number)}"#)
        #expect(dialogue.hub.members(of: self.channel).map(\.id.text) == [id])
    }

    @Test(
        "channel data that names no user is refused",
        arguments: [
            nil, "", "1", "{}", "[]", #"{"user_id":null}"#, #"{"user_id":""}"#,
            #"{"user_id":true}"#, #"{"user_id":1.5}"#, #"{"user_id":9007199254740993}"#,
            #"{"user_id":1e400}"#, #"{"user_id":{}}"#, #"{"user_id":"1""#,
            #"{"user_id":"\#(String(repeating: "a", count: 129))"}"#,
            #"{"user_id":"1","user_info":"\#(String(repeating: "a", count: 1000))"}"#,
        ])
    func badChannelData(data: String?) throws {
        var dialogue = HubDialogue()
        let client = try dialogue.connect()
        let actions = try dialogue.subscribe(client, to: "presence-a", data: data)
        let words = "Auth value for subscription to presence-a is invalid: in channel_data, "
        #expect(actions.count == 1)
        #expect(actions.first?.errorMessage?.hasPrefix(words) == true)
        #expect(dialogue.hub.channels.isEmpty)
    }

    @Test("128 characters of any script make a user id")
    func longUserID() throws {
        var dialogue = HubDialogue()
        let client = try dialogue.connect()
        let id = String(repeating: "é", count: 128)
        #expect(
            try dialogue.join(client, "presence-a", as: id)
                == [self.succeeded([UserID(id)], to: client)])
    }

    @Test("a full channel takes no new user, but another connection of one who is there")
    func full() throws {
        var dialogue = HubDialogue { $0.members = 2 }
        let clients = [try dialogue.connect(), try dialogue.connect(), try dialogue.connect()]
        try dialogue.join(clients[0], "presence-a", as: "1")
        try dialogue.join(clients[1], "presence-a", as: "2")
        #expect(
            try dialogue.join(clients[2], "presence-a", as: "3") == [
                .limitReached(
                    "Presence channel presence-a is full: it has 2 members", channel: "presence-a",
                    to: clients[2])
            ])
        #expect(
            try dialogue.join(clients[2], "presence-a", as: "1")
                == [self.succeeded(["1", "2"], to: clients[2])])
    }

    @Test("bots are members like others, without a connection")
    func bots() throws {
        var dialogue = HubDialogue()
        let bot = PresenceMember(id: "bot")
        #expect(dialogue.hub.memberJoined(bot, on: self.channel) == [])
        let client = try dialogue.connect()
        #expect(
            try dialogue.join(client, "presence-a", as: "1")
                == [self.succeeded(["bot", "1"], to: client)])
        #expect(
            dialogue.hub.memberLeft("bot", on: self.channel)
                == [.send(.memberRemoved(self.channel, "bot"), to: [client.id])])
        #expect(dialogue.hub.memberLeft("bot", on: self.channel) == [])
        #expect(
            dialogue.hub.memberJoined(bot, on: self.channel)
                == [.send(.memberAdded(self.channel, bot), to: [client.id])])
    }
}
