import BuoyTestSupport
import ChannelsProtocol
import ChannelsTransport
import Testing

@testable import Channels

/// What is sent to an application's server.
struct AuthRequestTests {
    private static let granted = #"{"auth":"key:\#(AuthScene.digits)"}"#

    /// A transport, and what it makes of the parameters.
    struct Shape: Sendable {
        var transport: AuthEndpoint.Transport
        var method: String
        var target: String
        var body: String
    }

    @Test(
        "the parameters travel as pusher-js sends them",
        arguments: [
            Shape(
                transport: .form, method: "POST", target: "/auth?x=1",
                body: "socket_id=12.34&channel_name=private-a%40b&a%20b=c%26d"),
            Shape(
                transport: .query, method: "GET",
                target: "/auth?x=1&socket_id=12.34&channel_name=private-a%40b&a%20b=c%26d", body: ""
            ),
            Shape(
                transport: .callback, method: "GET",
                target: "/auth?x=1&callback=Pusher.auth_callbacks%5B'1'%5D&socket_id=12.34"
                    + "&channel_name=private-a%40b&a%20b=c%26d", body: ""),
        ])
    func transports(_ shape: Shape) async throws {
        let endpoint = AuthEndpoint(
            url: "http://auth.test:8000/auth?x=1#top", parameters: [RequestField("a b", "c&d")],
            headers: [RequestField("X-Token", "t")], transport: shape.transport)
        let outcome = try await AuthScene().authorize("private-a@b", .endpoint(endpoint)) {
            let request = try #require(await $0.answer(200, Self.granted))
            #expect(request.method == shape.method)
            #expect(request.origin == HTTPOrigin(host: "auth.test", port: 8000))
            #expect(request.target == shape.target)
            #expect(request.bodyText == shape.body)
            #expect(request.header("X-Token") == "t")
            let isForm = request.header("Content-Type") == "application/x-www-form-urlencoded"
            #expect(isForm == (shape.transport == .form))
        }
        #expect(try outcome.result.get().auth == "key:\(AuthScene.digits)")
    }

