import ChannelsProtocol
import ChannelsSigning
import ChannelsTransport

/// Answers HTTP requests other than WebSocket upgrades. Changes nothing: what a request
/// publishes is part of the answer.
struct SandboxRoutes: Sendable {
    let app: SandboxApp
    let limits: SandboxLimits
    let offersFaults: Bool
    let gate: WebPageGate

    init(_ options: SandboxOptions) { self.init(options.main, options) }

    init(_ application: SandboxApplication, _ options: SandboxOptions) {
        self.app = application.app
        self.limits = application.limits
        self.offersFaults = options.offersFaults
        self.gate = options.gate
    }

    struct Answer: Hashable, Sendable {
        var response: HTTPResponse
        var publications: [Publication] = []
        var terminating: UserID?
        var fault: SandboxFault?
        var delay = Duration.zero
    }

    func answer(
        _ request: HTTPRequest, hub: SandboxHub, fault: AuthorizationFault = AuthorizationFault(),
        at now: Now
    ) -> Answer {
        do {
            return try self.route(request, hub, fault, now)
        } catch {
            return Answer(response: error.response)
        }
    }

    private func route(
        _ request: HTTPRequest, _ hub: SandboxHub, _ fault: AuthorizationFault,
        _ now: Now
    ) throws(RouteRefusal) -> Answer {
        let target = try RequestTarget(request.target)
        switch target.segments.first {
        case nil:
            try Self.allow("GET", request)
            return Answer(response: .text(200, Self.greeting))
        case "up" where target.segments.count == 1:
            try Self.allow("GET", request)
            return Answer(response: .json(["health": "OK"]))
        case "pusher":
            return try self.authorize(request, target, hub, fault)
        case "sandbox":
            guard target.segments == ["sandbox", "missed"] else {
                return try self.faults(request, target)
            }
            return try self.missed(request, hub)
        case "apps":
            guard target.segments.dropFirst().first == self.app.id else {
                throw RouteRefusal(status: 404, text: "Unknown app in \(target.path)")
            }
            let call = try self.authenticated(request, target, now)
            return try self.answer(call, hub, now, path: Array(target.segments.dropFirst(2)))
        // The PyPI library "pusher" ends connections without naming the app in the path
        // (its `terminate_user_connections`).
        case "users":
            let call = try self.authenticated(request, target, now)
            return try self.answer(call, hub, now, path: target.segments)
        default:
            throw .notFound(target.path)
        }
    }

    static func allow(_ method: String, _ request: HTTPRequest) throws(RouteRefusal) {
        try request.require(method: method)
    }

    private static let greeting =
        "buoy sandbox: a small Channels service for demos and tests, without an account"
}

// The endpoints that an application's own server would have.
extension SandboxRoutes {
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

extension SandboxRoutes {
    /// `POST /apps/<id>/users/<user id>/terminate_connections`
    func terminateConnections(
        of text: String, _ call: HTTPAPICall
    ) throws(RouteRefusal) -> Answer {
        try Self.allow("POST", call.request)
        try call.allow(parameters: [])
        // A user id is part of a channel name, and must follow its rules.
        do { _ = try ChannelName(text) } catch {
            throw .badRequest("Invalid user id. \(error.description)")
        }
        return Answer(response: .json([:]), terminating: UserID(text))
    }
}

extension SandboxRoutes {
    /// `POST /sandbox/faults`
    func faults(
        _ request: HTTPRequest, _ target: RequestTarget
    ) throws(RouteRefusal) -> Answer {
        guard target.segments == ["sandbox", "faults"] else { throw .notFound(target.path) }
        guard self.offersFaults else {
            throw RouteRefusal(
                status: 403, text: "Faults are not accepted: start the sandbox with --faults")
        }
        try Self.allow("POST", request)
        try request.requireJSONFromPages()
        return Answer(response: .json([:]), fault: try FaultRequest(request.body).fault)
    }
}

/// A call of the HTTP API with a valid signature.
struct HTTPAPICall: Hashable, Sendable {
    let request: HTTPRequest
    let target: RequestTarget
    /// The query without the parameters of the signature.
    let parameters: [RequestParameter]

    func allow(parameters names: [String]) throws(RouteRefusal) {
        let extraneous = self.parameters.map(\.name).filter { !names.contains($0) }
        guard extraneous.isEmpty else {
            throw .badRequest(
                "The following query string parameters are extraneous: "
                    + extraneous.joined(separator: ", "))
        }
    }
}
