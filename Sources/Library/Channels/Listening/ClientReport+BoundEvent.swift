import ChannelsProtocol

extension ClientReport.Kind {
    /// An application's event, or the protocol's under its public name
    /// (`pusher_internal:member_added` becomes `pusher:member_added`).
    var boundEvent: ChannelsEvent? {
        switch self {
        case .received(let event):
            event
        case .subscriptionChanged(let channel, .subscribed):
            Self.event("pusher:subscription_succeeded", channel)
        case .subscriptionChanged(let channel, .failed(let failure)):
            Self.event("pusher:subscription_error", channel, Self.fields(of: failure))
        case .memberAdded(let channel, let member):
            Self.event("pusher:member_added", channel, Self.fields(of: member))
        case .memberRemoved(let channel, let member):
            Self.event("pusher:member_removed", channel, Self.fields(of: member))
        case .subscriptionCount(let channel, let count):
            Self.event(
                "pusher:subscription_count", channel, [("subscription_count", .number("\(count)"))])
        case .cacheMissed(let channel):
            Self.event("pusher:cache_miss", channel)
        case .problem(let problem):
            Self.errorEvent(problem)
        case .clientEventsRejected(let rejection):
            Self.errorEvent(
                ServerError(code: rejection.code, message: rejection.text), on: rejection.channel)
        case .signInChanged(.signedIn(let user)):
            Self.event("pusher:signin_success", nil, [("user_data", .string(user.data))])
        case .signInChanged(.failed(let failure)):
            Self.event("pusher:signin_error", nil, [("error", .string(failure.text))])
        // No other report has a name in the protocol.
        default:
            nil
        }
    }

    /// The server's own `pusher:error` that refused the connection, a subscription or a sign-in:
    /// programs can bind to it as well as to the outcome. Other errors are in `boundEvent`.
    var boundError: ChannelsEvent? {
        switch self {
        case .subscriptionChanged(let channel, .failed(let failure)):
            Self.serverError(in: failure.frame).map { Self.errorEvent($0, on: channel) }
        case .signInChanged(.failed(let failure)):
            Self.serverError(in: failure.frame).map { Self.errorEvent($0, on: nil) }
        case .attemptFailed(_, let end, _):
            end.serverError.map { Self.errorEvent($0, on: nil) }
        case .stateChanged(let change):
            change.cause.end?.serverError.map { Self.errorEvent($0, on: nil) }
        default:
            nil
        }
    }

    private static func event(
        _ name: EventName, _ channel: ChannelName?, _ fields: [(String, JSONValue)] = []
    ) -> ChannelsEvent {
        let members = fields.map { JSONValue.Object.Member(key: $0.0, value: $0.1) }
        return ChannelsEvent(
            name: name, channel: channel, data: EventData(json: .object(JSONValue.Object(members))))
    }

    private static func fields(of failure: SubscriptionFailure) -> [(String, JSONValue)] {
        let text = ("error", JSONValue.string(failure.text))
        return failure.status.map { [text, ("status", .number("\($0)"))] } ?? [text]
    }

    private static func fields(of member: PresenceMember) -> [(String, JSONValue)] {
        let id = ("user_id", JSONValue.string(member.id.text))
        guard let info = member.info?.json else { return [id] }
        return [id, ("user_info", info)]
    }

    private static func errorEvent(_ problem: ReportedProblem) -> ChannelsEvent? {
        guard case .serverError(let code) = problem.kind else { return nil }
        let error =
            self.serverError(in: problem.frame) ?? ServerError(code: code, message: problem.text)
        return self.errorEvent(error, on: problem.channel)
    }

    private static func serverError(in frame: String?) -> ServerError? {
        guard let frame,
            case .error(let error)? = try? FrameCodec.decodeServerMessage(Array(frame.utf8))
        else { return nil }
        return error
    }

    private static func errorEvent(_ error: ServerError, on channel: ChannelName?) -> ChannelsEvent
    {
        self.event(
            "pusher:error", channel ?? error.channel,
            [
                ("code", error.code.map { .number("\($0)") } ?? .null),
                ("message", .string(error.message)),
            ])
    }
}
