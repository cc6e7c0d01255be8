import ChannelsProtocol

/// What a report says, by name: what its sentence cannot tell a program. Names are part of the
/// export's format; a fact that is not known is left out.
struct ExportFacts {
    private(set) var members: [JSONObject.Member] = []

    mutating func add(_ name: String, _ text: String?) {
        self.add(name, text.map(JSON.string))
    }

    mutating func add(_ name: String, _ number: Int?) {
        self.add(name, number.map { .number(String($0)) })
    }

    /// Whole milliseconds.
    mutating func add(_ name: String, _ duration: Duration) {
        self.add(name, Int(duration.clampedNanoseconds / 1_000_000))
    }

    mutating func add(_ name: String, _ value: JSON?) {
        guard let value else { return }
        self.members.append(JSONObject.Member(key: name, value: value))
    }

    mutating func add(_ end: ConnectionEnd?) {
        guard let end else { return }
        self.add("close_code", end.closeCode.map { Int($0.rawValue) })
        if case .closed(_, let reason) = end { self.add("close_reason", reason) }
    }

    mutating func add(_ failure: SubscriptionFailure) {
        self.add("phase", failure.phase == .authorization ? "authorization" : "subscription")
        self.add("http_status", failure.status)
        self.add("code", failure.code)
        self.add("text", failure.text)
        self.add("answer", failure.body)
        self.add("signed_text", failure.stringToSign)
        self.add("frame", failure.frame)
    }

    mutating func add(_ failure: SignInFailure) {
        self.add("http_status", failure.status)
        self.add("code", failure.code)
        self.add("text", failure.text)
        self.add("answer", failure.body)
        self.add("signed_text", failure.stringToSign)
        self.add("frame", failure.frame)
    }

    mutating func add(_ members: Members, _ difference: MemberDifference?) {
        self.add("me", members.me?.text)
        self.add("members", .array(members.ordered.map(Self.json)))
        guard let difference else { return }
        self.add("joined", .array(difference.joined.map { .string($0.id.text) }))
        self.add("left", .array(difference.left.map { .string($0.id.text) }))
    }

    static func json(_ member: Member) -> JSON {
        var facts = ExportFacts()
        facts.add("user_id", member.id.text)
        facts.add("user_info", member.info.map { $0.json ?? .string($0.text) })
        return .object(JSONObject(facts.members))
    }
}

extension ClientEvent.Kind {
    /// The facts of a report; none for events of channels and of members, which are told whole.
    var exportFacts: [JSONObject.Member] {
        var facts = ExportFacts()
        switch self {
        case .stateChanged(let change): facts.add(change)
        case .attemptStarted(let attempt):
            facts.add("attempt", attempt.number)
            facts.add("address", attempt.address)
        case .attemptFailed(let attempt, let end):
            facts.add("attempt", attempt)
            facts.add(end)
        case .retryScheduled(let retry):
            facts.add("attempt", retry.attempt)
            facts.add("attempts", retry.attemptLimit)
            facts.add("delay_ms", retry.delay)
        case .pongReceived(let roundTrip): facts.add("round_trip_ms", roundTrip)
        case .suspended(let duration), .clockStepped(let duration):
            facts.add("duration_ms", duration)
        case .gap(let gap):
            facts.add("duration_ms", gap.duration)
            facts.add("channels", gap.channels)
        case .subscriptionChanged(_, let state):
            facts.add("state", state.exportName)
            if case .failed(let failure) = state { facts.add(failure) }
        case .subscriptionStuck(_, let wait): facts.add("duration_ms", wait)
        case .authorizationAnswered(let report):
            facts.add("granted", .bool(report.isGranted))
            facts.add("http_status", report.status)
            facts.add("duration_ms", report.duration)
        case .membersReplaced(_, let members, let difference): facts.add(members, difference)
        case .subscriptionCount(_, let count): facts.add("count", count)
        case .signInChanged(.failed(let failure)): facts.add(failure)
        case .signInChanged(.signedIn(let user)): facts.add("user_id", user.id.text)
        case .watchlistChanged(let changes): facts.add("changes", .array(changes.map(\.exported)))
        case .clientEventsRejected(let rejection):
            facts.add("code", rejection.code)
            facts.add("text", rejection.text)
            facts.add("candidates", .array(rejection.candidates.map { .string($0.name.text) }))
            facts.add("frame", rejection.frame)
        case .failedToDecrypt(let failure): facts.add("event", failure.event.text)
        case .bindingsHit(let hits):
            facts.add("hits", .array(hits.map(\.exported)))
        case .bindingChanged(let binding): facts.add(binding)
        case .bindingRemoved(let id): facts.add("binding", id.number)
        case .problem(let problem): facts.add(problem)
        case .skipped(let skipped): facts.add("events", skipped.events)
        case .intentChanged(let intent): facts.add("intent", intent.rawValue)
        case .serverRecognized(let profile): facts.add("server", profile.kind.rawValue)
        case .pingSent, .cacheMissed, .signInChanged, .received, .triggered, .clientEventQueued,
            .memberAdded, .memberRemoved:
            break
        }
        return facts.members
    }
}

extension ExportFacts {
    fileprivate mutating func add(_ change: StateChange) {
        self.add("previous", change.previous.rawValue)
        self.add("current", change.current.rawValue)
        self.add("socket_id", change.socketID?.text)
        self.add(change.cause.end)
    }

    fileprivate mutating func add(_ problem: Problem) {
        if case .serverError(let code) = problem.kind { self.add("code", code) }
        self.add("count", problem.count)
        self.add("frame", problem.frame)
    }

    /// A binding, as it is copied too.
    mutating func add(_ binding: Binding) {
        self.add("binding", binding.id.number)
        self.add("event", binding.event?.text)
        self.add("channel", binding.channel?.text)
        self.add("for_user", .bool(binding.isForUser))
        self.add("enabled", .bool(binding.isEnabled))
        self.add("hits", binding.hits)
    }
}

extension BindingHits {
    fileprivate var exported: JSON {
        ["binding": .number(String(self.id.number)), "hits": .number(String(self.total))]
    }
}

extension WatchlistChange {
    fileprivate var exported: JSON {
        ["name": .string(self.name), "user_ids": .array(self.userIDs.map { .string($0.text) })]
    }
}

extension SubscriptionState {
    /// What an export calls it.
    fileprivate var exportName: String {
        switch self {
        case .failed: "failed"
        case .requested, .authorizing, .subscribing, .subscribed, .unsubscribing, .unsubscribed:
            self.words == "waiting" ? "requested" : self.words
        }
    }
}