    @Test("a URL without a query gets one, and https is spoken with the client's settings")
    func queryBegins() async throws {
        let endpoint = AuthEndpoint(url: "https://auth.test", transport: .query)
        _ = try await AuthScene().authorize("private-a", .endpoint(endpoint)) {
            let request = try #require(await $0.answer(200, Self.granted))
            #expect(request.target == "/?socket_id=12.34&channel_name=private-a")
            #expect(
                request.origin
                    == HTTPOrigin(
                        host: "auth.test", port: 443, tls: .init(trustRootsFile: "ca.pem"))
            )
        }
    }

    @Test("requests go through the proxy from the environment; a malformed one is refused early")
    func proxies() async throws {
        let method = AuthMethod.endpoint(AuthEndpoint(url: "https://auth.test/"))
        let scene = AuthScene(environment: ["https_proxy": "http://proxy.test:3128"])
        _ = try await scene.authorize("private-a", method) {
            let request = try #require(await $0.answer(200, Self.granted))
            #expect(request.origin.proxy?.host == "proxy.test")
        }
        let malformed = AuthScene(environment: ["https_proxy": "nonsense://"])
        await #expect(throws: ChannelsError.self) {
            _ = try await malformed.authorize("private-a", method)
        }
        let late = try await malformed.authorize(
            "private-a", .requestBuilder { _, _ in AuthHTTPRequest(url: "https://auth.test/") })
        #expect(late.result.failure?.text.contains("https_proxy") == true)
    }

    @Test("what is computed comes after what is fixed, and replaces headers of the same name")
    func providers() async throws {
        var endpoint = AuthEndpoint(
            url: "http://auth.test/", parameters: [RequestField("a", "1")],
            headers: [RequestField("authorization", "old"), RequestField("X", "x")])
        endpoint.parametersProvider = { [RequestField("channel", $0.channel?.text ?? "none")] }
        endpoint.headersProvider = { _ in
            [RequestField("Authorization", "new"), RequestField("Host", "h")]
        }
        _ = try await AuthScene().authorize("private-a", .endpoint(endpoint)) {
            let request = try #require(await $0.answer(200, Self.granted))
            #expect(
                request.bodyText == "socket_id=12.34&channel_name=private-a&a=1&channel=private-a")
            #expect(
                request.headers.dropFirst() == [
                    HTTPHeader("X", "x"), HTTPHeader("Authorization", "new"),
                ])
        }
    }

    @Test("what is computed is computed again for every attempt, so that a token may expire")
    func providersRunForEveryAttempt() async throws {
        var endpoint = AuthScene.endpoint
        endpoint.headersProvider = { [RequestField("X-Token", "token-\($0.attempt)")] }
        let outcome = try await AuthScene().authorize("private-a", .endpoint(endpoint)) {
            #expect(await $0.answer(503, "")?.header("X-Token") == "token-1")
            await $0.wake()
            #expect(await $0.answer(200, Self.granted)?.header("X-Token") == "token-2")
        }
        #expect(outcome.report.isGranted)
        #expect(outcome.report.attempts == 2)
    }

    @Test("the program may change a request before it goes, save the headers of the connection")
    func editing() async throws {
        var endpoint = AuthScene.endpoint
        endpoint.editRequest = { request, context in
            request.method = "PUT"
            request.url += "?socket=\(context.socketID.text)"
            request.setHeader("content-type", "application/json")
            request.setHeader("Content-Length", "99")
            request.body = Array("{}".utf8)
        }
        _ = try await AuthScene().authorize("private-a", .endpoint(endpoint)) {
            let request = try #require(await $0.answer(200, Self.granted))
            #expect(request.method == "PUT")
            #expect(request.target == "/pusher/auth?socket=12.34")
            #expect(request.headers == [HTTPHeader("content-type", "application/json")])
            #expect(request.bodyText == "{}")
        }
    }

    @Test("a request that the program builds is sent as it is, and answered as any other")
    func builder() async throws {
        let method = AuthMethod.requestBuilder { channel, socketID in
            AuthHTTPRequest(
                method: "GET", url: "https://auth.test/\(channel.text)/\(socketID.text)",
                headers: [RequestField("Authorization", "Bearer token")])
        }
        let outcome = try await AuthScene().authorize("private-a", method) {
            let request = try #require(await $0.answer(201, Self.granted))
            #expect(request.method == "GET")
            #expect(request.target == "/private-a/12.34")
            #expect(request.headers == [HTTPHeader("Authorization", "Bearer token")])
        }
        #expect(outcome.report.isGranted)
        #expect(outcome.report.status == 201)
    }

    @Test(
        "a request that cannot be sent fails with a sentence, and without its secrets",
        arguments: [
            (AuthHTTPRequest(url: "ftp://auth.test"), "ftp://auth.test"),
            (AuthHTTPRequest(url: "https://ana:hunter2@auth.test/"), "••••••••@auth.test"),
            (AuthHTTPRequest(url: "auth?token=hunter2"), "not a URL"),
            (
                AuthHTTPRequest(url: "https://x", headers: [RequestField("A", "hunter2\r\nB: c")]),
                "header \"A\""
            ),
        ])
    func unsendable(request: AuthHTTPRequest, words: String) async throws {
        let failure = try await AuthScene().authorize(
            "private-a", .requestBuilder { _, _ in request }
        ).result.failure
        #expect(failure?.text.contains(words) == true, "\(failure?.text ?? "none")")
        #expect(failure?.text.contains("hunter2") == false)
        #expect(failure?.attempts == 0)
    }

    @Test("an error of the program's is told, and nothing is sent or tried again")
    func programFails() async throws {
        struct Expired: Error, CustomStringConvertible { let description = "the login has expired" }
        var endpoint = AuthScene.endpoint
        endpoint.headersProvider = { _ in throw Expired() }
        let failure = try await AuthScene().authorize("private-a", .endpoint(endpoint)).result
            .failure
        #expect(failure?.text.contains("failed: the login has expired") == true)
        #expect(failure?.attempts == 0)
        #expect(failure?.stringToSign == "12.34:private-a")
    }

    @Test("a program that takes too long is not waited for")
    func programHangs() async throws {
        var endpoint = AuthScene.endpoint
        endpoint.timeLimit = .seconds(3)
        endpoint.parametersProvider = { _ in
            try await Gate.hang()
            return []
        }
        let failure = try await AuthScene().authorize("private-a", .endpoint(endpoint)) {
            #expect(await $0.wake() == .seconds(3))
        }.result.failure
        #expect(failure?.text.contains("took longer than 3.0 seconds") == true)
    }

    @Test("a time limit of nothing is refused when the client is made")
    func badTimeLimit() async {
        var endpoint = AuthScene.endpoint
        endpoint.timeLimit = .zero
        await #expect(throws: ChannelsError.self) {
            _ = try await AuthScene().authorize("private-a", .endpoint(endpoint))
        }
    }
}
