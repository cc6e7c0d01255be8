import ChannelsBasics
import ChannelsFoundation
import ChannelsProtocol
import ChannelsRoutes
import ChannelsTransport

struct AuthExchange: Sendable {
    static let bodyLimit = 64 << 10

    let requester: any HTTPRequester
    let time: any TimeSource
    /// The way to the server; endpoints are reached in the same way.
    let route: ServerRoute
    /// The variables that may name a proxy.
    var environment = ProcessInfo.processInfo.environment
    var words = SettingWords.library
    var observer: (any AuthorizationObserver)? = nil

    func ask(
        _ source: AuthRequestSource, for socketID: SocketID, _ channel: ChannelName?,
        _ trace: inout AuthorizationAttempts
    ) async throws(AuthFault) -> AuthAnswer {
        var retries = AuthRetries(limit: source.retries)
        var random = SystemRandomNumberGenerator()
        var context = AuthContext(socketID: socketID, channel: channel)
        var hasRenewed = false
        while true {
            let token = self.token(of: source)
            let renewals = source.renewal?.state.count ?? 0
            do throws(AuthFault) {
                return try await self.attempt(source, context, &trace)
            } catch {
                if trace.status == 419, !hasRenewed, let (session, url) = source.sessionAtServer {
                    hasRenewed = true
                    try await self.renew(
                        session, insteadOf: token, for: url, context, timeLimit: source.timeLimit)
                } else if trace.status == 401, !hasRenewed, let (state, renew) = source.renewal {
                    hasRenewed = true
                    try await self.renew(state, since: renewals, source, context, renew)
                } else {
                    guard case .retry(let wait) = retries.failed(error, using: &random) else {
                        throw error
                    }
                    try await self.sleep(wait)
                }
                context.attempt += 1
            }
        }
    }

    /// - Parameter count: the number of renewals when the refused request was made.
    private func renew(
        _ renewal: TokenRenewal, since count: Int, _ source: AuthRequestSource,
        _ context: AuthContext, _ renew: @escaping @Sendable (AuthContext) async throws -> Void
    ) async throws(AuthFault) {
        try await renewal.renew(since: count) { () async throws(AuthFault) in
            let name = "\(context.endpointName) refused with HTTP 401, and onUnauthorized"
            try await self.time.limit(source.timeLimit, name) { try await renew(context) }
        }
    }

    /// Calls the program's code, and calls it again after a temporary failure.
    func ask<Answer: Sendable>(
        _ trace: inout AuthorizationAttempts,
        _ authorizer: @escaping @Sendable () async throws -> Answer
    ) async throws(AuthFault) -> Answer {
        var retries = AuthRetries(limit: AuthRetries.limit)
        var random = SystemRandomNumberGenerator()
        while true {
            trace.begin()
            do throws(AuthFault) {
                return try await self.time.limit(
                    ChannelAuthorizer.programLimit, "the authorizer", authorizer)
            } catch {
                guard case .retry(let wait) = retries.failed(error, using: &random) else {
                    throw error
                }
                try await self.sleep(wait)
            }
        }
    }

    /// Read from the current contents of the file.
    private func token(of source: AuthRequestSource) -> String? {
        source.session?.reload()
        return source.sessionAtServer.flatMap { $0.session.token(for: $0.url, at: self.time.now()) }
    }

    private func sleep(_ wait: Duration) async throws(AuthFault) {
        do {
            try await self.time.sleep(until: self.time.now().advanced(by: wait))
        } catch {
            throw .cancelled
        }
    }

    private func attempt(
        _ source: AuthRequestSource, _ context: AuthContext, _ trace: inout AuthorizationAttempts
    ) async throws(AuthFault) -> AuthAnswer {
        var wanted = try await self.make(source, context)
        source.session?.complete(&wanted, at: self.time.now())
        for field in self.observer?.headers() ?? [:] { wanted.setHeader(field.name, field.value) }
        let request = try self.checked(wanted, context)
        var secrets = SentSecrets(wanted, context)
        trace.begin()
        trace.credentials = secrets.credentials
        let start = self.time.now()
        defer {
            trace.requests.append(
                AuthorizationReport.Request(
                    status: trace.status, duration: self.time.now().duration(since: start)))
        }
        let response: HTTPResponse
        do {
            response = try await self.requester.send(
                request, timeLimit: source.timeLimit, bodyLimit: Self.bodyLimit)
        } catch {
            let parts = error.parts(in: self.words.ofEndpoint)
            throw AuthFault(
                "\(context.endpointName) did not answer", parts.reason, advice: parts.advice,
                repetition: error.mayPass ? .promising(retryAfter: nil) : .useless)
        }
        if let (session, url) = source.sessionAtServer {
            session.received(response, from: url, at: self.time.now())
            secrets.add(session.values)
        }
        trace.status = response.status
        trace.answer = ResponseExcerpt(response.body, secrets: secrets)
        return try AuthAnswer(
            response, isJSONP: source.isJSONP, from: context.endpointName,
            sentSession: wanted.headers["Cookie"] != nil)
    }

    private func make(
        _ source: AuthRequestSource, _ context: AuthContext
    ) async throws(AuthFault) -> AuthHTTPRequest {
        let make = source.make
        return try await self.time.limit(
            source.asksProgram ? source.timeLimit : nil,
            "making the request for \(context.endpointName)"
        ) { try await make(context) }
    }

    /// The server of an endpoint.
    ///
    /// - Throws: `ChannelsError.option` if the applicable proxy cannot be used.
    func origin(of url: HTTPURL) throws(ChannelsError) -> HTTPOrigin {
        try self.route.origin(of: url, environment: self.environment)
    }

    func checked(
        _ request: AuthHTTPRequest, _ context: AuthContext
    ) throws(AuthFault) -> HTTPRequest {
        let start = "the request for \(context.endpointName) cannot be sent"
        guard let url = HTTPURL(request.url) else {
            throw AuthFault(
                start,
                "\(ShownURL.text(request.url).debugDescription) is not a URL with http:// "
                    + "or https:// and a host, without a user name or password")
        }
        if let header = request.headers.first(where: { !$0.canBeHeader }) {
            throw AuthFault(
                start,
                "the header \(header.name.debugDescription) contains a character that is "
                    + "not allowed in a header")
        }
        let headers = request.headers.filter {
            !AuthHTTPRequest.transportHeaders.contains($0.name.lowercased())
        }
        let origin: HTTPOrigin
        do { origin = try self.origin(of: url) } catch { throw AuthFault(start, error.description) }
        return HTTPRequest(
            method: request.method, origin: origin, target: url.target,
            headers: headers.map { HTTPHeader($0.name, $0.value) }, body: request.body)
    }
}

extension TransportError {
    /// Whether the same request may soon succeed. A certificate, login, setting or oversized
    /// response will not change.
    fileprivate var mayPass: Bool {
        switch self {
        case .nameNotResolved, .connectFailed, .timedOut, .closed, .badResponse, .tooManyOpenFiles:
            true
        case .tlsFailed(let failure): !failure.isCertificate
        case .proxyFailed(let failure): !failure.isLogin
        case .tlsSettings, .proxySettings, .foreignService, .upgradeRefused, .oversizedHead,
            .unsafeHead, .speaksTLS,
            .webSocketViolation, .bodyTooLarge, .sendQueueFull, .listenFailed, .cancelled,
            .injected:
            false
        }
    }
}
