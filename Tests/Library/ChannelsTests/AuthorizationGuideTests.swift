import BuoyTestBasics
import BuoyTestSupport
import ChannelsProtocol
import ChannelsTransport
import Synchronization
import Testing

@testable import Channels

/// The three ways to an authorization that the guide shows.
@Suite("The ways to an authorization", .inTurn)
struct AuthorizationGuideTests {
    private static let granted = #"{"auth":"key:\#(AuthScene.digits)"}"#

    private final class Session: Guide.Session {
        private let state = Mutex((generation: 0, isBroken: false))

        var refreshes: Int { self.state.withLock { $0.generation } }
        var token: String { "token-\(self.refreshes)" }

        init(isBroken: Bool = false) { self.state.withLock { $0.isBroken = isBroken } }

        struct LoggedOut: Error {}

        func refresh() async throws {
            // Others are refused meanwhile.
            for _ in 0..<20 { await Task.yield() }
            try self.state.withLock { state in
                state.generation += 1
                if state.isBroken { throw LoggedOut() }
            }
        }
    }

    /// Authorizes channels at the same time, while the test answers.
    private static func authorize(
        _ scene: AuthScene, _ channels: [String], _ method: AuthMethod,
        _ play: () async throws -> Void
    ) async throws -> [AuthScene.Authorized] {
        let authorizer = try ChannelAuthorizer(
            key: "key", method: method, exchange: scene.exchange)
        let socketID = try #require(SocketID("12.34"))
        return try await withThrowingTaskGroup(of: AuthScene.Authorized?.self) { group in
            for (number, channel) in channels.enumerated() {
                group.addTask {
                    await authorizer.authorize(
                        AuthorizationRequest(
                            channel: ChannelName(wire: channel), socketID: socketID,
                            number: number, purpose: .subscription))
                }
            }
            try await play()
            return try await group.reduce(into: []) { if let outcome = $1 { $0.append(outcome) } }
        }
    }

