import ChannelsProtocol
import ChannelsSigning
import ChannelsTransport
import Testing

@testable import BuoyServers

@Suite("Asking the HTTP API of the sandbox")
struct InspectRouteTests {
    private var dialogue = RouteDialogue()

    init() throws {
        let client = try self.dialogue.hub.connect()
        for channel in ["news", "private-a", "cache-a"] {
            try self.dialogue.hub.subscribe(client, to: channel)
        }
        for channel in ["presence-a", "presence-b"] {
            try self.dialogue.hub.join(client, channel, as: "1")
        }
        _ = self.dialogue.hub.hub.memberJoined(
            PresenceMember(id: "ü 2"), on: ChannelName(wire: "presence-a"))
        _ = self.dialogue.hub.publish("e", on: "cache-a", data: "x")
        self.dialogue.hub.now = .milliseconds(500)
    }

    @Test(
        "one channel is described as far as is asked and known",
        arguments: [
            (
                "presence-a", "user_count,subscription_count",
                #"{"occupied":true,"user_count":2,"subscription_count":2}"#
            ),
            ("cache-a", "cache", #"{"occupied":true,"cache":{"data":"x","ttl":1799}}"#),
            ("cache-b", "cache", #"{"occupied":false,"cache":{}}"#),
        ])
    func channel(name: String, info: String, expected: String) throws {
        let answer = try self.dialogue.call(
            "GET", "/channels/\(name)", [RequestParameter("info", info)])
        #expect(answer.status == 200)
        #expect(answer.text == expected)
    }

    @Test(
        "questions that make no sense are refused",
        arguments: [
            (
                "/channels",
                [
                    RequestParameter("filter_by_prefix", "private-"),
                    RequestParameter("info", "user_count"),
                ]
            ),
            ("/channels", [RequestParameter("info", "weight")]),
            ("/channels/news", [RequestParameter("info", "user_count")]),
            ("/channels/a%20b", []),
        ])
    func refused(path: String, parameters: [RequestParameter]) throws {
        #expect(try self.dialogue.call("GET", path, parameters).status == 400)
    }

    @Test("parameters that the method does not know are named")
    func extraneous() throws {
        let answer = try self.dialogue.call(
            "GET", "/channels", [RequestParameter("a", "1"), RequestParameter("b", "2")])
        #expect(answer.status == 400)
        #expect(
            answer.text == "The following query string parameters are extraneous: a, b")
    }
}
