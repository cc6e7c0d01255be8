import ChannelsProtocol
import ChannelsSigning
import ChannelsTransport
import Testing

@testable import BuoyServers

@Suite("The authorization endpoints of the sandbox")
struct AuthRouteTests {
    private let dialogue = RouteDialogue()

    private func authorize(_ form: String) -> SandboxRoutes.Answer {
        self.dialogue.answer("POST", "/pusher/auth", body: form)
    }

    /// Answers that the hub accepts: the whole way of a client, without sockets.
    private func subscribe(
        to channel: String, extra: String = ""
    ) throws -> (actions: [HubAction], hub: SandboxHub) {
        var hub = HubDialogue()
        let client = try hub.connect()
        let answer = self.authorize(
            "socket_id=\(client.socketID)&channel_name=\(channel.percentEncoded)\(extra)")
        #expect(answer.status == 200)
        let json = try JSONValue(parsing: answer.response.body)
        let authorization = ChannelAuthorization(
            auth: try #require(json["auth"]?.stringValue),
            channelData: json["channel_data"]?.stringValue)
        let name = ChannelName(wire: channel)
        return (hub.received(.subscribe(name, authorization), from: client), hub.hub)
    }

    @Test(
        "what it signs lets a client onto the channel",
        arguments: ["private-a", "private-encrypted-a", "private-a=@,.;", "presence-a"])
    func signs(channel: String) throws {
        let actions = try self.subscribe(to: channel).actions
        guard case .send(.subscriptionSucceeded, _)? = actions.first else {
            throw UnexpectedActions(actions: actions)
        }
    }

    @Test("the user is who the form says, with both spellings of a space")
    func user() throws {
        let hub = try self.subscribe(
            to: "presence-a", extra: "&user_id=J%C3%BC+r%20g&user_info=%7B%22a%22%3A%5B1%5D%7D"
        ).hub
        let members = hub.members(of: ChannelName(wire: "presence-a"))
        #expect(members.map(\.id) == ["Jü r g"])
        #expect(members.first?.info?.text == #"{"a":[1]}"#)
    }

    @Test("who does not say who they are is a guest, the same on every channel")
    func guest() throws {
        let texts = ["a", "b"].map {
            self.authorize("socket_id=1.2&channel_name=presence-\($0)")
        }.map { try? JSONValue(parsing: $0.response.body)["channel_data"]?.stringValue }
        #expect(
            texts == [
                #"{"user_id":"guest-1.2","user_info":{"name":"Guest"}}"#,
                #"{"user_id":"guest-1.2","user_info":{"name":"Guest"}}"#,
            ])
    }

    @Test("a sign-in is signed too")
    func userAuthentication() throws {
        let answer = self.dialogue.answer(
            "POST", "/pusher/user-auth", body: "socket_id=1.2&user_id=7")
        let json = try JSONValue(parsing: answer.response.body)
        let userData = try #require(json["user_data"]?.stringValue)
        #expect(userData == #"{"id":"7"}"#)
        let outcome = try SandboxApp.standard.channelSignature.check(
            #require(json["auth"]?.stringValue), socketID: #require(SocketID("1.2")),
            userData: userData)
        #expect(outcome == .valid)
    }

    @Test(
        "a form that cannot be signed for is refused",
        arguments: [
            ("", 400), ("socket_id=1.2", 400), ("channel_name=private-a", 400),
            ("socket_id=1:2&channel_name=private-a", 400),
            ("socket_id=1.2%0A&channel_name=private-a", 400),
            ("socket_id=1.2&channel_name=private-a%3Ab", 400),
            ("socket_id=1.2&channel_name=private-%0A", 400),
            ("socket_id=1.2&channel_name=", 400), ("socket_id=1.2&channel_name=%zz", 400),
            ("socket_id=1.2&channel_name=presence-a&user_info=x", 400),
            ("socket_id=1.2&channel_name=news", 403),
            (#"{"socket_id":"1.2","channel_name":"private-a"}"#, 400),
        ])
    func refused(form: String, status: Int) {
        #expect(self.authorize(form).status == status)
    }

    @Test("the endpoints want POST or GET", arguments: ["/pusher/auth", "/pusher/user-auth"])
    func verbs(target: String) {
        #expect(self.dialogue.answer("PUT", target).status == 405)
        let query = "\(target)?socket_id=1.2&channel_name=private-a"
        #expect(self.dialogue.answer("GET", query).status == 200)
    }
}
