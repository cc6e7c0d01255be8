import ChannelsEventWords
import ChannelsProtocol

extension ReportKind: RecordedWord {}

extension RecordedFields {
    /// Adds a kind and the facts of an object.
    fileprivate mutating func add(_ kind: ReportKind, _ object: some RecordedObject) {
        self.add("kind", kind)
        object.write(to: &self)
    }

    /// Adds a kind and its first fact.
    fileprivate mutating func add(
        _ kind: ReportKind, _ key: String, _ value: (some RecordedValue)?
    ) {
        self.add("kind", kind)
        self.add(key, value)
    }

    /// Adds a kind, a channel and a fact.
    fileprivate mutating func add(
        _ kind: ReportKind, of channel: ChannelName, _ key: String, _ value: some RecordedValue
    ) {
        self.add(kind, "channel", channel)
        self.add(key, value)
    }

    /// Adds a kind, a channel and the facts of an object.
    fileprivate mutating func add(
        _ kind: ReportKind, of channel: ChannelName, _ object: some RecordedObject
    ) {
        self.add(kind, "channel", channel)
        object.write(to: &self)
    }
}

extension ClientReport.Kind {
    /// Adds the kind and its facts. A new kind needs a word, a case here, and one in `init`.
    func write(to fields: inout RecordedFields) {
        switch self {
        case .stateChanged(let change): fields.add(.stateChanged, change)
        case .attemptStarted(let attempt): fields.add(.attemptStarted, attempt)
        case .attemptFailed(let attempt, let end, let parts):
            fields.add(.attemptFailed, "attempt", attempt)
            fields.add("end", end)
            fields.add("parts", parts)
        case .retryScheduled(let retry): fields.add(.retryScheduled, retry)
        case .pingSent(let ping): fields.add(.pingSent, ping)
        case .pongReceived(let roundTrip): fields.add(.pongReceived, "round_trip_ms", roundTrip)
        case .intentChanged(let intent): fields.add(.intentChanged, "intent", intent)
        case .serverRecognized(let profile): fields.add(.serverRecognized, profile)
        case .suspended(let duration): fields.add(.suspended, "duration_ms", duration)
        case .clockStepped(let duration): fields.add(.clockStepped, "by_ms", duration)
        case .networkChanged(let change): fields.add(.networkChanged, change)
        case .gap(let gap): fields.add(.gap, gap)
        case .subscriptionChanged(let name, let state):
            fields.add(.subscriptionChanged, of: name, state)
        case .subscriptionStuck(let name, let limit):
            fields.add(.subscriptionStuck, of: name, "after_ms", limit)
        case .authorizationAnswered(let report): fields.add(.authorizationAnswered, report)
        case .membersReplaced(let name, let members, let difference):
            fields.add(.membersReplaced, of: name, members)
            fields.add("difference", difference)
        case .memberAdded(let name, let member): fields.add(.memberAdded, of: name, member)
        case .memberRemoved(let name, let member): fields.add(.memberRemoved, of: name, member)
        case .subscriptionCount(let name, let count):
            fields.add(.subscriptionCount, of: name, "count", count)
        case .cacheMissed(let name): fields.add(.cacheMissed, "channel", name)
        case .signInChanged(let state): fields.add(.signInChanged, state)
        case .watchlistChanged(let changes): fields.add(.watchlistChanged, "changes", changes)
        case .received(let event): fields.add(.received, event)
        case .triggered(let event): fields.add(.sent, event)
        case .clientEventQueued(let event): fields.add(.queued, event)
        case .clientEventsRejected(let rejection): fields.add(.clientEventsRejected, rejection)
        case .decryptionFailed(let failure): fields.add(.notDecrypted, failure)
        case .bindingChanged(let binding): fields.add(.bindingChanged, binding)
        case .bindingRemoved(let id): fields.add(.bindingRemoved, "binding", id)
        case .bindingsHit(let hits): fields.add(.bindingsHit, "bindings", hits)
        case .problem(let problem): fields.add(.problem, problem)
        case .skipped(let skipped): fields.add(.skipped, skipped)
        }
    }

