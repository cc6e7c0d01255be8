package import BuoyRecordingFiles
import BuoyTestBasics
import ChannelsBasics
package import ChannelsProtocol

/// Reports of every kind with chosen contents, for round trips.
package struct MadeReports {
    private var dice: Dice

    package init(seed: UInt64) { self.dice = Dice(seed: seed) }

    private static let texts = [
        "", "a", "price", "é\u{301}\u{1F600}", "\"quoted\" \\ back", "line\nfeed\ttab\r",
        "\u{0}\u{1}\u{7F}\u{2028}", #"{"a": 1}"#, "client-x", "presence-lobby",
    ]
    private static let jsons = [
        "null", "true", "-0", "1e400", "12345678901234567890", "[]", "{}", #"{"a": [1,  2]}"#,
        "{\n  \"a\" : \"b\"\n}", #""\u0041\ud83d\ude00""#, #"{"a":1,"a":2}"#, "[1,\t2]",
    ]

    private mutating func one<Value>(_ values: [Value]) -> Value {
        values[self.dice.number(0...(values.count - 1))]
    }

    private mutating func maybe<Value>(_ value: Value) -> Value? {
        self.dice.isHeads() ? value : nil
    }

    private mutating func text() -> String { self.one(Self.texts) }

    package mutating func duration() -> Duration {
        self.one([
            .zero, .seconds(3), .milliseconds(250), .nanoseconds(1), .seconds(-2),
            Duration(secondsComponent: 1, attosecondsComponent: 1),
        ])
    }

    package mutating func time() -> ChannelsTimestamp {
        ChannelsTimestamp(
            monotonicNanoseconds: Int64(self.dice.number(0...1_000_000_000_000)),
            wallMicroseconds: Int64(self.dice.number(-5...2_000_000_000_000_000)))
    }

    package mutating func data() -> EventData {
        switch self.dice.number(0...3) {
        case 0: return EventData(self.text())
        case 1: return EventData(json: .array([.number("1"), .string(self.text())]))
        case 2: return .absent
        default:
            let bytes = Array(self.one(Self.jsons).utf8)
            return EventData(frame: bytes, range: 0..<bytes.count)
        }
    }

    private mutating func channel() -> ChannelName { ChannelName(wire: self.text()) }

    private mutating func socket() -> SocketID? {
        SocketID("\(self.dice.number(0...99)).\(self.dice.number(0...99))")
    }

    private mutating func member() -> PresenceMember {
        PresenceMember(
            id: UserID(self.text()),
            info: self.maybe(self.data()).flatMap { $0.isAbsent ? nil : $0 })
    }

    private mutating func parts() -> AttemptParts {
        var parts = AttemptParts()
        var time = ChannelsTimestamp.zero
        for name in [AttemptParts.Name.dns, .tcp, .tls, .ws, .hello].prefix(self.dice.number(0...5))
        {
            parts.begin(name, at: time)
            time = time.advanced(by: .milliseconds(self.dice.number(0...99)))
        }
        return parts.ended(at: time, succeeded: self.dice.isHeads())
    }

    private mutating func end() -> ConnectionEnd {
        let failures: [ConnectFailure.Kind] = [
            .nameNotResolved, .unreachable, .tls(reason: "", isCertificate: false),
            .httpStatus(503, retryAfter: .seconds(2)),
            .httpStatus(404, retryAfter: nil), .protocolViolation, .unsafeResponse, .settings,
        ]
        switch self.dice.number(0...4) {
        case 0: return .closed(self.maybe(4200), reason: self.text())
        case 1: return .failed(ConnectFailure(kind: self.one(failures), what: self.text()))
        case 2: return .timedOut(in: .tcp, address: self.text(), limit: self.duration())
        case 3: return .pongMissing(after: self.duration())
        default: return .reconnectAsked
        }
    }

    private mutating func cause() -> StateCause {
        switch self.dice.number(0...4) {
        case 0:
            guard let socket = self.socket() else { return .asked }
            return .established(
                Establishment(
                    socketID: socket, serverActivityTimeout: self.maybe(self.duration()),
                    activityTimeout: self.duration(), attempt: 3, parts: self.parts()))
        case 1: return .ended(self.end())
        case 2: return .unavailable(after: self.duration())
        case 3: return .gaveUp(attempts: 7, self.end())
        default: return .asked
        }
    }

    private mutating func failure() -> SubscriptionFailure {
        SubscriptionFailure(
            phase: self.one([.authorization, .subscription]), status: self.maybe(403),
            FailureParts(self.text()), code: self.maybe(4009), body: self.maybe(self.text()),
            stringToSign: self.maybe(self.text()),
            comparison: self.maybe(SignatureComparison(signedHere: "1.2:a", expected: "1.2:b")),
            attempts: 2, frame: self.maybe(self.text()))
    }

    private mutating func event() -> ChannelsEvent {
        var event = ChannelsEvent(
            name: EventName(self.text()), channel: self.maybe(self.channel()), data: self.data(),
            userID: self.maybe(UserID(self.text())))
        event.senderDoubt = self.one([nil, .notNamed, .notAMember])
        return event
    }

    private mutating func members() -> PresenceMembers {
        var members = PresenceMembers(me: self.maybe(UserID(self.text())))
        for _ in 0..<self.dice.number(0...4) { members.add(self.member()) }
        return members
    }

    private mutating func signIn() -> SignInState {
        let failure = SignInFailure(
            phase: self.one([.authentication, .signIn, .timeLimit]), status: self.maybe(500),
            what: self.text(), code: self.maybe(1), body: self.maybe(self.text()),
            stringToSign: self.maybe(self.text()), frame: self.maybe(self.text()))
        return self.one([
            .signedOut, .requested, .authenticating, .signingIn, .failed(failure),
            .signedIn(SignedInUser(id: UserID(self.text()), data: self.text())),
        ])
    }

    private mutating func reason() -> DecryptionFailure.Reason {
        self.one([
            .noKey, .unusableKey, .notEncrypted, .notBase64(part: self.text()), .nonceLength(3),
            .tooShort, .wrongKey, .notText, .cipherUnavailable, .notSubscribed,
            .keyRefused(self.failure()), .keyMissing(after: self.duration()),
            .tooManyWaiting(count: 9), .disconnected,
        ])
    }

    /// A report of each kind.
    package mutating func everyKind() -> [ClientReport.Kind] {
        self.ofConnection() + self.ofChannels() + self.ofEvents()
    }

    private mutating func change() -> StateChange {
        var change = StateChange(
            previous: self.one(ConnectionState.allCases),
            current: self.one(ConnectionState.allCases), cause: self.cause(),
            duration: self.duration(), socketID: self.socket(),
            lastReceived: self.maybe(self.time()), suspended: self.maybe(self.duration()))
        change.endedInOrder = self.dice.isHeads()
        return change
    }

    private mutating func attempt() -> ConnectionAttempt {
        var attempt = ConnectionAttempt(
            number: 2, address: self.text(), usesTLS: self.dice.isHeads(),
            timeLimit: self.duration(), isAsked: self.dice.isHeads())
        attempt.early = self.maybe(self.dice.isHeads() ? .networkChanged : .resumed)
        return attempt
    }

    private mutating func gap() -> ConnectionGap {
        var gap = ConnectionGap(
            lastReceived: self.time(), lossNoticed: self.time(), reconnected: self.time(),
            suspended: self.maybe(self.duration()),
            channels: [
                ConnectionGap.Channel(
                    name: self.channel(), subscribedAgain: self.maybe(self.time()))
            ])
        gap.endedInOrder = self.dice.isHeads()
        return gap
    }

    private mutating func ofConnection() -> [ClientReport.Kind] {
        [
            .stateChanged(self.change()), .attemptStarted(self.attempt()),
            .attemptFailed(attempt: 4, self.end(), parts: self.parts()),
            .retryScheduled(
                ScheduledRetry(
                    attempt: 3, delay: self.duration(), attemptLimit: self.maybe(6),
                    rule: self.text(), keptAfter: self.maybe(self.duration()),
                    forecast: [
                        RetryForecast(
                            attempt: 4, earliest: self.duration(), latest: self.duration())
                    ])),
            .pingSent(SentPing(lastReceived: self.time(), timeLimit: self.duration())),
            .pongReceived(roundTrip: self.maybe(self.duration())),
            .intentChanged(self.one(ConnectionIntent.allCases)),
            .serverRecognized(
                ServerProfile(
                    kind: self.one(ServerProfile.Kind.allCases), isCertain: self.dice.isHeads(),
                    evidence: [self.text()])),
            .suspended(for: self.duration()), .clockStepped(by: self.duration()),
            .networkChanged(self.dice.isHeads() ? .reachable : .addressGone(self.text())),
            .gap(self.gap()),
        ]
    }

    private mutating func authorization(
        _ subject: AuthorizationReport.Subject
    ) -> AuthorizationReport {
        var report = AuthorizationReport(
            subject: subject, duration: self.duration(), attempts: 1, status: self.maybe(200),
            isGranted: self.dice.isHeads())
        report.socketID = SocketID("12.34")
        report.stringToSign = self.maybe(self.text())
        report.requests = [
            .init(status: self.maybe(403), duration: self.duration()),
            .init(status: 200, duration: self.duration()),
        ]
        report.credentials = self.maybe(SecretMark([self.text()]))
        report.signature = self.maybe(SecretMark([self.text()]))
        report.repetition = self.one([
            nil, .credentials(status: 403),
            .signature(isOfOtherConnection: self.dice.isHeads()),
        ])
        return report
    }

    private mutating func ofChannels() -> [ClientReport.Kind] {
        let states: [SubscriptionState] = [
            .requested, .authorizing, .subscribing, .subscribed, .failed(self.failure()),
            .unsubscribing, .unsubscribed,
        ]
        let subjects: [AuthorizationReport.Subject] = [
            .channel(self.channel()), .newKey(self.channel()), .user,
        ]
        return [
            .subscriptionChanged(self.channel(), self.one(states)),
            .subscriptionStuck(self.channel(), after: self.duration()),
            .authorizationAnswered(self.authorization(self.one(subjects))),
            .membersReplaced(
                self.channel(), self.members(),
                difference: self.maybe(self.difference())),
            .memberAdded(self.channel(), self.member()),
            .memberRemoved(self.channel(), self.member()),
            .subscriptionCount(self.channel(), 12), .cacheMissed(self.channel()),
            .signInChanged(self.signIn()),
            .watchlistChanged([WatchlistChange(name: "online", userIDs: [UserID(self.text())])]),
        ]
    }

    private mutating func difference() -> MemberDifference {
        let member = self.member()
        let isAfterAbsence = self.dice.isHeads()
        return MemberDifference(
            joined: [member], left: [], updated: isAfterAbsence ? [PresenceMember(id: "ana")] : [],
            ownJoined: isAfterAbsence ? "guest-2" : nil,
            ownLeft: isAfterAbsence ? "guest-1" : nil, isAfterAbsence: isAfterAbsence)
    }

    private mutating func ofEvents() -> [ClientReport.Kind] {
        let problems: [ReportedProblem.Kind] = [
            .serverError(code: self.maybe(4100)), .malformedMessage, .unexpectedMessage,
            .authorization, .clientEvent, .pongOverdue, .sending,
        ]
        var rejection = ClientEventRejection(
            text: self.text(), code: self.maybe(4301), channel: self.maybe(self.channel()),
            candidates: [self.event()], sentInLastSecond: 5, frame: self.maybe(self.text()))
        rejection.advice = self.maybe(self.text())
        return [
            .received(self.event()), .triggered(self.event()), .clientEventQueued(self.event()),
            .clientEventsRejected(rejection),
            .decryptionFailed(
                DecryptionFailure(
                    channel: self.channel(), event: EventName(self.text()), reason: self.reason(),
                    keyWasRenewed: self.dice.isHeads())),
            .bindingChanged(
                EventBinding(
                    id: BindingID(3), event: self.maybe(EventName(self.text())),
                    channel: self.maybe(self.channel()), isForUser: self.dice.isHeads(),
                    isEnabled: self.dice.isHeads(), hits: 4)),
            .bindingRemoved(BindingID(3)), .bindingsHit([BindingHits(id: BindingID(1), total: 2)]),
            .problem(
                ReportedProblem(
                    kind: self.one(problems), text: self.text(),
                    channel: self.maybe(self.channel()), count: 2, frame: self.maybe(self.text()))),
            .skipped(SkippedEvents(events: 3, folded: 4)),
        ]
    }
}

extension RecordingHeader {
    /// The header of a recording of a sandbox.
    package static func made(at time: ChannelsTimestamp) -> RecordingHeader {
        RecordingHeader(
            time: time, program: "buoy 0.1.0", server: "sandbox", address: "ws://127.0.0.1:6001",
            appKey: "buoy...ey", usesTLS: false, session: "1-2")
    }
}
