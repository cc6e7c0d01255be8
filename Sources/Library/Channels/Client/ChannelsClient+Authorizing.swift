import ChannelsBasics
import ChannelsProtocol

extension ChannelsClient {
    func request(_ authorization: PendingAuthorization) {
        if self.turns.requested(authorization) { self.begin(authorization) }
    }

    private func begin(_ authorization: PendingAuthorization) {
        let (abandoned, abandon) = AsyncStream<Never>.makeStream()
        self.authorizations[authorization] = abandon
        self.work.add(.authorize(authorization, abandoned: abandoned))
    }

    /// When the connection that the signatures are for is gone.
    /// - Returns: the machine's answers for the requests that were never made.
    func abandonAuthorizations() -> [ClientAction] {
        let running = self.authorizations.sorted { $0.key.order < $1.key.order }
        for (_, abandon) in running { abandon.finish() }
        return self.turns.disconnected().flatMap { self.answer($0) }
    }

    /// What an endpoint answers for a channel, as a subscription would ask it. Nothing is
    /// subscribed.
    package nonisolated func answer(
        of endpoint: AuthEndpoint, for channel: ChannelName, socketID: SocketID
    ) async -> Result<ChannelAuthorization, SubscriptionFailure> {
        let request = AuthorizationRequest(channel: channel, socketID: socketID, number: 0)
        do throws(ChannelsError) {
            return await (try self.authorizer.asking(endpoint)).authorize(request).result
        } catch {
            return .failure(SubscriptionFailure(phase: .authorization, what: error.description))
        }
    }

    nonisolated func carryOut(
        _ authorization: PendingAuthorization, abandoned: AsyncStream<Never>
    ) async {
        switch authorization {
        case .channel(let request):
            let answer = await Self.unless(abandoned) {
                await self.authorizer.authorize(request)
            }
            guard !Task.isCancelled, let (result, report) = answer else { return }
            await self.authorized(request, result, report)
        case .user(let request):
            let answer = await Self.unless(abandoned) {
                await self.userAuthenticator.authenticate(request)
            }
            guard !Task.isCancelled, let (result, report) = answer else { return }
            await self.authenticated(request, result, report)
        }
    }

    /// Cancels the operation when the stream ends; it must then return soon.
    static func unless<Answer: Sendable>(
        _ abandoned: AsyncStream<Never>, _ carryOut: @escaping @Sendable () async -> Answer
    ) async -> Answer? {
        await withTaskGroup(of: Answer?.self) { group in
            group.addTask { await carryOut() }
            group.addTask {
                for await _ in abandoned {}
                return nil
            }
            var answer: Answer?
            for await result in group {
                group.cancelAll()
                if let result { answer = result }
            }
            return answer
        }
    }

    private func authorized(
        _ request: AuthorizationRequest,
        _ result: Result<ChannelAuthorization, SubscriptionFailure>,
        _ report: AuthorizationReport
    ) {
        self.ended(.channel(request))
        self.perform(
            [self.machine.answered(report)]
                + self.machine.authorized(request, result, at: self.time.now()))
    }

    private func authenticated(
        _ request: AuthenticationRequest, _ result: Result<UserAuthentication, SignInFailure>,
        _ report: AuthorizationReport
    ) {
        self.ended(.user(request))
        self.perform(
            [self.machine.answered(report)]
                + self.machine.authenticated(request, result, at: self.time.now()))
    }

    private func ended(_ authorization: PendingAuthorization) {
        self.authorizations[authorization] = nil
        if let next = self.turns.ended() { self.begin(next) }
    }

    /// Answers a request that was never made, because the machine counts the answers.
    private func answer(_ authorization: PendingAuthorization) -> [ClientAction] {
        let what = "The connection ended before the authorization was requested"
        let time = self.time.now()
        switch authorization {
        case .channel(let request):
            let failure = SubscriptionFailure(
                phase: .authorization, FailureParts(what), attempts: 0)
            return self.machine.authorized(request, .failure(failure), at: time)
        case .user(let request):
            let failure = SignInFailure(phase: .authentication, what: what)
            return self.machine.authenticated(request, .failure(failure), at: time)
        }
    }
}
