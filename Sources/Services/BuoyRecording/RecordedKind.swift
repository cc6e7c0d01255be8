import ChannelsProtocol

/// The word for a kind of report in a recording.
enum RecordedKind: String, CaseIterable, RecordedWord {
    case state, attempt, attempt_failed, retry, ping, pong, intent, server, suspended, clock, gap
    case network
    case subscription, stuck, authorization, members, member_added, member_removed, count
    case cache_missed
    case sign_in, watchlist
    case received, triggered, queued, rejected, decryption_failed
    case binding, unbound, hits
    case problem, skipped
}

extension RecordedFields {
    /// Adds a kind and the facts of an object.
    fileprivate mutating func add(_ kind: RecordedKind, _ object: some RecordedObject) {
        self.add("kind", kind)
        object.write(to: &self)
    }

    /// Adds a kind and its first fact.
    fileprivate mutating func add(
        _ kind: RecordedKind, _ key: String, _ value: (some RecordedValue)?
    ) {
        self.add("kind", kind)
        self.add(key, value)
    }

    /// Adds a kind, a channel and a fact.
    fileprivate mutating func add(
        _ kind: RecordedKind, of channel: ChannelName, _ key: String, _ value: some RecordedValue
    ) {
        self.add(kind, "channel", channel)
        self.add(key, value)
    }

    /// Adds a kind, a channel and the facts of an object.
    fileprivate mutating func add(
        _ kind: RecordedKind, of channel: ChannelName, _ object: some RecordedObject
    ) {
        self.add(kind, "channel", channel)
        object.write(to: &self)
    }
}

extension ClientReport.Kind {
    /// Adds the kind and its facts. A new kind needs a word, a case here, and one in `init`.
    func write(to fields: inout RecordedFields) {
        switch self {
        case .stateChanged(let change): fields.add(.state, change)
        case .attemptStarted(let attempt): fields.add(.attempt, attempt)
        case .attemptFailed(let attempt, let end, let parts):
            fields.add(.attempt_failed, "attempt", attempt)
            fields.add("end", end)
            fields.add("parts", parts)
        case .retryScheduled(let retry): fields.add(.retry, retry)
        case .pingSent(let ping): fields.add(.ping, ping)
        case .pongReceived(let roundTrip): fields.add(.pong, "round_trip", roundTrip)
        case .intentChanged(let intent): fields.add(.intent, "intent", intent)
        case .serverRecognized(let profile): fields.add(.server, profile)
        case .suspended(let duration): fields.add(.suspended, "for", duration)
        case .clockStepped(let duration): fields.add(.clock, "by", duration)
        case .networkChanged(let change): fields.add(.network, change)
        case .gap(let gap): fields.add(.gap, gap)
        case .subscriptionChanged(let name, let state): fields.add(.subscription, of: name, state)
        case .subscriptionStuck(let name, let limit): fields.add(.stuck, of: name, "after", limit)
        case .authorizationAnswered(let report): fields.add(.authorization, report)
        case .membersReplaced(let name, let members, let difference):
            fields.add(.members, of: name, members)
            fields.add("difference", difference)
        case .memberAdded(let name, let member): fields.add(.member_added, of: name, member)
        case .memberRemoved(let name, let member): fields.add(.member_removed, of: name, member)
        case .subscriptionCount(let name, let count): fields.add(.count, of: name, "count", count)
        case .cacheMissed(let name): fields.add(.cache_missed, "channel", name)
        case .signInChanged(let state): fields.add(.sign_in, state)
        case .watchlistChanged(let changes): fields.add(.watchlist, "changes", changes)
        case .received(let event): fields.add(.received, event)
        case .triggered(let event): fields.add(.triggered, event)
        case .clientEventQueued(let event): fields.add(.queued, event)
        case .clientEventsRejected(let rejection): fields.add(.rejected, rejection)
        case .decryptionFailed(let failure): fields.add(.decryption_failed, failure)
        case .bindingChanged(let binding): fields.add(.binding, binding)
        case .bindingRemoved(let id): fields.add(.unbound, "binding", id)
        case .bindingsHit(let hits): fields.add(.hits, "bindings", hits)
        case .problem(let problem): fields.add(.problem, problem)
        case .skipped(let skipped): fields.add(.skipped, skipped)
        }
    }