    /// Reads the facts of a kind.
    init(_ kind: ReportKind, _ fields: RecordedFields) throws(RecordingFault) {
        switch kind {
        case .stateChanged, .attemptStarted, .attemptFailed, .retryScheduled, .pingSent,
            .pongReceived, .intentChanged, .serverRecognized, .suspended,
            .clockStepped, .networkChanged, .gap:
            self = try Self.ofConnection(kind, fields)
        case .subscriptionChanged:
            self = .subscriptionChanged(
                try fields.get("channel"), try SubscriptionState(from: fields))
        case .subscriptionStuck:
            self = .subscriptionStuck(try fields.get("channel"), after: try fields.get("after_ms"))
        case .authorizationAnswered:
            self = .authorizationAnswered(try AuthorizationReport(from: fields))
        case .membersReplaced:
            self = .membersReplaced(
                try fields.get("channel"), try Members(from: fields),
                difference: try fields.find("difference"))
        case .memberAdded: self = .memberAdded(try fields.get("channel"), try Member(from: fields))
        case .memberRemoved:
            self = .memberRemoved(try fields.get("channel"), try Member(from: fields))
        case .subscriptionCount:
            self = .subscriptionCount(try fields.get("channel"), try fields.get("count"))
        case .cacheMissed: self = .cacheMissed(try fields.get("channel"))
        case .signInChanged: self = .signInChanged(try SignInState(from: fields))
        case .watchlistChanged: self = .watchlistChanged(try fields.get("changes"))
        case .received: self = .received(try ChannelsEvent(from: fields))
        case .sent: self = .triggered(try ChannelsEvent(from: fields))
        case .queued: self = .clientEventQueued(try ChannelsEvent(from: fields))
        case .clientEventsRejected:
            self = .clientEventsRejected(try ClientEventRejection(from: fields))
        case .notDecrypted: self = .decryptionFailed(try DecryptionFailure(from: fields))
        case .bindingChanged: self = .bindingChanged(try Binding(from: fields))
        case .bindingRemoved: self = .bindingRemoved(try fields.get("binding"))
        case .bindingsHit: self = .bindingsHit(try fields.get("bindings"))
        case .problem: self = .problem(try Problem(from: fields))
        case .skipped: self = .skipped(try SkippedEvents(from: fields))
        }
    }

    private static func ofConnection(
        _ kind: ReportKind, _ fields: RecordedFields
    ) throws(RecordingFault) -> ClientReport.Kind {
        switch kind {
        case .stateChanged: .stateChanged(try StateChange(from: fields))
        case .attemptStarted: .attemptStarted(try ConnectionAttempt(from: fields))
        case .attemptFailed:
            .attemptFailed(
                attempt: try fields.get("attempt"), try fields.get("end"),
                parts: try fields.get("parts"))
        case .retryScheduled: .retryScheduled(try ScheduledRetry(from: fields))
        case .pingSent: .pingSent(try SentPing(from: fields))
        case .pongReceived: .pongReceived(roundTrip: try fields.find("round_trip_ms"))
        case .intentChanged: .intentChanged(try fields.get("intent"))
        case .serverRecognized: .serverRecognized(try ServerProfile(from: fields))
        case .suspended: .suspended(for: try fields.get("duration_ms"))
        case .clockStepped: .clockStepped(by: try fields.get("by_ms"))
        case .networkChanged: .networkChanged(try NetworkChange(from: fields))
        default: .gap(try Gap(from: fields))
        }
    }
}

extension ClientReport: RecordedObject {
    func write(to fields: inout RecordedFields) {
        self.time.write(to: &fields)
        fields.add("number", self.number)
        self.kind.write(to: &fields)
    }

    init(from fields: RecordedFields) throws(RecordingFault) {
        self.init(
            number: try fields.reportNumber(), time: try Timestamp(from: fields),
            kind: try ClientReport.Kind(try fields.get("kind"), fields))
    }
}
