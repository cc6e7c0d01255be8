import ChannelsProtocol
import ChannelsSigning
import ChannelsTransport
import Testing

@testable import BuoyServers

@Suite("Publishing over the HTTP API of the sandbox")
struct PublishRouteTests {
    private let dialogue = RouteDialogue()

    private func publish(_ body: String) throws -> SandboxRoutes.Answer {
        try self.dialogue.call("POST", "/events", body: body)
    }

    @Test("a single channel, no data to speak of, and a user's channel will do")
    func variants() throws {
        for body in [
            #"{"name":"e","data":"","channel":"a"}"#,
            #"{"name":"e","data":"x","channels":["a"],"socket_id":null}"#,
            ##"{"name":"e","data":"x","channels":["#server-to-user-1"]}"##,
            #"{"name":"e","data":"x","channels":["private-encrypted-a"]}"#,
        ] {
            #expect(try self.publish(body).status == 200, "\(body)")
            #expect(try self.publish(body).publications.count == 1, "\(body)")
        }
    }

    @Test(
        "what breaks a rule is refused with plain text, and nothing is published",
        arguments: [
            ("", "The body is not JSON"), ("{", "The body is not JSON"),
            ("[]", "The event must be a JSON object"),
            (#"{"data":"x","channels":["a"]}"#, "Missing required parameter: name"),
            (#"{"name":"","data":"x","channels":["a"]}"#, "name must be a string"),
            (#"{"name":1,"data":"x","channels":["a"]}"#, "name must be a string"),
            (#"{"name":"e","channels":["a"]}"#, "Missing required parameter: data"),
            (#"{"name":"e","data":{},"channels":["a"]}"#, "data must be a string"),
            (#"{"name":"e","data":"x"}"#, "Missing required parameter: channels"),
            (#"{"name":"e","data":"x","channels":[]}"#, "Missing required parameter: channels"),
            (#"{"name":"e","data":"x","channels":[1]}"#, "Channel names must be strings"),
            (#"{"name":"e","data":"x","channels":["a b"]}"#, "Character 2 of the channel name"),
            (##"{"name":"e","data":"x","channel":"#other"}"##, "Character 1 of the channel name"),
            (
                #"{"name":"e","data":"x","channels":["a","private-encrypted-b"]}"#,
                "An event for an encrypted channel can be sent to that channel only"
            ),
            (
                #"{"name":"e","data":"x","channels":["a"],"socket_id":"1:2"}"#,
                #"Invalid socket_id: "1:2""#
            ),
            (
                #"{"name":"e","data":"x","channels":["a"],"info":"weight"}"#,
                "Unknown info attribute: weight"
            ),
        ])
    func refused(body: String, text: String) throws {
        let answer = try self.publish(body)
        #expect(answer.status == 400)
        #expect(answer.text.hasPrefix(text), "\(answer.text)")
        #expect(answer.response.header("content-type") == "text/plain; charset=utf-8")
        #expect(answer.publications.isEmpty)
    }

    @Test("10 KB of data pass, and one byte more is too large")
    func size() throws {
        let data = String(repeating: "x", count: 10_240)
        #expect(
            try self.publish(#"{"name":"e","data":"\#(data)","channel":"a"}"#).status == 200)
        let answer = try self.publish(#"{"name":"e","data":"\#(data)x","channel":"a"}"#)
        #expect(answer.status == 413)
        #expect(
            answer.text
                == "The data content of this event exceeds the allowed maximum (10240 bytes)")
        #expect(answer.publications.isEmpty)
    }

    @Test("200 characters of event name and 100 channels pass, and no more")
    func counts() throws {
        func body(_ nameLength: Int, _ channels: Int) -> String {
            let names = (1...channels).map { "\"c\($0)\"" }.joined(separator: ",")
            let name = String(repeating: "n", count: nameLength)
            return #"{"name":"\#(name)","data":"x","channels":[\#(names)]}"#
        }
        #expect(try self.publish(body(200, 100)).status == 200)
        #expect(try self.publish(body(201, 1)).status == 400)
        #expect(try self.publish(body(1, 101)).status == 400)
    }

    @Test("the deprecated request names the channel in its path and the event in its query")
    func deprecated() throws {
        let parameters = [
            RequestParameter("name", "e"),
            RequestParameter("socket_id", "1.2"),
        ]
        let answer = try self.dialogue.call(
            "POST", "/channels/private-a/events", parameters, body: #"{"a":1}"#)
        #expect(answer.status == 202)
        #expect(
            answer.publications == [
                Publication(
                    event: "e", channels: [ChannelName(wire: "private-a")],
                    data: EventData(#"{"a":1}"#), excluding: SocketID("1.2"))
            ])
        #expect(try self.dialogue.call("POST", "/channels/a/events", body: "x").status == 400)
        #expect(try self.dialogue.call("GET", "/channels/a/events", parameters).status == 405)
    }

    @Test("ten events make a batch, eleven do not, and a bad one spoils all")
    func batches() throws {
        func batch(_ events: [String]) throws -> SandboxRoutes.Answer {
            try self.dialogue.call(
                "POST", "/batch_events", body: #"{"batch":[\#(events.joined(separator: ","))]}"#)
        }
        let good = #"{"channel":"a","name":"e","data":"x"}"#
        let ten = try batch(Array(repeating: good, count: 10))
        #expect(ten.text == "{}")
        #expect(ten.publications.count == 10)
        let eleven = try batch(Array(repeating: good, count: 11))
        #expect(eleven.status == 400)
        // The words that suites of server libraries look for.
        #expect(eleven.text.contains("Batch too large"))
        let spoiled = try batch([good, #"{"channel":"a b","name":"e","data":"x"}"#])
        #expect(spoiled.status == 400)
        #expect(spoiled.publications.isEmpty)
        #expect(try self.dialogue.call("POST", "/batch_events", body: "{}").status == 400)
    }

    @Test("channel counts are told to who asks for them")
    func info() throws {
        var dialogue = self.dialogue
        let client = try dialogue.hub.connect()
        try dialogue.hub.subscribe(client, to: "a")
        try dialogue.hub.join(client, "presence-b", as: "1")
        let answer = try dialogue.call(
            "POST", "/events",
            body: #"{"name":"e","data":"x","channels":["a","presence-b"],"#
                + #""info":"user_count,subscription_count"}"#)
        #expect(
            answer.text == #"{"channels":{"a":{"subscription_count":1},"#
                + #""presence-b":{"user_count":1,"subscription_count":1}}}"#)
        let batch = try dialogue.call(
            "POST", "/batch_events",
            body: #"{"batch":[{"channel":"a","name":"e","data":"x","info":"subscription_count"},"#
                + #"{"channel":"a","name":"e","data":"x"}]}"#)
        #expect(batch.text == #"{"batch":[{"subscription_count":1},{}]}"#)
    }

    @Test("an event with the longest data and characters that need escapes arrives unchanged")
    func fidelity() throws {
        let answer = try self.publish(
            #"{"name":"é\n","data":"\u0000\ud83d\ude00\"","channel":"a"}"#)
        #expect(answer.publications.first?.event.text == "é\n")
        #expect(answer.publications.first?.data.text == "\u{0}😀\"")
    }
}
