import BuoyTestSupport
import ChannelsProtocol
import ChannelsTransport

@testable import Channels

/// An application's server that the test plays, and a clock that the test moves.
struct AuthScene {
    let clock = ManualClock()
    let server = ScriptedRequester()

    typealias Authorized = (
        result: Result<ChannelAuthorization, SubscriptionFailure>, report: AuthorizationReport
    )
    typealias Authenticated = (
        result: Result<UserAuthentication, SignInFailure>, report: AuthorizationReport
    )

    static let endpoint = AuthEndpoint(url: "http://auth.test/pusher/auth")
    /// As many digits as a signature has.
    static let digits = String(repeating: "0123456789abcdef", count: 4)

    /// The proxies of an environment.
    var environment: [String: String] = [:]

    var exchange: AuthExchange {
        var route = ServerRoute(host: .host("ws.test"))
        route.trustRootsFile = "ca.pem"
        route.clientCertificateFile = "client.pem"
        return AuthExchange(
            requester: self.server, time: self.clock, route: route, environment: self.environment)
    }

    /// Authorizes a channel for the connection 12.34 of the app `key`, while the test plays.
    func authorize(
        _ channel: String = "private-a", _ method: AuthMethod = .endpoint(Self.endpoint),
        purpose: AuthorizationRequest.Purpose = .subscription,
        _ play: (AuthScene) async throws -> Void = { _ in }
    ) async throws -> Authorized {
        let authorizer = try ChannelAuthorizer(
            key: "key", method: method, exchange: self.exchange)
        let request = AuthorizationRequest(
            channel: ChannelName(wire: channel), socketID: try Self.socketID, number: 1,
            purpose: purpose)
        async let outcome = authorizer.authorize(request)
        try await play(self)
        return await outcome
    }

    /// Authenticates a user for the connection 12.34 of the app `key`, while the test plays.
    func authenticate(
        _ method: UserAuthMethod = .endpoint(Self.endpoint),
        _ play: (AuthScene) async throws -> Void = { _ in }
    ) async throws -> Authenticated {
        let authenticator = try UserAuthenticator(
            key: "key", method: method, exchange: self.exchange)
        let request = AuthenticationRequest(socketID: try Self.socketID, number: 1)
        async let outcome = authenticator.authenticate(request)
        try await play(self)
        return await outcome
    }

    /// Answers the next request, and tells what it was.
    @discardableResult
    func answer(
        _ status: Int, _ body: String, headers: [HTTPHeader] = []
    ) async -> HTTPRequest? {
        let exchange = await self.server.nextRequest()
        exchange?.respond(status, body, headers: headers)
        return exchange?.request
    }

    /// Answers the next request with a body that need not be text.
    @discardableResult
    func answer(_ status: Int, bytes: [UInt8]) async -> HTTPRequest? {
        let exchange = await self.server.nextRequest()
        exchange?.respond(status, bytes: bytes)
        return exchange?.request
    }

    /// Waits until somebody sleeps, moves the clock by as much, and tells how long it was.
    @discardableResult
    func wake() async -> Duration {
        while true {
            if let wait = self.clock.pending.first {
                self.clock.advance(by: wait)
                return wait
            }
            await Task.yield()
        }
    }

    private static var socketID: SocketID {
        get throws {
            guard let id = SocketID("12.34") else { throw CancellationError() }
            return id
        }
    }
}

extension Result {
    /// The failure; `nil` when there is none.
    var failure: Failure? {
        if case .failure(let failure) = self { failure } else { nil }
    }
}

extension HTTPRequest {
    var bodyText: String { String(decoding: self.body, as: UTF8.self) }
}
