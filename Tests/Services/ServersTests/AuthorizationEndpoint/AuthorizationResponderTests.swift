import ChannelsBasics
import ChannelsProtocol
import ChannelsSigning
import ChannelsTransport
import Testing

@testable import BuoyServers

/// Asks an endpoint with the key and secret of the published vectors.
struct EndpointDialogue {
    static let key = "278d425bdf160c739803"
    static let secret = AppSecret("7ad3773142a6692b25b8")
    var users = AuthorizationUsers()
    var refused: [Wildcard] = []
    var masterKey: EncryptionMasterKey?
    var fault = AuthorizationFault.Answer.signed

    func ask(
        _ method: String = "POST", _ target: String = "/pusher/auth", _ form: String = "",
        headers: [HTTPHeader] = []
    ) throws -> AuthorizationResponder.Answer {
        let responder = AuthorizationResponder(
            key: Self.key, secret: Self.secret, masterKey: self.masterKey, users: self.users,
            refused: self.refused,
            gate: WebPageGate(
                address: "127.0.0.1", allowedHosts: [],
                allowedOrigins: ["https://good.example"]))
        let request = HTTPRequest(
            method: method, origin: HTTPOrigin(host: "", port: 0), target: target,
            headers: [HTTPHeader("Host", "127.0.0.1:6010")] + headers, body: Array(form.utf8))
        let path = try RequestTarget(target)
        return responder.answer(request, path, .init(path: path.segments), fault: self.fault)
    }
}

extension AuthorizationResponder.Answer {
    var text: String { String(decoding: self.response.body, as: UTF8.self) }
    var json: JSONValue? { JSONValue.parse(self.text) }
}

@Suite("What an authorization endpoint answers")
struct AuthorizationResponderTests {
    private let dialogue = EndpointDialogue()

    @Test("the published signatures come out, by POST and by GET")
    func vectors() throws {
        let expected =
            "278d425bdf160c739803:58df8b0c36d6982b82c3ecf6b4662e34fe8c25bba48f5369f135bf843651c3a4"
        let form = "socket_id=1234.1234&channel_name=private-foobar"
        let posted = try self.dialogue.ask("POST", "/pusher/auth", form)
        #expect(posted.json == ["auth": .string(expected)])
        #expect(posted.record.text == "private-foobar  1234.1234  signed 1234.1234:private-foobar")
        let asked = try self.dialogue.ask("GET", "/broadcasting/auth?\(form)")
        #expect(asked.json == ["auth": .string(expected)])
    }

    @Test("a sign-in is signed at every path that ends in user-auth")
    func signIn() throws {
        let answer = try self.dialogue.ask(
            "POST", "/api/user-auth", "socket_id=1234.1234&user_id=12345")
        #expect(
            answer.json?["auth"]?.stringValue?.hasSuffix(
                "4708d583dada6a56435fb8bc611c77c359a31eebde13337c16ab43aa6de336ba") == true)
        #expect(answer.json?["user_data"] == #"{"id":"12345"}"#)
        #expect(
            answer.record.outcome == .signed(#"1234.1234::user::{"id":"12345"}"#))
    }

