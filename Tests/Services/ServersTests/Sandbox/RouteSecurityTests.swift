import ChannelsProtocol
import ChannelsSigning
import ChannelsTransport
import Testing

@testable import BuoyServers

@Suite("Who may use the HTTP API of the sandbox")
struct RouteSecurityTests {
    private let dialogue = RouteDialogue()

    @Test("without a signature, with another app's or too old, nothing is answered")
    func signatures() throws {
        let unsigned = self.dialogue.answer("GET", "/apps/1/channels")
        #expect(unsigned.status == 401)
        #expect(unsigned.text == "Missing required parameter: auth_key")
        let foreign = RequestSignature(key: "other", secret: AppSecret("x"))
        let query = try foreign.signed(
            method: "GET", path: "/apps/1/channels", unixTime: RouteDialogue.unixTime)
        let refused = self.dialogue.answer("GET", "/apps/1/channels?\(query.encoded)")
        #expect(refused.status == 401)
        #expect(refused.text == "Unknown auth_key: other")
        let old = try self.dialogue.call("GET", "/channels", at: RouteDialogue.unixTime - 601)
        #expect(old.status == 401)
        #expect(old.text.hasPrefix("Timestamp expired: Given timestamp (1699999399) not within"))
        #expect(
            try self.dialogue.call("GET", "/channels", at: RouteDialogue.unixTime - 600).status
                == 200)
    }

    @Test("another body than the one that was signed is refused")
    func otherBody() throws {
        let path = "/apps/1/events"
        let signed = try SandboxApp.standard.requestSignature.signed(
            method: "POST", path: path, body: Array("{}".utf8), unixTime: RouteDialogue.unixTime)
        let answer = self.dialogue.answer("POST", "\(path)?\(signed.encoded)", body: "{ }")
        #expect(answer.status == 401)
        #expect(answer.text.hasPrefix("Invalid body_md5: "))
    }

    @Test("a parameter that stands twice is refused")
    func repeated() throws {
        let signed = try SandboxApp.standard.requestSignature.signed(
            method: "GET", path: "/apps/1/channels", unixTime: RouteDialogue.unixTime)
        let answer = self.dialogue.answer(
            "GET", "/apps/1/channels?auth_version=1.0&\(signed.encoded)")
        #expect(answer.status == 400)
    }

    @Test("a request as a library in Python sends it is accepted: raw commas, md5 of nothing")
    func pythonLibrary() throws {
        let md5 = "d41d8cd98f00b204e9800998ecf8427e"
        let query =
            "auth_key=\(SandboxApp.standardKey)&auth_timestamp=\(RouteDialogue.unixTime)"
            + "&auth_version=1.0&body_md5=\(md5)&info=user_count,subscription_count"
        let path = "/apps/1/channels/presence-a"
        let digest = try Digest.hmacSHA256(
            "GET\n\(path)\n\(query)".utf8, secret: SandboxApp.standard.secret)
        let answer = self.dialogue.answer(
            "GET", "\(path)?auth_signature=\(Digest.hex(digest))&\(query)")
        #expect(answer.status == 200)
        #expect(
            answer.text == #"{"occupied":false,"user_count":0,"subscription_count":0}"#)
    }

    @Test(
        "what is not there is answered with 404 in plain text",
        arguments: ["/apps/2/channels", "/apps", "/nothing", "/pusher", "/pusher/x", "/app/key"])
    func notFound(target: String) {
        let answer = self.dialogue.answer("GET", target)
        #expect(answer.status == 404)
        #expect(answer.response.header("content-type") == "text/plain; charset=utf-8")
    }

    @Test("a signed call of an unknown method is not found, and a known one wants its verb")
    func unknownCalls() throws {
        #expect(try self.dialogue.call("GET", "/nothing").status == 404)
        #expect(try self.dialogue.call("GET", "/channels/a/b").status == 404)
        let wrongVerb = try self.dialogue.call("GET", "/events")
        #expect(wrongVerb.status == 405)
        #expect(wrongVerb.response.header("allow") == "POST")
        #expect(try self.dialogue.call("POST", "/channels", body: "{}").status == 405)
    }

    @Test("a target that is not percent-encoded UTF-8 is refused", arguments: ["x", "/%", "/?%ff"])
    func badTargets(target: String) {
        #expect(self.dialogue.answer("GET", target).status == 400)
    }

    @Test("the root says in one line what this is")
    func root() {
        let answer = self.dialogue.answer("GET", "/")
        #expect(answer.status == 200)
        #expect(answer.text.hasPrefix("buoy sandbox"))
        #expect(!answer.text.contains("\n"))
    }
}
