import ChannelsBasics
import ChannelsProtocol
import ChannelsSigning
import ChannelsTransport

struct ChannelAuthorizer: Sendable {
    private enum Method: Sendable {
        case none
        case server(AuthRequestSource)
        case builder(AuthRequestBuilder)
        case program(Authorizer)
        case inline(AppSecret, UserDataProvider?, EncryptionMasterKey?)
    }

    /// For an answer of the program, which may have to ask a person.
    static let programLimit = Duration.seconds(60)

    private let key: String
    private let method: Method
    private let exchange: AuthExchange

    init(
        key: String, method: AuthMethod, exchange: AuthExchange
    ) throws(ChannelsError) {
        self.key = key
        self.exchange = exchange
        switch method {
        case .none: self.method = .none
        case .endpoint(let endpoint):
            self.method = .server(try AuthRequestSource(endpoint, for: exchange))
        case .requestBuilder(let builder): self.method = .builder(builder)
        case .authorizer(let authorizer): self.method = .program(authorizer)
        case .inline(let secret, let user, let masterKey):
            self.method = .inline(secret, user, masterKey)
        }
    }

    /// The same for another endpoint.
    func asking(_ endpoint: AuthEndpoint) throws(ChannelsError) -> ChannelAuthorizer {
        try ChannelAuthorizer(key: self.key, method: .endpoint(endpoint), exchange: self.exchange)
    }

    func authorize(
        _ request: AuthorizationRequest
    ) async -> (
        result: Result<ChannelAuthorization, SubscriptionFailure>, report: AuthorizationReport
    ) {
        guard let observer = self.exchange.observer else { return await self.answer(request) }
        return await observer.observe(request.subject, for: request.socketID) {
            await self.answer(request)
        }
    }

    private func answer(
        _ request: AuthorizationRequest
    ) async -> (
        result: Result<ChannelAuthorization, SubscriptionFailure>, report: AuthorizationReport
    ) {
        let start = self.exchange.time.now()
        var trace = AuthorizationAttempts()
        let result: Result<ChannelAuthorization, SubscriptionFailure>
        do throws(AuthFault) {
            result = .success(
                try await self.authorization(request.channel, request.socketID, &trace))
        } catch {
            result = .failure(Self.failure(error, trace, request))
        }
        let report = trace.report(
            request.subject, for: request.socketID, auth: (try? result.get())?.auth,
            stringToSign: Self.stringToSign(trace, request), from: start,
            to: self.exchange.time.now())
        return (result, report)
    }

    private func authorization(
        _ channel: ChannelName, _ socketID: SocketID, _ trace: inout AuthorizationAttempts
    ) async throws(AuthFault) -> ChannelAuthorization {
        switch self.method {
        case .none:
            throw AuthFault(
                "the channel requires authorization, but none is configured",
                advice: "Set \(self.exchange.words.authorization)")
        case .server(let source):
            return try await self.ask(source, channel, socketID, &trace)
        case .builder(let build):
            let source = AuthRequestSource { try await build(channel, $0.socketID) }
            return try await self.ask(source, channel, socketID, &trace)
        case .program(let authorizer):
            return try await self.ask(authorizer, channel, socketID, &trace)
        case .inline(let secret, let user, let masterKey):
            trace.begin()
            let signer = ChannelsSigner(
                appKey: self.key, secret: secret, encryptionMasterKey: masterKey)
            let user = channel.kind.hasMembers ? user?(channel, socketID) : nil
            return try Self.sign(channel, socketID, signer, user, &trace)
        }
    }

    private func ask(
        _ source: AuthRequestSource, _ channel: ChannelName, _ socketID: SocketID,
        _ trace: inout AuthorizationAttempts
    ) async throws(AuthFault) -> ChannelAuthorization {
        let answer = try await self.exchange.ask(source, for: socketID, channel, &trace)
        trace.signedData = answer.text("channel_data")
        let authorization = try answer.authorization(for: channel)
        let check = AuthCheck(key: self.key, source: "the authorization endpoint")
        try check.check(authorization, for: channel)
        return authorization
    }

    private func ask(
        _ authorizer: @escaping Authorizer, _ channel: ChannelName, _ socketID: SocketID,
        _ trace: inout AuthorizationAttempts
    ) async throws(AuthFault) -> ChannelAuthorization {
        let authorization = try await self.exchange.ask(&trace) {
            try await authorizer(channel, socketID)
        }
        trace.signedData = authorization.channelData
        let check = AuthCheck(key: self.key, source: "the authorizer")
        try check.check(authorization, for: channel)
        return authorization
    }

    private static func sign(
        _ channel: ChannelName, _ socketID: SocketID, _ signer: ChannelsSigner,
        _ user: PresenceUser?, _ trace: inout AuthorizationAttempts
    ) throws(AuthFault) -> ChannelAuthorization {
        if channel.kind.hasMembers {
            trace.signedData = (user ?? PresenceUser(id: UserID(socketID.text))).channelData
        }
        do {
            return try signer.sign(channel, socketID: socketID, channelData: trace.signedData)
        } catch .missingMasterKey {
            throw AuthFault(
                "the channel's key derives from the app's encryption master key, which is not "
                    + "configured",
                advice: "Set it with the app's secret, or set an authorization endpoint")
        } catch {
            throw AuthFault("the channel cannot be signed", error.description)
        }
    }

    private static func failure(
        _ fault: AuthFault, _ trace: AuthorizationAttempts, _ request: AuthorizationRequest
    ) -> SubscriptionFailure {
        SubscriptionFailure(
            phase: .authorization, status: trace.status, trace.parts(fault),
            body: trace.answer.shownText, stringToSign: Self.stringToSign(trace, request),
            attempts: trace.attempts)
    }

    private static func stringToSign(
        _ trace: AuthorizationAttempts, _ request: AuthorizationRequest
    ) -> String? {
        try? ChannelSignature.stringToSign(
            socketID: request.socketID, channel: request.channel, channelData: trace.signedData)
    }
}