    /// Answers requests that wait at the same time.
    private static func answer(
        _ scene: AuthScene, _ count: Int, _ status: Int, _ body: String, to authorization: String
    ) async throws {
        var requests: [ScriptedRequest] = []
        for _ in 0..<count { requests.append(try #require(await scene.server.nextRequest())) }
        for request in requests {
            #expect(request.request.header("Authorization") == authorization)
            request.respond(status, body)
        }
    }

    @Test("an endpoint: a token that has expired is renewed once for many channels")
    func endpoint() async throws {
        let (scene, session) = (AuthScene(), Session())
        let channels = (0..<5).map { "private-\($0)" }
        let outcomes = try await Self.authorize(
            scene, channels, Guide.endpoint(session)
        ) {
            try await Self.answer(scene, 5, 401, "", to: "Bearer token-0")
            try await Self.answer(scene, 5, 200, Self.granted, to: "Bearer token-1")
        }
        #expect(session.refreshes == 1)
        #expect(outcomes.count == 5)
        for outcome in outcomes { _ = try outcome.result.get() }
    }

    @Test("a second 401 is final, and so is a renewal that fails, with its error")
    func endpointRefuses() async throws {
        let session = Session()
        let refused = try await AuthScene().authorize("private-a", Guide.endpoint(session)) {
            await $0.answer(401, "")
            await $0.answer(401, "")
        }
        #expect(session.refreshes == 1)
        #expect(refused.result.failure?.status == 401)
        #expect(refused.report.attempts == 2)
        let (scene, broken) = (AuthScene(), Session(isBroken: true))
        let channels = (0..<3).map { "private-\($0)" }
        let outcomes = try await Self.authorize(scene, channels, Guide.endpoint(broken)) {
            try await Self.answer(scene, 3, 401, "", to: "Bearer token-0")
        }
        for outcome in outcomes {
            let failure = try #require(outcome.result.failure)
            #expect(failure.underlyingError is Session.LoggedOut)
            #expect(failure.text.contains("onUnauthorized failed"), "\(failure.text)")
        }
    }

    @Test("a custom request is answered like an endpoint's")
    func requestBuilder() async throws {
        let outcome = try await AuthScene().authorize("private-a", Guide.requestBuilder()) {
            let request = await $0.answer(200, Self.granted)
            #expect(request?.bodyText == "socket_id=12.34&channel_name=private-a")
        }
        #expect(try outcome.result.get().auth == "key:\(AuthScene.digits)")
    }

    private final class Backend: Guide.Backend {
        private let responses: Mutex<[(status: Int, body: String)]>

        init(_ responses: (status: Int, body: String)...) { self.responses = Mutex(responses) }

        func authorize(
            _ channel: ChannelName, _ socketID: SocketID
        ) async throws -> (status: Int, body: [UInt8]) {
            let response = self.responses.withLock { $0.removeFirst() }
            return (response.status, Array(response.body.utf8))
        }
    }

    /// Waits for the delay before a retry, which is shorter than the time limit of an authorizer.
    private static func retry(_ scene: AuthScene) async -> Duration {
        while true {
            if let wait = scene.clock.pending.first(where: { $0 < .seconds(5) }) {
                scene.clock.advance(by: wait)
                return wait
            }
            await Task.yield()
        }
    }

    @Test("own code: a temporary failure is tried again, and the response is read")
    func authorizer() async throws {
        let backend = Backend((503, ""), (502, ""), (200, Self.granted))
        let outcome = try await AuthScene().authorize("private-a", Guide.authorizer(backend)) {
            #expect((.milliseconds(500)...(.milliseconds(750))).contains(await Self.retry($0)))
            #expect((.seconds(1)...(.milliseconds(1500))).contains(await Self.retry($0)))
        }
        #expect(try outcome.result.get().auth == "key:\(AuthScene.digits)")
        #expect(outcome.report.attempts == 3)
    }

    @Test("own code: a refusal and an unusable response are final, and keep the error")
    func authorizerRefuses() async throws {
        let refused = try await AuthScene().authorize(
            "private-a", Guide.authorizer(Backend((403, ""))))
        let failure = try #require(refused.result.failure)
        #expect(failure.text.hasPrefix("the authorizer refused: HTTP 403"))
        let error = try #require(failure.underlyingError as? AuthorizationFailure)
        #expect(error.kind == .refused)
        for body in ["", "[]", "{}", #"{"auth":7}"#] {
            let unusable = try await AuthScene().authorize(
                "private-a", Guide.authorizer(Backend((200, body))))
            #expect(
                unusable.result.failure?.text.hasPrefix("the authorizer refused: the response")
                    == true)
        }
    }

    @Test("the error of an authorizer reaches the one who waits for the subscription")
    func underlyingError() async throws {
        struct Denied: Error {}
        try await ClientScene(authMethod: .authorizer { _, _ in throw Denied() }).play { scene in
            _ = await scene.establish()
            let channel = try await scene.client.subscribe("private-a")
            let error = await #expect(throws: ClientError.self) { try await channel.subscribed() }
            let failure = error?.underlyingError as? SubscriptionFailure
            #expect(failure?.underlyingError is Denied)
        }
    }

    @Test("a response is read in full, also one of a presence, an encrypted channel and a user")
    func responses() throws {
        let presence = try ChannelAuthorization(
            responseBody: Array(#"{"auth":"key:ab","channel_data":"{\"user_id\":\"ana\"}"}"#.utf8))
        #expect(presence.userID == "ana")
        let encrypted = try ChannelAuthorization(
            responseBody: Array(#"{"auth":"key:ab","shared_secret":"c2VjcmV0"}"#.utf8))
        #expect(encrypted.sharedSecret == SharedSecret(base64: "c2VjcmV0"))
        let user = try UserAuthentication(
            responseBody: Array(#"{"auth":"key:ab","user_data":"{\"id\":\"ana\"}"}"#.utf8))
        #expect(user.userData == #"{"id":"ana"}"#)
        #expect(throws: AuthorizationFailure.self) {
            try UserAuthentication(responseBody: Array(#"{"auth":"key:ab"}"#.utf8))
        }
    }
}