    /// Reads the facts of a kind.
    init(_ kind: RecordedKind, _ fields: RecordedFields) throws(RecordingFault) {
        switch kind {
        case .state, .attempt, .attempt_failed, .retry, .ping, .pong, .intent, .server, .suspended,
            .clock, .network, .gap:
            self = try Self.ofConnection(kind, fields)
        case .subscription:
            self = .subscriptionChanged(
                try fields.get("channel"), try SubscriptionState(from: fields))
        case .stuck:
            self = .subscriptionStuck(try fields.get("channel"), after: try fields.get("after"))
        case .authorization: self = .authorizationAnswered(try AuthorizationReport(from: fields))
        case .members:
            self = .membersReplaced(
                try fields.get("channel"), try Members(from: fields),
                difference: try fields.find("difference"))
        case .member_added: self = .memberAdded(try fields.get("channel"), try Member(from: fields))
        case .member_removed:
            self = .memberRemoved(try fields.get("channel"), try Member(from: fields))
        case .count:
            self = .subscriptionCount(try fields.get("channel"), try fields.get("count"))
        case .cache_missed: self = .cacheMissed(try fields.get("channel"))
        case .sign_in: self = .signInChanged(try SignInState(from: fields))
        case .watchlist: self = .watchlistChanged(try fields.get("changes"))
        case .received: self = .received(try ChannelsEvent(from: fields))
        case .triggered: self = .triggered(try ChannelsEvent(from: fields))
        case .queued: self = .clientEventQueued(try ChannelsEvent(from: fields))
        case .rejected: self = .clientEventsRejected(try ClientEventRejection(from: fields))
        case .decryption_failed: self = .decryptionFailed(try DecryptionFailure(from: fields))
        case .binding: self = .bindingChanged(try Binding(from: fields))
        case .unbound: self = .bindingRemoved(try fields.get("binding"))
        case .hits: self = .bindingsHit(try fields.get("bindings"))
        case .problem: self = .problem(try Problem(from: fields))
        case .skipped: self = .skipped(try SkippedEvents(from: fields))
        }
    }

    private static func ofConnection(
        _ kind: RecordedKind, _ fields: RecordedFields
    ) throws(RecordingFault) -> ClientReport.Kind {
        switch kind {
        case .state: .stateChanged(try StateChange(from: fields))
        case .attempt: .attemptStarted(try ConnectionAttempt(from: fields))
        case .attempt_failed:
            .attemptFailed(
                attempt: try fields.get("attempt"), try fields.get("end"),
                parts: try fields.get("parts"))
        case .retry: .retryScheduled(try ScheduledRetry(from: fields))
        case .ping: .pingSent(try SentPing(from: fields))
        case .pong: .pongReceived(roundTrip: try fields.find("round_trip"))
        case .intent: .intentChanged(try fields.get("intent"))
        case .server: .serverRecognized(try ServerProfile(from: fields))
        case .suspended: .suspended(for: try fields.get("for"))
        case .clock: .clockStepped(by: try fields.get("by"))
        case .network: .networkChanged(try NetworkChange(from: fields))
        default: .gap(try Gap(from: fields))
        }
    }
}

extension ClientReport: RecordedObject {
    func write(to fields: inout RecordedFields) {
        self.time.write(to: &fields)
        fields.add("n", self.number)
        self.kind.write(to: &fields)
    }

    init(from fields: RecordedFields) throws(RecordingFault) {
        self.init(
            number: try fields.reportNumber(), time: try Timestamp(from: fields),
            kind: try ClientReport.Kind(try fields.get("kind"), fields))
    }
}
