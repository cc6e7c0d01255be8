import BuoyTestSupport
import ChannelsProtocol
import ChannelsSigning
import ChannelsTransport
import Testing

@testable import Channels

/// The authentication of users.
struct AuthUserTests {
    @Test("the endpoint is asked with the socket id alone, and its answer is handed on")
    func endpoint() async throws {
        let endpoint = AuthEndpoint(
            url: "http://auth.test/pusher/user-auth", parameters: [RequestField("a", "b")])
        let data = #"{"id":"1","user_info":{"name":"Zoë"}}"#
        let outcome = try await AuthScene().authenticate(.endpoint(endpoint)) {
            let answer = JSONValue.object(
                JSONValue.Object([
                    .init(key: "auth", value: "key:00"),
                    .init(key: "user_data", value: .string(data)),
                ]))
            let request = await $0.answer(200, answer.compactText)
            #expect(request?.target == "/pusher/user-auth")
            #expect(request?.bodyText == "socket_id=12.34&a=b")
        }
        #expect(try outcome.result.get() == UserAuthentication(auth: "key:00", userData: data))
        let report = outcome.report
        #expect(report.subject == .user && report.status == 200 && report.isGranted)
        #expect(report.stringToSign == "12.34::user::\(data)")
    }

    @Test("the user data holds what is known, in the protocol's order")
    func userData() {
        #expect(UserData(id: "1").text == #"{"id":"1"}"#)
        let user = UserData(id: "a\"b", info: ["name": "Ana"], watchlist: ["2", "3"])
        #expect(
            user.text == #"{"id":"a\"b","user_info":{"name":"Ana"},"watchlist":["2","3"]}"#)
    }

    @Test("signing here gives the signature that servers compute")
    func inline() async throws {
        let secret = AppSecret("7ad3773142a6692b25b8")
        let method = UserAuthMethod.inline(secret: secret, user: UserData(id: "12345"))
        let outcome = try await AuthScene().authenticate(method)
        let authentication = try outcome.result.get()
        #expect(authentication.userData == #"{"id":"12345"}"#)
        let signature = ChannelSignature(key: "key", secret: secret)
        let id = try #require(SocketID("12.34"))
        #expect(
            try signature.check(authentication.auth, socketID: id, userData: #"{"id":"12345"}"#)
                == .valid)
        #expect(outcome.report.attempts == 1)
    }

    @Test("a user without an id is refused when the client is made")
    func emptyID() async {
        let method = UserAuthMethod.inline(secret: AppSecret("s"), user: UserData(id: ""))
        await #expect(throws: ChannelsError.self) {
            _ = try await AuthScene().authenticate(method)
        }
    }

    @Test("the program may build the request, or answer itself")
    func program() async throws {
        let granted = UserAuthentication(auth: "key:00", userData: #"{"id":"1"}"#)
        let built = try await AuthScene().authenticate(
            .requestBuilder { AuthHTTPRequest(url: "http://auth.test/\($0.text)") }
        ) {
            let request = await $0.answer(200, #"{"auth":"key:00","user_data":"{\"id\":\"1\"}"}"#)
            #expect(request?.target == "/12.34")
        }
        #expect(try built.result.get() == granted)
        let answered = try await AuthScene().authenticate(
            .authorizer { socketID in
                #expect(socketID.text == "12.34")
                return granted
            })
        #expect(try answered.result.get() == granted)
        let foreign = try await AuthScene().authenticate(
            .authorizer { _ in UserAuthentication(auth: "other:00", userData: "{}") })
        #expect(foreign.result.failure?.text.contains("an app key other than") == true)
    }

    @Test("without a method nothing is asked, and the sentence says what to configure")
    func none() async throws {
        let outcome = try await AuthScene().authenticate(.none)
        #expect(outcome.result.failure?.text.contains("authentication endpoint") == true)
        #expect(outcome.report.attempts == 0)
    }

    @Test(
        "an answer that grants nothing fails with a sentence that helps",
        arguments: [
            (403, "no", "the authentication endpoint refused with HTTP 403: no", nil),
            (200, #"{"auth":"key:00"}"#, "returned no \"user_data\" string", nil),
            (
                200, #"{"auth":"key:00","user_data":"{\"id\":1}"}"#, "user_data without an id",
                #"12.34::user::{"id":1}"#
            ),
            (
                200, #"{"auth":"key:00","user_data":"{\"id\":\"\"}"}"#, "user_data without an id",
                #"12.34::user::{"id":""}"#
            ),
            (
                200, #"{"auth":"key:00","user_data":"x"}"#, "user_data that is not JSON",
                "12.34::user::x"
            ),
            (
                200, #"{"auth":"key::user::00","user_data":"{\"id\":\"1\"}"}"#,
                "an app key other than",
                #"12.34::user::{"id":"1"}"#
            ),
        ] as [(Int, String, String, String?)])
    func refusal(status: Int, body: String, words: String, signed: String?) async throws {
        let outcome = try await AuthScene().authenticate { await $0.answer(status, body) }
        let failure = try #require(outcome.result.failure)
        #expect(failure.phase == .authentication)
        #expect(failure.status == status)
        #expect(failure.text.contains(words), "\(failure.text)")
        #expect(failure.stringToSign == signed)
    }

    @Test("a fault that may pass is tried again")
    func retries() async throws {
        let outcome = try await AuthScene().authenticate {
            await $0.server.nextRequest()?.fail(.closed("reset"))
            await $0.wake()
            await $0.answer(200, #"{"auth":"key:00","user_data":"{\"id\":\"1\"}"}"#)
        }
        #expect(outcome.report.isGranted)
        #expect(outcome.report.attempts == 2)
    }
}
