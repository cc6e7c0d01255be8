import ChannelsEventWords
import ChannelsProtocol

extension ReportKind: RecordedWord {}

extension ClientReport.Kind {
    /// Adds the members of the kind. A new kind needs a case here, and one in `init`.
    func write(to fields: inout RecordedFields) {
        switch self {
        case .stateChanged(let change): change.write(to: &fields)
        case .attemptStarted(let attempt): attempt.write(to: &fields)
        case .attemptFailed(let attempt, let end, let parts):
            fields.add("attempt", attempt)
            fields.add("end", end)
            fields.add("parts", parts)
        case .retryScheduled(let retry): retry.write(to: &fields)
        case .pingSent(let ping): ping.write(to: &fields)
        case .pongReceived(let roundTrip): fields.add("round_trip_ms", roundTrip)
        case .intentChanged(let intent): fields.add("intent", intent)
        case .serverRecognized(let profile): profile.write(to: &fields)
        case .suspended(let duration): fields.add("duration_ms", duration)
        case .clockStepped(let duration): fields.add("by_ms", duration)
        case .networkChanged(let change): change.write(to: &fields)
        case .gap(let gap): gap.write(to: &fields)
        case .subscriptionChanged(_, let state): state.write(to: &fields)
        case .subscriptionStuck(_, let limit): fields.add("after_ms", limit)
        case .authorizationAnswered(let report): report.write(to: &fields)
        case .membersReplaced(_, let members, let difference):
            members.write(to: &fields)
            fields.add("difference", difference)
        case .memberAdded(_, let member), .memberRemoved(_, let member): member.write(to: &fields)
        case .subscriptionCount(_, let count): fields.add("count", count)
        case .cacheMissed: break
        case .signInChanged(let state): state.write(to: &fields)
        case .watchlistChanged(let changes): fields.add("changes", changes)
        case .received(let event), .triggered(let event), .clientEventQueued(let event):
            event.write(to: &fields)
        case .clientEventsRejected(let rejection): rejection.write(to: &fields)
        case .decryptionFailed(let failure): failure.write(to: &fields)
        case .bindingChanged(let binding): binding.write(to: &fields)
        case .bindingRemoved(let id): fields.add("binding", id)
        case .bindingsHit(let hits): fields.add("bindings", hits)
        case .problem(let problem): problem.write(to: &fields)
        case .skipped(let skipped): skipped.write(to: &fields)
        }
    }

    /// The channel of a report whose facts do not name it.
    var subject: ChannelName? {
        switch self {
        case .subscriptionChanged(let channel, _), .subscriptionStuck(let channel, _),
            .membersReplaced(let channel, _, _), .memberAdded(let channel, _),
            .memberRemoved(let channel, _), .subscriptionCount(let channel, _),
            .cacheMissed(let channel):
            channel
        default: nil
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
                try fields.get("channel"), try PresenceMembers(from: fields),
                difference: try fields.find("difference"))
        case .memberAdded:
            self = .memberAdded(try fields.get("channel"), try PresenceMember(from: fields))
        case .memberRemoved:
            self = .memberRemoved(try fields.get("channel"), try PresenceMember(from: fields))
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
        case .bindingChanged: self = .bindingChanged(try EventBinding(from: fields))
        case .bindingRemoved: self = .bindingRemoved(try fields.get("binding"))
        case .bindingsHit: self = .bindingsHit(try fields.get("bindings"))
        case .problem: self = .problem(try ReportedProblem(from: fields))
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
        default: .gap(try ConnectionGap(from: fields))
        }
    }
}

extension ClientReport: RecordedObject {
    func write(to fields: inout RecordedFields) {
        self.write(to: &fields, server: nil, hasDetail: false)
    }

    /// Adds the members with those of a line outside of recordings.
    func write(to fields: inout RecordedFields, server: String?, hasDetail: Bool) {
        let words = self.words
        self.time.write(to: &fields)
        fields.add("number", self.number)
        fields.add("server", server)
        fields.add("kind", words.kind)
        if hasDetail { fields.add("detail", words.lineDetail) }
        fields.add("channel", self.kind.subject)
        self.kind.write(to: &fields)
    }

    init(from fields: RecordedFields) throws(RecordingFault) {
        self.init(
            number: try fields.reportNumber(), time: try ChannelsTimestamp(from: fields),
            kind: try ClientReport.Kind(try fields.get("kind"), fields))
    }
}
