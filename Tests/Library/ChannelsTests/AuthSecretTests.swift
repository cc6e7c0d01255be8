import ChannelsProtocol
import ChannelsTransport
import Testing

@testable import Channels

/// What must not be shown: what a request carried, and signatures that would let anybody in.
struct AuthSecretTests {
    private static let address: String = "http://auth.test/pusher/auth"
    private static let digits: String = AuthScene.digits
    private static let base64: String = "q83vq83vq83vq83vq83vq83vq83vq83vq83vq83vq80="

    /// A request, and a body that repeats something of it.
    struct Echo: Sendable, CustomTestStringConvertible {
        var name: String
        var method: AuthMethod
        var body: String

        var testDescription: String { self.name }
    }

    private static func endpoint(
        _ transport: AuthEndpoint.Transport, _ parameters: RequestFields = [:],
        headers: RequestFields = [:], url: String = Self.address
    ) -> AuthMethod {
        .endpoint(
            AuthEndpoint(url: url, parameters: parameters, headers: headers, transport: transport))
    }

    private static func builder(_ body: String, url: String = Self.address) -> AuthMethod {
        .requestBuilder { _, _ in AuthHTTPRequest(url: url, body: Array(body.utf8)) }
    }

    private static let token: RequestFields = ["token": "hunter2hunter2"]
    private static let encoded: RequestFields = ["t": "hunter2 a/b+ü"]

