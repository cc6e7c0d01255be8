import ChannelsProtocol
import ChannelsSigning
import ChannelsTransport

struct UserAuthenticator: Sendable {
    private enum Method: Sendable {
        case none
        case server(AuthRequestSource)
        case program(UserAuthorizer)
        case inline(AppSecret, UserData)
    }

    private let key: String
    private let method: Method
    private let exchange: AuthExchange

    init(
        key: String, method: UserAuthMethod, exchange: AuthExchange
    ) throws(ChannelsError) {
        self.key = key
        self.exchange = exchange
        switch method {
        case .none: self.method = .none
        case .endpoint(let endpoint):
            self.method = .server(try AuthRequestSource(endpoint, for: exchange))
        case .requestBuilder(let build):
            self.method = .server(AuthRequestSource { try await build($0.socketID) })
        case .authorizer(let authorizer): self.method = .program(authorizer)
        case .inline(let secret, let user):
            guard !user.id.text.isEmpty else {
                throw .option("The user id to sign in with is empty.")
            }
            self.method = .inline(secret, user)
        }
    }

    func authenticate(
        _ request: AuthenticationRequest
    ) async -> (result: Result<UserAuthentication, SignInFailure>, report: AuthorizationReport) {
        guard let observer = self.exchange.observer else { return await self.answer(request) }
        return await observer.observe(.user, for: request.socketID) { await self.answer(request) }
    }

    private func answer(
        _ request: AuthenticationRequest
    ) async -> (result: Result<UserAuthentication, SignInFailure>, report: AuthorizationReport) {
        let start = self.exchange.time.now()
        var trace = AuthorizationAttempts()
        let result: Result<UserAuthentication, SignInFailure>
        do throws(AuthFault) {
            result = .success(try await self.authentication(request.socketID, &trace))
        } catch {
            result = .failure(Self.failure(error, trace, request.socketID))
        }
        let report = trace.report(
            .user, for: request.socketID, auth: (try? result.get())?.auth,
            stringToSign: Self.stringToSign(trace, request.socketID), from: start,
            to: self.exchange.time.now())
        return (result, report)
    }

    private func authentication(
        _ socketID: SocketID, _ trace: inout AuthorizationAttempts
    ) async throws(AuthFault) -> UserAuthentication {
        switch self.method {
        case .none:
            throw AuthFault(
                "signing in requires authentication, but none is configured",
                advice: "Set an authentication endpoint or the app's secret")
        case .server(let source):
            let answer = try await self.exchange.ask(source, for: socketID, nil, &trace)
            trace.signedData = answer.text("user_data")
            let check = AuthCheck(key: self.key, source: "the authentication endpoint")
            let authentication = try answer.authentication()
            try check.check(authentication)
            return authentication
        case .program(let authorizer):
            return try await self.ask(authorizer, socketID, &trace)
        case .inline(let secret, let user):
            trace.begin()
            trace.signedData = user.text
            return try self.sign(user, socketID, secret)
        }
    }

    private func ask(
        _ authorizer: @escaping UserAuthorizer, _ socketID: SocketID,
        _ trace: inout AuthorizationAttempts
    ) async throws(AuthFault) -> UserAuthentication {
        let authentication = try await self.exchange.ask(&trace) { try await authorizer(socketID) }
        trace.signedData = authentication.userData
        try AuthCheck(key: self.key, source: "the authorizer").check(authentication)
        return authentication
    }

    private func sign(
        _ user: UserData, _ socketID: SocketID, _ secret: AppSecret
    ) throws(AuthFault) -> UserAuthentication {
        do {
            let signature = ChannelSignature(key: self.key, secret: secret)
            let auth = try signature.auth(socketID: socketID, userData: user.text)
            return UserAuthentication(auth: auth, userData: user.text)
        } catch {
            throw AuthFault("the user cannot be signed in", error.description)
        }
    }

    private static func failure(
        _ fault: AuthFault, _ trace: AuthorizationAttempts, _ socketID: SocketID
    ) -> SignInFailure {
        SignInFailure(
            phase: .authentication, status: trace.status, trace.parts(fault),
            body: trace.answer.shownText,
            stringToSign: Self.stringToSign(trace, socketID))
    }

    private static func stringToSign(
        _ trace: AuthorizationAttempts, _ socketID: SocketID
    ) -> String? {
        trace.signedData.map { ChannelSignature.stringToSign(socketID: socketID, userData: $0) }
    }
}