    @Test("a script is wrapped in its callback, which can only be a name")
    func scripts() throws {
        let form = "socket_id=1.2&channel_name=private-a&callback="
        let name = "Pusher.auth_callbacks%5B%271%27%5D"
        let answer = try self.dialogue.ask("GET", "/pusher/auth?\(form)\(name)")
        #expect(answer.text.hasPrefix("/**/Pusher.auth_callbacks['1']({\"auth\":\""))
        #expect(answer.text.hasSuffix("\"});"))
        #expect(
            answer.response.header("content-type") == "application/javascript; charset=utf-8")
        for callback in ["", "alert(1)", "a;b", "a%20b", String(repeating: "a", count: 129)] {
            let refused = try self.dialogue.ask("GET", "/pusher/auth?\(form)\(callback)")
            #expect(refused.response.status == 400, "\(callback)")
        }
    }

    @Test(
        "only pages of allowed origins may load a script",
        arguments: [
            ([HTTPHeader("Referer", "http://localhost:3000/a/b?c")], 200),
            ([HTTPHeader("Referer", "https://good.example/")], 200),
            ([HTTPHeader("Referer", "https://evil.example/http://localhost")], 403),
            ([HTTPHeader("Referer", "http://localhost.evil.example/")], 403),
            ([HTTPHeader("Sec-Fetch-Site", "cross-site")], 403),
            ([HTTPHeader("Sec-Fetch-Site", "same-site")], 403),
            ([HTTPHeader("Sec-Fetch-Site", "same-origin")], 200),
            ([HTTPHeader("Sec-Fetch-Site", "none")], 200), ([], 200),
        ] as [([HTTPHeader], Int)])
    func pages(headers: [HTTPHeader], status: Int) throws {
        let answer = try self.dialogue.ask(
            "GET", "/pusher/auth?socket_id=1.2&channel_name=private-a&callback=f",
            headers: headers)
        #expect(answer.response.status == status)
    }

    @Test("templates name the fields of the request, and nothing else")
    func templates() throws {
        var dialogue = self.dialogue
        dialogue.users = AuthorizationUsers(
            id: "dev-{socket_id}-{nothing}", guestInfo: ["name": "{user_id} on {channel_name} {"],
            namedInfo: ["name": "{user_id}", "tags": ["{team}", "{"]])
        let guest = try dialogue.ask(
            "POST", "/pusher/auth", "socket_id=1.2&channel_name=presence-a")
        #expect(
            guest.json?["channel_data"]?.stringValue
                == #"{"user_id":"dev-1.2-{nothing}","user_info":"#
                + #"{"name":"dev-1.2-{nothing} on presence-a {"}}"#)
        let named = try dialogue.ask(
            "POST", "/pusher/auth", "socket_id=1.2&channel_name=presence-a&user_id=ana&team=red")
        #expect(
            named.json?["channel_data"]?.stringValue
                == #"{"user_id":"ana","user_info":{"name":"ana","tags":["red","{"]}}"#)
    }

    @Test("channels that match a pattern are refused, others are not")
    func refusals() throws {
        var dialogue = self.dialogue
        dialogue.refused = [Wildcard("private-secret-*")]
        let refused = try dialogue.ask(
            "POST", "/auth", "socket_id=1.2&channel_name=private-secret-a")
        #expect(refused.response.status == 403)
        #expect(
            refused.record.text
                == "private-secret-a  1.2  refused 403: "
                + "Channel private-secret-a is configured to be refused")
        let signed = try dialogue.ask("POST", "/auth", "socket_id=1.2&channel_name=private-a")
        #expect(signed.response.status == 200)
    }

    @Test("an encrypted channel needs the master key, and gets its own key")
    func encrypted() throws {
        let form = "socket_id=1.2&channel_name=private-encrypted-demo"
        #expect(try self.dialogue.ask("POST", "/auth", form).response.status == 403)
        var dialogue = self.dialogue
        dialogue.masterKey = try EncryptionMasterKey(
            base64: "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=")
        let answer = try dialogue.ask("POST", "/auth", form)
        #expect(
            answer.json?["shared_secret"] == "EYp9Iw61We0SSO8i4YNMUxqo4TeGPjdBtcgzC9ocVl0=")
        #expect(!answer.record.text.contains("EYp9"))
    }

    @Test("JSON is read too, and a repeated channel is refused")
    func bodies() throws {
        let json = try self.dialogue.ask(
            "POST", "/auth", #"{"socket_id":"1234.1234","channel_name":"private-foobar"}"#,
            headers: [HTTPHeader("Content-Type", "application/json")])
        #expect(json.record.text == "private-foobar  1234.1234  signed 1234.1234:private-foobar")
        let twice = try self.dialogue.ask(
            "POST", "/auth", "socket_id=1.2&channel_name=private-a&channel_name=private-b")
        #expect(twice.response.status == 400)
        #expect(twice.text == "The parameter channel_name occurs twice\n")
        let nobody = try self.dialogue.ask(
            "POST", "/auth", "socket_id=1.2&channel_name=presence-a&user_id=")
        #expect(nobody.response.status == 400)
    }

    @Test("a fault replaces the signature, but not a refusal")
    func faults() throws {
        var dialogue = self.dialogue
        dialogue.fault = .status(500)
        let form = "socket_id=1.2&channel_name=private-a"
        let answer = try dialogue.ask("POST", "/auth", form)
        #expect(answer.response.status == 500)
        #expect(answer.record.text == "private-a  1.2  answered 500 on purpose")
        #expect(try dialogue.ask("POST", "/auth", "socket_id=1.2").response.status == 400)
        #expect(try dialogue.ask("PUT", "/auth", form).response.status == 405)
    }

    @Test("every third answer fails, and all are late")
    func plan() {
        let fault = AuthorizationFault(.status(503), delay: .seconds(1))
        var plan = AuthorizationFaultPlan(fault, every: 3)
        let answers = (1...6).map { _ in plan.next() }
        #expect(
            answers.map(\.answer) == [
                .signed, .signed, .status(503), .signed, .signed, .status(503),
            ])
        #expect(answers.allSatisfy { $0.delay == .seconds(1) })
    }
}
