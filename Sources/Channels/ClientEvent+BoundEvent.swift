internal import ChannelsProtocol

extension ClientEvent.Kind {
    /// The event that bindings are told about: an application's, or one of the protocol's under the
    /// public name that all clients give it (`pusher_internal:member_added` is heard as
    /// `pusher:member_added`).
    var boundEvent: ChannelEvent? {
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
            Self.errorEvent(code: rejection.code, rejection.text, rejection.channel)
        case .signInChanged(.signedIn(let user)):
            Self.event("pusher:signin_success", nil, [("user_data", .string(user.data))])
        case .signInChanged(.failed(let failure)):
            Self.event("pusher:signin_error", nil, [("error", .string(failure.text))])
        case .stateChanged, .attemptStarted, .attemptFailed, .retryScheduled, .pingSent,
            .pongReceived, .gap, .subscriptionChanged, .membersReplaced, .triggered,
            .bindingChanged, .bindingRemoved, .bindingsHit, .skipped, .intentChanged,
            .serverRecognized, .suspended, .clockStepped, .subscriptionStuck,
            .authorizationAnswered, .signInChanged, .watchlistChanged, .clientEventQueued,
            .failedToDecrypt:
            nil
        }
    }

    private static func event(
        _ name: EventName, _ channel: ChannelName?, _ fields: [(String, JSON)] = []
    ) -> ChannelEvent {
        let members = fields.map { JSONObject.Member(key: $0.0, value: $0.1) }
        return ChannelEvent(
            name: name, channel: channel, data: EventData(json: .object(JSONObject(members))))
    }

    private static func fields(of failure: SubscriptionFailure) -> [(String, JSON)] {
        let text = ("error", JSON.string(failure.text))
        return failure.status.map { [text, ("status", .number("\($0)"))] } ?? [text]
    }

    private static func fields(of member: Member) -> [(String, JSON)] {
        let id = ("user_id", JSON.string(member.id.text))
        guard let info = member.info?.json else { return [id] }
        return [id, ("user_info", info)]
    }

    private static func errorEvent(_ problem: Problem) -> ChannelEvent? {
        guard case .serverError(let code) = problem.kind else { return nil }
        return self.errorEvent(code: code, problem.text, problem.channel)
    }

    private static func errorEvent(
        code: Int?, _ text: String, _ channel: ChannelName?
    ) -> ChannelEvent {
        self.event(
            "pusher:error", channel,
            [("code", code.map { .number("\($0)") } ?? .null), ("message", .string(text))])
    }
}
