import ChannelsProtocol
import ChannelsTesting
import ChannelsTransport
import Synchronization
import Testing

@testable import Channels

/// An endpoint that knows its users by a session, as Laravel's Sanctum does.
struct AuthSessionTests {
    private static let granted = #"{"auth":"key:\#(AuthScene.digits)"}"#
    private static let session = "hunter2-session"
    private static let token = "hunter2-token=="

    private static func file(token: String = "hunter2-token%3D%3D") -> String {
        """
        #HttpOnly_auth.test\tFALSE\t/\tFALSE\t0\tshop_session\t\(Self.session)
        auth.test\tFALSE\t/\tFALSE\t0\tXSRF-TOKEN\t\(token)
        other.test\tFALSE\t/\tFALSE\t0\tother\tx
        """
    }

    private static func method(
        headers: RequestFields = [], _ read: @escaping @Sendable () -> String = { file() }
    ) throws -> AuthMethod {
        var endpoint = AuthEndpoint(
            url: "http://auth.test:8000/broadcasting/auth", headers: headers)
        endpoint.session = try CookieSession(read)
        return .endpoint(endpoint)
    }

    @Test("the cookies of the file alone suffice: with the token, as Sanctum wants it")
    func request() async throws {
        let outcome = try await AuthScene().authorize("private-a", Self.method()) {
            let request = await $0.answer(200, Self.granted)
            #expect(
                request?.header("Cookie")
                    == "shop_session=\(Self.session); XSRF-TOKEN=hunter2-token%3D%3D")
            #expect(request?.header("X-XSRF-TOKEN") == Self.token)
            #expect(request?.header("Referer") == "http://auth.test:8000/")
            #expect(request?.header("Accept") == "application/json")
        }
        #expect(outcome.report.isGranted)
    }

    @Test("headers that were given are kept")
    func headers() async throws {
        let method = try Self.method(headers: ["Origin": "https://shop.test", "accept": "*/*"])
        _ = try await AuthScene().authorize("private-a", method) {
            let request = await $0.answer(200, Self.granted)
            #expect(request?.header("Origin") == "https://shop.test")
            #expect(request?.header("Referer") == nil)
            #expect(request?.headers.filter { $0.isNamed("Accept") }.map(\.value) == ["*/*"])
        }
    }

    @Test("after 419 the token is renewed once, and the request is repeated")
    func renewal() async throws {
        let outcome = try await AuthScene().authorize("private-a", Self.method()) {
            await $0.answer(419, #"{"message":"CSRF token mismatch."}"#)
            let renewal = await $0.answer(
                204, "", headers: [HTTPHeader("Set-Cookie", "XSRF-TOKEN=fresh%3D; Path=/")])
            #expect(renewal?.method == "GET")
            #expect(renewal?.target == "/sanctum/csrf-cookie")
            #expect(renewal?.origin.port == 8000)
            #expect(renewal?.header("Cookie")?.contains(Self.session) == true)
            let again = await $0.answer(200, Self.granted)
            #expect(again?.header("X-XSRF-TOKEN") == "fresh=")
            #expect(again?.header("Cookie")?.contains("XSRF-TOKEN=fresh%3D") == true)
        }
        #expect(outcome.report.isGranted)
        #expect(outcome.report.attempts == 2)
    }

    @Test("a second 419 is final, and so is a renewal without a token")
    func noRenewal() async throws {
        let refused = try await AuthScene().authorize("private-a", Self.method()) {
            await $0.answer(419, "")
            await $0.answer(
                204, "", headers: [HTTPHeader("Set-Cookie", "XSRF-TOKEN=fresh; Path=/")])
            await $0.answer(419, "")
        }
        let text = try #require(refused.result.failure?.text)
        #expect(text.contains("HTTP 419 (2 attempts)"), "\(text)")
        #expect(text.contains("The session or its CSRF token has expired"), "\(text)")
        let missing = try await AuthScene().authorize("private-a", Self.method()) {
            await $0.answer(419, "")
            await $0.answer(404, "")
        }
        #expect(
            missing.result.failure?.text.contains(
                "HTTP 419, and /sanctum/csrf-cookie responded with HTTP 404 without a new one")
                == true)
    }

    @Test("a token that another channel has renewed is used without asking again")
    func shared() async throws {
        let method = try Self.method()
        guard case .endpoint(let endpoint) = method, let session = endpoint.session else { return }
        let outcome = try await AuthScene().authorize("private-a", method) {
            let exchange = await $0.server.nextRequest()
            guard let url = HTTPURL(endpoint.url) else { return }
            let renewed = HTTPResponse(
                status: 204, headers: [HTTPHeader("Set-Cookie", "XSRF-TOKEN=fresh; Path=/")])
            session.received(renewed, from: url, at: $0.clock.now())
            exchange?.respond(419, "")
            let again = await $0.answer(200, Self.granted)
            #expect(again?.header("X-XSRF-TOKEN") == "fresh")
        }
        #expect(outcome.report.isGranted)
    }

    @Test("a file that was written again, by another login, is read again")
    func reload() async throws {
        let box = TextBox()
        let method = try Self.method { box.text.withLock { $0 } }
        _ = try await AuthScene().authorize("private-a", method) {
            await $0.answer(200, Self.granted)
        }
        box.text.withLock { $0 = Self.file(token: "second") }
        _ = try await AuthScene().authorize("private-a", method) {
            let request = await $0.answer(200, Self.granted)
            #expect(request?.header("X-XSRF-TOKEN") == "second")
        }
    }

    private final class TextBox: Sendable {
        let text = Mutex(AuthSessionTests.file())
    }

    @Test(
        "a redirect to a login page is named, without what follows it",
        arguments: [
            ("http://auth.test/login?next=hunter2", "/login"), ("/en/login/hunter2", "/en/login"),
            ("https://id.test/users/sign_in", "/users/sign_in"),
        ])
    func login(location: String, shown: String) async throws {
        let answer = [HTTPHeader("Location", location)]
        let ended = try await AuthScene().authorize("private-a", Self.method()) {
            await $0.answer(302, "", headers: answer)
        }
        let text = try #require(ended.result.failure?.text)
        #expect(text.contains("redirected to \(shown): the session has expired"), "\(text)")
        #expect(!text.contains("hunter2"))
        let none = try await AuthScene().authorize {
            await $0.answer(302, "", headers: answer)
        }
        #expect(
            none.result.failure?.text.contains(
                "redirected to \(shown): the request has no session") == true)
    }

    @Test("an answer that repeats a cookie, an old one or a new one, is not shown")
    func masked() async throws {
        for body in [Self.session, Self.token, "hunter2-token%3D%3D", "hunter2-next"] {
            let outcome = try await AuthScene().authorize("private-a", Self.method()) {
                await $0.answer(
                    403, "no: \(body)",
                    headers: [HTTPHeader("Set-Cookie", "shop_session=hunter2-next; Path=/")])
            }
            let failure = try #require(outcome.result.failure)
            #expect(failure.text.contains("contains a secret"), "\(failure.text)")
            #expect(!"\(failure) \(outcome.report)".contains("hunter2"))
        }
        let method = try Self.method()
        var dumped = ""
        dump(method, to: &dumped)
        #expect(!"\(method) \(dumped)".contains("hunter2"))
    }

    @Test("cookies over plain http to another machine are warned of")
    func unencrypted() throws {
        #expect(try Self.method().unencryptedSecrets(usesTLS: false) != nil)
    }
}
