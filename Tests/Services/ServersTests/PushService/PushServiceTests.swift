import ChannelsProtocol
import ChannelsPushProtocol
import ChannelsTransport
import Testing

@testable import BuoyServers

@Suite("The Client API of the sandbox")
struct PushServiceTests {
    private static let token = "00fc13ad" + String(repeating: "5", count: 56)

    /// Asks a service.
    private struct Dialogue {
        var service = PushService(appKeys: ["key", "other"], offersFaults: true, run: 654321)

        mutating func ask(
            _ method: String, _ target: String, _ body: String = "",
            headers: [HTTPHeader] = []
        ) throws -> (status: Int, text: String) {
            let request = HTTPRequest(
                method: method, origin: HTTPOrigin(host: "", port: 0), target: target,
                headers: headers, body: Array(body.utf8))
            let answer = self.service.respond(to: request)
            let response = try #require(answer)
            return (response.status, String(decoding: response.body, as: UTF8.self))
        }

        /// Registers a device, and returns its id.
        mutating func register(_ key: String = "key") throws -> String {
            let answer = try self.ask(
                "POST", "/client_api/v1/clients", PushServiceTests.registration(key))
            return try #require(JSONValue.parse(answer.text)?["id"]?.stringValue)
        }
    }

    private static func registration(_ key: String) -> String {
        #"{"app_key":"\#(key)","platform_type":"apns","token":"\#(self.token)"}"#
    }

    private var dialogue = Dialogue()

    @Test("a registration is answered with 201 and the client with its id")
    func register() throws {
        var dialogue = self.dialogue
        let answer = try dialogue.ask(
            "POST", "/client_api/v1/clients", Self.registration("key"))
        #expect(answer.status == 201)
        #expect(
            answer.text
                == #"{"id":"6543210001","platform_type":"apns","token":"\#(Self.token)"}"#)
        #expect(try dialogue.register() == "6543210002")
    }

    @Test("the ids of another run are others")
    func otherRun() throws {
        var dialogue = self.dialogue
        var other = Dialogue()
        other.service = PushService(appKeys: ["key"], offersFaults: true, run: 111111)
        #expect(try dialogue.register() != other.register())
    }

    @Test("interests and tokens are changed with POST, DELETE and PUT")
    func changes() throws {
        var dialogue = self.dialogue
        let id = try dialogue.register()
        let key = #"{"app_key":"key"}"#
        for name in ["news", "a%3Db%3Bc", "%2E%2E", "news"] {
            let answer = try dialogue.ask(
                "POST", "/client_api/v1/clients/\(id)/interests/\(name)", key)
            #expect(answer.status == 204, "\(name): \(answer.text)")
        }
        #expect(
            dialogue.service.registry.clients.first?.interests.map(\.text)
                == ["news", "a=b;c", ".."])
        for _ in 1...2 {
            let answer = try dialogue.ask(
                "DELETE", "/client_api/v1/clients/\(id)/interests/news", key)
            #expect(answer.status == 204)
        }
        let answer = try dialogue.ask(
            "PUT", "/client_api/v1/clients/\(id)/token", #"{"platform_type":"fcm","token":"new"}"#)
        #expect(answer.status == 200)
        #expect(answer.text == #"{"id":"\#(id)","platform_type":"fcm","token":"new"}"#)
        #expect(dialogue.service.registry.clients.first?.interests.count == 2)
    }

