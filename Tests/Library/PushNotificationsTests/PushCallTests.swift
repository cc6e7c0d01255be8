import BuoyTestBasics
import ChannelsProtocol
import ChannelsPushProtocol
import ChannelsTransport
import Testing

@testable import ChannelsPushNotifications

@Suite("Requests to the Client API, and its answers", .inTurn)
struct PushCallTests {
    private func call(_ operation: PushOperation) throws -> PushCall {
        PushCall(
            entry: 1, operation: operation, appKey: "app-key", clientID: "6/4?",
            credentials: try .sample())
    }

    private func text(_ operation: PushOperation) throws -> String {
        let call = try self.call(operation)
        return "\(call.method) \(call.path) \(String(decoding: call.body, as: UTF8.self))"
    }

    @Test("requests are those of the documentation")
    func requests() throws {
        let token = try PushCredentials.sample().token.text
        let name = try InterestName("news")
        #expect(
            try self.text(.register)
                == #"POST /v1/clients {"app_key":"app-key","platform_type":"apns","token":"\#(token)"}"#
        )
        #expect(
            try self.text(.updateToken)
                == #"PUT /v1/clients/6%2F4%3F/token {"platform_type":"apns","token":"\#(token)"}"#)
        #expect(
            try self.text(.subscribe(name))
                == #"POST /v1/clients/6%2F4%3F/interests/news {"app_key":"app-key"}"#)
        #expect(
            try self.text(.unsubscribe(name))
                == #"DELETE /v1/clients/6%2F4%3F/interests/news {"app_key":"app-key"}"#)
    }

    @Test(
        "names are encoded in the path, those of dots alone too",
        arguments: [
            ("a=b", "a%3Db"), ("a;b,c@d", "a%3Bb%2Cc%40d"), ("a_b.c", "a_b.c"), (".", "%2E"),
            ("..", "%2E%2E"), ("...", "..."),
        ])
    func encoding(name: String, encoded: String) throws {
        let call = try self.call(.subscribe(InterestName(name)))
        #expect(call.path.hasSuffix("/interests/\(encoded)"))
    }

    private func answer(_ body: String, status: Int = 201) throws -> PushAnswer {
        PushAnswer(
            HTTPResponse(
                status: status, headers: [HTTPHeader("retry-after", "7")], body: Array(body.utf8)),
            to: try self.call(.register))
    }

    @Test("the id of a client is a string; digits will do")
    func clientID() throws {
        #expect(try self.answer(#"{"id":"654234","token":"x"}"#).clientID == "654234")
        #expect(try self.answer(#"{"id":654234}"#).clientID == "654234")
        #expect(try self.answer("{}").retryAfter == .seconds(7))
    }

    @Test(
        "an answer without a usable id has none",
        arguments: [
            "", "{", "[]", "{}", #"{"id":null}"#, #"{"id":true}"#, #"{"id":[]}"#, #"{"id":""}"#,
            #"{"id":"a b"}"#, #"{"id":"a\nb"}"#, #"{"id":"\u001b[31m"}"#,
            #"{"id":"\#(String(repeating: "9", count: 257))"}"#,
        ].map { HostileString($0) })
    func noClientID(body: HostileString) throws {
        #expect(try self.answer(body.text).clientID == nil)
    }

    @Test("an excerpt is the first line, and never repeats the token")
    func excerpts() throws {
        #expect(try self.answer("No\nmore").excerpt == "No")
        #expect(try self.answer("").excerpt == nil)
        #expect(try self.answer(String(repeating: "x", count: 999)).excerpt?.count == 120)
        let token = try PushCredentials.sample().token.text
        for part in [token, String(token.dropFirst(9)), String(token.prefix(12))] {
            let excerpt = try #require(try self.answer("The token \(part) is bad").excerpt)
            #expect(!excerpt.contains(part.prefix(12)), "\(excerpt)")
        }
    }

    @Test(
        "an endpoint that cannot be one is refused",
        arguments: [
            "", "push.test", "ftp://push.test", "http://", "https://user:pw@push.test",
            "http://push.test/?a=1", "http://push.test:99999",
        ])
    func endpoints(endpoint: String) {
        #expect(throws: ChannelsError.self) { try ServerRoute(url: endpoint) }
    }

    @Test("the documented endpoint is the default; a slash at its end changes nothing")
    func endpoint() throws {
        let documented = try PushExchange(
            PushOptions(appKey: "k"), requester: NIOHTTPRequester(), environment: [:])
        #expect(documented.origin.host == "nativepushclient-cluster1.pusher.com")
        #expect(documented.origin.port == 443)
        #expect(documented.origin.tls != nil)
        #expect(documented.path == "/client_api")
        let slash = try PushExchange(
            PushOptions(
                appKey: "k", route: ServerRoute(url: "http://127.0.0.1:6001/client_api/")),
            requester: NIOHTTPRequester(), environment: ["http_proxy": "http://proxy.test:1"])
        #expect(slash.path == "/client_api")
        #expect(slash.origin.tls == nil)
    }
}
