import ChannelsProtocol
import Transport

// The endpoints that an application's own server would have. They sign every request.
extension SandboxRoutes {
    /// `/pusher/auth` and `/pusher/user-auth`, as `buoy auth-server` answers them.
    func authorize(
        _ request: HTTPRequest, _ target: RequestTarget, _ hub: SandboxHub,
        _ fault: AuthorizationFault
    ) throws(RouteRefusal) -> Answer {
        guard target.segments.count == 2, ["auth", "user-auth"].contains(target.segments[1]) else {
            throw .notFound(target.path)
        }
        let responder = AuthorizationResponder(
            key: self.app.key, secret: self.app.secret, masterKey: hub.masterKey,
            users: AuthorizationUsers(knownInfo: BotCast.infoByID), gate: self.gate)
        let answer = responder.answer(
            request, target, .init(path: target.segments), fault: fault.answer)
        return Answer(response: answer.response, delay: fault.delay)
    }
}