    @Test(
        "what breaks a rule is refused",
        arguments: [
            ("POST", "clients", "", 400, "The body is not JSON"),
            ("POST", "clients", "{}", 400, "Missing required parameter: app_key"),
            ("POST", "clients", #"{"app_key":"wrong"}"#, 401, "Unknown app_key"),
            (
                "POST", "clients", #"{"app_key":"key","platform_type":"beams","token":"x"}"#, 400,
                "platform_type must be apns, fcm or gcm"
            ),
            (
                "POST", "clients", #"{"app_key":"key","platform_type":"fcm"}"#, 400,
                "token must be a string"
            ),
            (
                "POST", "clients", #"{"app_key":"key","platform_type":"fcm","token":""}"#, 400,
                "The device token is empty."
            ),
            ("GET", "clients", "", 405, "Method GET is not allowed here: use POST"),
            ("POST", "clients/ID/interests/a-b", #"{"app_key":"key"}"#, 400, "Character 2 of the"),
            ("POST", "clients/ID/interests/%00", #"{"app_key":"key"}"#, 400, "Character 1 of the"),
            ("POST", "clients/ID/interests/a", "{}", 400, "Missing required parameter: app_key"),
            ("POST", "clients/ID/interests/a", #"{"app_key":"x"}"#, 401, "Unknown app_key"),
            (
                "POST", "clients/ID/interests/a", #"{"app_key":"other"}"#, 403,
                "The client belongs to another app"
            ),
            ("PUT", "clients/ID/interests/a", "{}", 405, "Method PUT is not allowed here"),
            ("POST", "clients/99/interests/a", #"{"app_key":"key"}"#, 404, "No client has this id"),
            (
                "DELETE", "clients/99/interests/a", #"{"app_key":"key"}"#, 404,
                "No client has this id"
            ),
            (
                "PUT", "clients/99/token", #"{"platform_type":"fcm","token":"x"}"#, 404,
                "No client has this id"
            ),
            ("PUT", "clients/ID/token", #"{"token":"x"}"#, 400, "platform_type must be"),
            (
                "PUT", "clients/ID/token",
                #"{"app_key":"x","platform_type":"fcm","token":"x"}"#, 401, "Unknown app_key"
            ),
            ("POST", "clients/ID", "{}", 404, "Not found"),
            ("POST", "", "{}", 404, "Not found"),
            ("POST", "clients/%FF/interests/a", "{}", 400, "The path or the query is not"),
        ])
    func refusals(method: String, path: String, body: String, status: Int, text: String) throws {
        var dialogue = self.dialogue
        let id = try dialogue.register()
        let answer = try dialogue.ask(
            method, "/client_api/v1/\(path.replacing("ID", with: id))", body)
        #expect(answer.status == status)
        #expect(answer.text.hasPrefix(text), "\(answer.text)")
        #expect(dialogue.service.registry.clients.count == 1)
    }

    @Test("other paths are not its own")
    func otherPaths() {
        var service = self.dialogue.service
        for target in ["/", "/apps/1/events", "/sandbox/faults", "/client_api", "/client_api/v2/x"]
        {
            let request = HTTPRequest(
                method: "POST", origin: HTTPOrigin(host: "", port: 0), target: target)
            #expect(service.respond(to: request) == nil, "\(target)")
        }
    }

    @Test("the number of clients is bounded")
    func bound() throws {
        var registry = PushRegistry(run: 100_000, clientLimit: 2)
        let credentials = PushCredentials(platform: .fcm, token: try PushToken("x"))
        for _ in 1...2 { _ = try registry.register(credentials, appKey: "k") }
        #expect(throws: PushRegistry.Refusal.tooManyClients(limit: 2)) {
            try registry.register(credentials, appKey: "k")
        }
    }

    @Test("who asks sees the devices that a notification would reach, with shortened tokens")
    func inspecting() throws {
        var dialogue = self.dialogue
        let id = try dialogue.register()
        _ = try dialogue.register()
        _ = try dialogue.ask(
            "POST", "/client_api/v1/clients/\(id)/interests/news", #"{"app_key":"key"}"#)
        let client = #"{"id":"\#(id)","platform_type":"apns","token":"00fc…5555""#
        #expect(
            try dialogue.ask("GET", "/sandbox/push/interests/news").text
                == #"{"interest":"news","count":1,"clients":[\#(client)}]}"#)
        #expect(
            try dialogue.ask("GET", "/sandbox/push/interests").text == #"{"interests":{"news":1}}"#)
        let clients = try dialogue.ask("GET", "/sandbox/push/clients").text
        #expect(clients.hasPrefix(#"{"clients":[\#(client),"interests":["news"]},"#))
        #expect(
            clients.hasSuffix(
                #""requests":{"register":2,"token":0,"subscribe":1,"unsubscribe":0}}"#))
        #expect(!clients.contains(Self.token))
        #expect(try dialogue.ask("GET", "/sandbox/push/interests/a-b").status == 400)
        #expect(try dialogue.ask("GET", "/sandbox/push/other").status == 404)
        #expect(try dialogue.ask("POST", "/sandbox/push/clients").status == 405)
    }

    @Test("faults: answers for a number of requests, and forgotten devices")
    func faults() throws {
        var dialogue = self.dialogue
        let body = #"{"status":503,"times":2,"retry-after":7}"#
        #expect(try dialogue.ask("POST", "/sandbox/push/faults", body).status == 200)
        for _ in 1...2 {
            let request = HTTPRequest(
                method: "POST", origin: HTTPOrigin(host: "", port: 0),
                target: "/client_api/v1/clients")
            let answer = dialogue.service.respond(to: request)
            let response = try #require(answer)
            #expect(response.status == 503)
            #expect(response.header("Retry-After") == "7")
        }
        _ = try dialogue.register()
        _ = try dialogue.ask("POST", "/sandbox/push/faults", #"{"forget":true}"#)
        #expect(dialogue.service.registry.clients.isEmpty)
        _ = try dialogue.ask("POST", "/sandbox/push/faults", #"{"status":500}"#)
        _ = try dialogue.ask("POST", "/sandbox/push/faults", #"{"clear":true}"#)
        _ = try dialogue.register()
        for wrong in ["", "[]", "{}", #"{"status":99}"#, #"{"status":500,"times":0}"#] {
            #expect(
                try dialogue.ask("POST", "/sandbox/push/faults", wrong).status == 400, "\(wrong)")
        }
        let origin = [HTTPHeader("Origin", "http://127.0.0.1:6001")]
        let page = try dialogue.ask("POST", "/sandbox/push/faults", body, headers: origin)
        #expect(page.status == 400)
        var closed = Dialogue()
        closed.service = PushService(appKeys: ["key"], offersFaults: false)
        #expect(try closed.ask("POST", "/sandbox/push/faults", body).status == 403)
    }
}