    private static let echoes = [
        Echo(
            name: "a query in a page about a missing path", method: endpoint(.query, token),
            body: "Cannot GET /pusher/auth?socket_id=12.34&token=hunter2hunter2"),
        Echo(
            name: "the query of JSONP", method: endpoint(.callback, token),
            body: "Cannot GET /pusher/auth?callback=x&token=hunter2hunter2"),
        Echo(name: "a form", method: endpoint(.form, token), body: "bad hunter2hunter2"),
        Echo(
            name: "a form, as it was sent", method: endpoint(.form, encoded),
            body: "t=hunter2%20a%2Fb%2B%C3%BC"),
        Echo(
            name: "a form, in small digits and with + for spaces", method: endpoint(.form, encoded),
            body: "t=hunter2+a%2fb%2b%c3%bc"),
        Echo(name: "a form, decoded", method: endpoint(.form, encoded), body: "t=hunter2 a/b+ü"),
        Echo(
            name: "a form, in JSON that escapes slashes", method: endpoint(.form, encoded),
            body: #"{"error":"hunter2 a\/b+ü"}"#),
        Echo(
            name: "the query of the endpoint's URL",
            method: endpoint(.form, url: address + "?k=hunter2hunter2"), body: "k: hunter2hunter2"),
        Echo(
            name: "a query with + for a space, decoded",
            method: endpoint(.form, url: address + "?k=hunter2+x"), body: "k: hunter2 x"),
        Echo(
            name: "one of the cookies",
            method: endpoint(
                .form, headers: [RequestField("Cookie", "theme=dark;sid=hunter2hunter2")]),
            body: "no session sid=hunter2hunter2"),
        Echo(
            name: "a part of a list",
            method: endpoint(.form, headers: [RequestField("X", "a,hunter2hunter2")]),
            body: "unknown: hunter2hunter2"),
        Echo(
            name: "a short value under a telling name",
            method: endpoint(.form, [RequestField("api_Key", "hunter2")]), body: "bad key hunter2"),
        Echo(
            name: "a header with a short value under a telling name",
            method: endpoint(.form, headers: [RequestField("X-Token", "hunter2")]),
            body: "bad token hunter2"),
        Echo(
            name: "JSON of a request builder",
            method: builder(#"{"a":[{"b":"hunter2\/hunter2"}]}"#),
            body: "no user hunter2/hunter2"),
        Echo(
            name: "a form of a request builder", method: builder("a=1&b=hunter2hunter2"),
            body: "no user hunter2hunter2"),
        Echo(
            name: "a text of a request builder", method: builder("b: <hunter2hunter2>\na=1"),
            body: "no user hunter2hunter2"),
        Echo(
            name: "the query of a request builder",
            method: builder("", url: address + "?hunter2hunter2"),
            body: "GET ?hunter2hunter2"),
    ]

    @Test("a body that repeats a secret of the request is not shown", arguments: echoes)
    func echo(_ echo: Echo) async throws {
        let outcome = try await AuthScene().authorize("private-a", echo.method) {
            await $0.answer(403, echo.body)
        }
        let failure = try #require(outcome.result.failure)
        #expect(failure.body == nil)
        #expect(failure.text.contains("not shown"), "\(failure.text)")
        #expect(!"\(failure)".contains("hunter2"))
    }

    @Test(
        "the socket id, the channel and short values are no secrets",
        arguments: [AuthEndpoint.Transport.form, .query, .callback])
    func noSecrets(transport: AuthEndpoint.Transport) async throws {
        let body = "Pusher.auth_callbacks['1'] refuses private-a-long-name for 12.34: de"
        let method = Self.endpoint(
            transport, [RequestField("lang", "de"), RequestField("token", "")])
        let outcome = try await AuthScene().authorize("private-a-long-name", method) {
            await $0.answer(403, body)
        }
        #expect(outcome.result.failure?.body == body)
    }

    @Test("a request builder's own names for the channel and the socket id are no secrets either")
    func ownNames() async throws {
        let method = Self.builder(#"{"room":"private-a-long-name","id":"12.34"}"#)
        let outcome = try await AuthScene().authorize("private-a-long-name", method) {
            await $0.answer(403, "not private-a-long-name")
        }
        #expect(outcome.result.failure?.body == "not private-a-long-name")
    }

    /// An answer with a signature, and how it is shown; `nil` when it is not.
    struct Signed: Sendable, CustomTestStringConvertible {
        var channel = "private-encrypted-a"
        var status = 200
        var body: String
        var shown: String?

        var testDescription: String { self.body }
    }

    private static let dots: String = "••••••••"

    private static let answers = [
        Signed(body: #"{"auth":"key:\#(digits)"}"#, shown: #"{"auth":"key:\#(dots)"}"#),
        Signed(
            channel: "presence-a", body: #"{"auth":"key:\#(digits)"}"#,
            shown: #"{"auth":"key:\#(dots)"}"#),
        Signed(
            channel: "private-a", body: #"{ "auth" : "other:\#(digits)" }"#,
            shown: #"{ "auth" : "other:\#(dots)" }"#),
        Signed(body: #"{"auth":"key:\#(base64)"}"#, shown: #"{"auth":"key:\#(dots)"}"#),
        Signed(body: #"{"auth":"key: \#(base64)"}"#, shown: #"{"auth":"key:\#(dots)"}"#),
        Signed(body: #"{"auth":"key:q\/q80="}"#, shown: #"{"auth":"key:\#(dots)"}"#),
        Signed(body: #"{"auth":"key:q\"q80="}"#, shown: #"{"auth":"key:\#(dots)"}"#),
        Signed(body: #"{"auth":"\#(digits)"}"#, shown: #"{"auth":"\#(dots)"}"#),
        Signed(body: #"{"auth":"\#(base64)"}"#, shown: #"{"auth":"\#(dots)"}"#),
        Signed(body: #"{"auth":"key:\#(digits)"#, shown: #"{"auth":"key:\#(dots)"#),
        Signed(
            body: #"[{"auth":"key:1"},{"auth":["key:\#(base64)"]}]"#,
            shown: #"[{"auth":"key:\#(dots)"},{"auth":["key:\#(dots)"]}]"#),
        Signed(body: #""{\"auth\":\"key:1\"}""#, shown: #""{\"auth\":\"key:\#(dots)\"}""#),
        Signed(body: "cb({'auth':'key:1'})", shown: "cb({'auth':'key:\(dots)'})"),
        Signed(body: "auth=key:1&a=b", shown: "auth=key:\(dots)&a=b"),
        Signed(
            body: "<b>&quot;auth&quot;: &quot;key:\(base64)&quot;</b>",
            shown: "<b>&quot;auth&quot;: &quot;key:\(dots)&quot;</b>"),
        Signed(body: "<pre>key:\(digits)</pre>", shown: "<pre>key:\(dots)</pre>"),
        Signed(status: 403, body: #"{"auth":"denied"}"#, shown: #"{"auth":"denied"}"#),
        Signed(status: 403, body: "no auth", shown: "no auth"),
        Signed(
            body: #"{"\u0061uth":"key:\#(base64)"}"#, shown: #"{"\u0061uth":"key:\#(dots)"}"#),
        Signed(body: #"{"auth":{"value":"key:\#(base64)"}}"#, shown: nil),
    ]

    @Test("a signature in an answer is shown as dots, or the answer not at all", arguments: answers)
    func signature(_ answer: Signed) async throws {
        let outcome = try await AuthScene().authorize(answer.channel) {
            await $0.answer(answer.status, answer.body)
        }
        let failure = try #require(outcome.result.failure)
        #expect(failure.body == answer.shown)
        #expect(!"\(failure)".contains(Self.digits))
        #expect(!"\(failure)".contains(Self.base64))
    }

    @Test(
        "a signature in the place of the key is not named as one",
        arguments: ["\(digits):key", "\(base64):key", "key:\(base64):x"])
    func swapped(auth: String) async throws {
        let outcome = try await AuthScene().authorize {
            await $0.answer(200, #"{"auth":"\#(auth)"}"#)
        }
        let text = try #require(outcome.result.failure?.text)
        #expect(text.contains("an app key other than"))
        #expect(outcome.result.failure?.body?.contains(Self.base64) == false)
        #expect(!text.contains(Self.base64.prefix(30)))
        #expect(!text.contains(Self.digits.prefix(30)))
    }

    @Test(
        "a URL is shown without its user, its query and its fragment",
        arguments: [
            ("https://x.test/auth", "https://x.test/auth"),
            ("https://x.test/auth#a", "https://x.test/auth"),
            ("https://x.test/auth?a=b#c", "https://x.test/auth?••••••••"),
            ("https://ana:pass@x.test/auth?a=b", "••••••••@x.test/auth?••••••••"),
            ("https://ana:p@ss@x.test/auth", "••••••••@x.test/auth"),
            ("https://ana:pa?ss@x.test/auth?a=b", "••••••••@x.test/auth?••••••••"),
            ("https://ana:pa#ss@x.test", "••••••••@x.test"),
            ("https://ana:1?ss@x.test", "••••••••"),
            ("https://x.test/auth?mail=ana@secret", "https://x.test/auth?••••••••"),
            ("https://ana:pass@x.test/auth?mail=ana@secret", "••••••••@x.test/auth?••••••••"),
            ("ftp://x.test/auth?mail=ana@secret", "ftp://x.test/auth?••••••••"),
            ("", ""), ("@", "••••••••@"), ("?", "?••••••••"),
        ])
    func url(text: String, shown: String) {
        #expect(ShownURL.text(text) == shown)
        #expect(ShownURL.text(shown) == shown)
    }

    @Test(
        "a refused URL of an endpoint gives nothing away, however it is printed",
        arguments: [
            "ftp://x.test/auth?token=hunter2", "https://ana:hunter2@x.test", "hunter2@x.test",
            "https://ana:pa?hunter2@x.test",
        ])
    func refusedURL(url: String) async throws {
        let error = await #expect(throws: ChannelsError.self) {
            _ = try await AuthScene().authorize("private-a", Self.endpoint(.form, url: url))
        }
        for text in Self.printed(try #require(error)) {
            #expect(!text.contains("hunter2"), "\(text)")
            #expect(text.contains("x.test"), "\(text)")
        }
    }

    @Test("an authorization and an authentication are printed without their signatures")
    func values() {
        let secret = SharedSecret(base64: Self.base64)
        for auth in ["key:\(Self.digits)", Self.digits, "key:\(Self.digits):x"] {
            let authorization = ChannelAuthorization(
                auth: auth, channelData: "{the data}", sharedSecret: secret)
            let authentication = UserAuthentication(auth: auth, userData: "{the data}")
            for text in Self.printed(authorization) + Self.printed(authentication) {
                #expect(!text.contains(Self.digits), "\(text)")
                #expect(!text.contains(Self.base64), "\(text)")
                #expect(text.contains(Self.dots), "\(text)")
                #expect(text.contains("{the data}"), "\(text)")
                #expect(text.contains("key:") == auth.hasPrefix("key:"), "\(text)")
            }
        }
    }

    /// Every way of printing a value.
    private static func printed(_ value: some Any) -> [String] {
        var dumped = ""
        dump(value, to: &dumped)
        return ["\(value)", String(reflecting: value), dumped, "\([value])"]
    }
}
