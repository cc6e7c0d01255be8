import ChannelsProtocol
import ChannelsSigning
import ChannelsTransport
import Testing

@testable import BuoyServers

@Suite("Asking the sandbox for faults")
struct FaultRouteTests {
    private var dialogue = RouteDialogue()

    private func ask(_ body: String) -> SandboxRoutes.Answer {
        self.dialogue.answer("POST", "/sandbox/faults", body: body)
    }

    @Test(
        "every fault has its words",
        arguments: [
            (
                #"{"close":"over-connection-quota"}"#,
                .close(4004, reason: "The sandbox was asked to")
            ),
            (#"{"close":4321,"reason":"r"}"#, .close(4321, reason: "r")),
            (#"{"close":"tls-only","reason":""}"#, .close(4000, reason: "")),
            (#"{"error-then-close":4100,"message":"m"}"#, .errorThenClose(4100, message: "m")),
            (
                #"{"error":"client-event-rate-limit","message":"m"}"#,
                .error(code: 4301, message: "m")
            ),
            (#"{"error":null,"message":"m"}"#, .error(code: nil, message: "m")),
            (#"{"drop":"fin"}"#, .drop(.fin)), (#"{"drop":"rst"}"#, .drop(.rst)),
            (#"{"silence":true}"#, .silence),
            (#"{"refuse":"unavailable"}"#, .refuse(.unavailable, for: .seconds(5))),
            (#"{"refuse":"hang","seconds":60}"#, .refuse(.hang, for: .seconds(60))),
            (#"{"authorization":403}"#, .authorization(AuthorizationFault(.status(403)))),
            (
                #"{"authorization":"signed","milliseconds":1500}"#,
                .authorization(AuthorizationFault(delay: .milliseconds(1500)))
            ),
            (
                #"{"authorization":"without-auth"}"#,
                .authorization(AuthorizationFault(.withoutAuth))
            ),
            (
                #"{"encoding":["object-data","bare-success"]}"#,
                .encoding([.objectData, .bareSuccess])
            ),
            (#"{"encoding":[]}"#, .encoding([])), (#"{"duplicate":3}"#, .duplicate(3)),
            (#"{"late":2}"#, .late(2, by: .milliseconds(500))),
            (#"{"malformed":"not-json"}"#, .malformed(.notJSON)),
            (
                #"{"flap":"presence-lobby","user":"x","times":3}"#,
                .flap("x", SandboxDirectory.lobby, times: 3)
            ),
            (#"{"rotate-key":true}"#, .rotateKey), (#"{"clear":true}"#, .clear),
            ("close 4200\n", .close(4200, reason: "The sandbox was asked to")),
            ("cut", .drop(.fin)), ("silence old", .silence), ("off", .clear),
            ("stall tcp for 30s", .refuse(.ignore, for: .seconds(30))),
            ("stall hello for 2m", .refuse(.mute, for: .seconds(120))),
            ("status 503 for 5s", .refuse(.unavailable, for: .seconds(5))),
        ] as [(String, SandboxFault)])
    func words(body: String, fault: SandboxFault) {
        let answer = self.ask(body)
        #expect(answer.status == 200)
        #expect(answer.fault == fault)
    }

    @Test(
        "what is no fault is refused with a sentence that says what would be",
        arguments: [
            ("refuse", #"Say for how long, at most 1h, such as "refuse for 30s""#),
            ("no-pongs", #"The sandbox cannot play "no-pongs". It plays cut, reset"#),
            ("cut every 5s", "The sandbox injects one fault, immediately: leave out"),
            ("silence old for 5s", #"In the sandbox, "silence old" has no end"#),
            ("explode", "unknown fault \"explode\""),
            ("", "The body is not JSON"), ("[]", "A fault must be a JSON object"),
            ("{}", "A fault must have exactly one of: close, error-then-close, error, drop,"),
            (#"{"close":4100,"drop":"fin"}"#, "A fault must have exactly one of: "),
            (#"{"close":1006}"#, "close must be a close code that may be sent, or one of normal-"),
            (#"{"close":1005}"#, "close must be"), (#"{"close":70000}"#, "close must be"),
            (#"{"close":-1}"#, "close must be"), (#"{"close":"quota"}"#, "close must be"),
            (#"{"close":4100,"reason":7}"#, "reason must be a string"),
            (#"{"close":4100,"seconds":7}"#, #""seconds" cannot be combined with close"#),
            (#"{"error":1000}"#, "error must be"), (#"{"drop":"x"}"#, "drop must be fin, rst"),
            (#"{"silence":1}"#, "silence must be true"),
            (#"{"refuse":"x"}"#, "refuse must be end, ignore, unavailable, hang, cut, mute"),
            (#"{"refuse":"end","seconds":0}"#, "seconds must be a whole number from 1 to 3600"),
            (#"{"refuse":"end","seconds":1e99}"#, "seconds must be"),
            (#"{"authorization":99}"#, "authorization must be an HTTP status"),
            (#"{"encoding":["x"]}"#, "encoding must be a list of object-data, bare-success"),
            (#"{"duplicate":0}"#, "duplicate must be a number from 1 to 1000"),
            (#"{"late":1001}"#, "late must be"),
            (#"{"late":1,"milliseconds":-1}"#, "milliseconds must be"),
            (#"{"malformed":"x"}"#, "malformed must be empty, not-json"),
            (#"{"flap":"news","user":"x"}"#, "flap must be the name of a presence channel"),
            (#"{"flap":"presence-a"}"#, "flap needs a user"),
        ])
    func refused(body: String, text: String) {
        let answer = self.ask(body)
        #expect(answer.status == 400)
        #expect(answer.text.hasPrefix(text), "\(answer.text)")
        #expect(answer.fault == nil)
    }

    @Test("the examples of the help are understood, and show every fault")
    func examples() {
        var names: Set<String> = []
        for example in SandboxFault.examples {
            #expect(self.ask(example.json).fault != nil, "\(example.json)")
            names.formUnion(JSONValue.parse(example.json)?.objectValue?.members.map(\.key) ?? [])
        }
        #expect(names.isSuperset(of: FaultName.allCases.map(\.rawValue)))
    }

    @Test("all names of close codes that can be sent are understood")
    func closeNames() {
        #expect(CloseCode.names.count == CloseCode.assigned.filter(\.canBeSent).count)
        for (name, code) in CloseCode.names {
            guard case .close(code, _)? = self.ask(#"{"close":"\#(name)"}"#).fault else {
                Issue.record("\(name) is not understood")
                continue
            }
        }
    }

    @Test("a page has to send JSON, which a browser asks about first; a program need not say so")
    func pages() {
        let origin = HTTPHeader("Origin", "http://localhost:3000")
        let type = HTTPHeader("Content-Type", "application/json")
        let body = #"{"close":4100}"#
        func status(_ headers: [HTTPHeader]) -> Int {
            self.dialogue.answer("POST", "/sandbox/faults", body: body, headers: headers).status
        }
        #expect(status([origin, HTTPHeader("Content-Type", "text/plain")]) == 400)
        #expect(status([origin]) == 400)
        #expect(status([origin, type]) == 200)
        #expect(status([]) == 200)
    }

    @Test("only POST, and only where faults are offered: on a loopback address, or when asked to")
    mutating func offering() {
        #expect(self.dialogue.answer("GET", "/sandbox/faults").status == 405)
        #expect(self.dialogue.answer("POST", "/sandbox/other", body: "{}").status == 404)
        for (address, takes, status) in [
            ("127.0.0.1", nil, 200), ("127.9.9.9", nil, 200), ("::1", nil, 200),
            ("0.0.0.0", nil, 403), ("0.0.0.0", true, 200), ("127.0.0.1", false, 403),
        ] as [(String, Bool?, Int)] {
            var options = SandboxOptions()
            options.address = address
            options.takesFaults = takes
            self.dialogue.routes = SandboxRoutes(options)
            #expect(self.ask(#"{"clear":true}"#).status == status)
        }
    }

    @Test(
        "the authorization endpoints answer as they were told to",
        arguments: [
            (.status(403), 403, "This endpoint is set to answer 403"),
            (.status(500), 500, "This endpoint is set to answer 500"),
            (.withoutAuth, 200, "{}"),
            (
                .wrongSignature, 200,
                #"{"auth":"buoy-sandbox-key:"# + String(repeating: "0", count: 64) + #""}"#
            ),
            (.html, 200, "<!DOCTYPE html><title>Sign in</title><p>Please sign in first."),
        ] as [(AuthorizationFault.Answer, Int, String)])
    mutating func authorization(fault: AuthorizationFault.Answer, status: Int, text: String) {
        self.dialogue.fault = AuthorizationFault(fault, delay: .seconds(2))
        for target in ["/pusher/auth", "/pusher/user-auth"] {
            let answer = self.dialogue.answer(
                "POST", target, body: "socket_id=1.2&channel_name=private-a")
            #expect(answer.status == status)
            #expect(answer.text == text)
            #expect(answer.delay == .seconds(2))
        }
    }
}

@Suite("Users over HTTP")
struct UserRouteTests {
    private let dialogue = RouteDialogue()

    @Test("the connections of a user are ended")
    func termination() throws {
        let answer = try self.dialogue.call(
            "POST", "/users/u@7/terminate_connections", body: "{}")
        #expect(answer.text == "{}")
        #expect(answer.terminating == "u@7")
    }

    @Test("a user id that cannot be one, and a path that says something else, are refused")
    func refusal() throws {
        for (method, path, status) in [
            ("POST", "/users/a%20b/terminate_connections", 400),
            ("GET", "/users/7/terminate_connections", 405), ("POST", "/users/7/events", 404),
        ] {
            let body = method == "POST" ? "{}" : ""
            let answer = try self.dialogue.call(method, path, body: body)
            #expect(answer.status == status)
            #expect(answer.terminating == nil)
        }
    }

    @Test(
        "the user endpoint signs for who the form says, for a bot's name and with a watchlist",
        arguments: [
            ("user=7", #"{"id":"7"}"#),
            (
                "user=ada",
                #"{"id":"ada","user_info":{"name":"Ada","city":"London"}}"#
            ),
            ("user=ada&user_info=1", #"{"id":"ada","user_info":1}"#),
            ("user_id=7&watchlist=ada%2C101", #"{"id":"7","watchlist":["ada","101"]}"#),
            ("x=y", #"{"id":"guest-1.2","user_info":{"name":"Guest"}}"#),
        ])
    func userData(form: String, data: String) throws {
        let answer = self.dialogue.answer(
            "POST", "/pusher/user-auth", body: "socket_id=1.2&\(form)")
        let json = try JSONValue(parsing: answer.response.body)
        #expect(json["user_data"]?.stringValue == data)
    }

    @Test("subscriptions are not counted for an app that does not want it")
    func uncounted() throws {
        var dialogue = RouteDialogue()
        dialogue.hub = HubDialogue(counting: false)
        let body = #"{"name":"e","data":"x","channel":"a","info":"subscription_count"}"#
        #expect(try dialogue.call("POST", "/events", body: body).status == 400)
        #expect(
            try dialogue.call(
                "GET", "/channels/a", [.init("info", "subscription_count")]
            ).status == 400)
    }
}
