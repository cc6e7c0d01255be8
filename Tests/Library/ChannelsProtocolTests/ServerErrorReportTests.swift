import ChannelsDiagnostics
import ChannelsProtocol
import Testing

@Suite("Errors in one shape")
struct ServerErrorReportTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var kind: ClientReport.Kind
        var error: ClientError?

        init(_ kind: ClientReport.Kind, _ error: ClientError?) {
            self.kind = kind
            self.error = error
        }

        var testDescription: String { "\(self.kind)" }
    }

    static func change(
        _ cause: StateCause, from previous: ConnectionState = .connected,
        to current: ConnectionState = .connecting
    ) -> ClientReport.Kind {
        .stateChanged(StateChange(previous: previous, current: current, cause: cause))
    }

    static func problem(_ kind: ReportedProblem.Kind) -> ClientReport.Kind {
        .problem(ReportedProblem(kind: kind, text: "Oh.", channel: .a, frame: "{}"))
    }

    static let event = ChannelsEvent(name: "client-x", channel: .privateA, data: "1")
    static let lost = ConnectionEnd.failed(ConnectFailure(kind: .unreachable, what: "Lost"))
    static let refused = ConnectionEnd.failed(
        ConnectFailure(kind: .httpStatus(503, retryAfter: nil), what: "The answer was 503"))

    static let connections: [Row] = [
        Row(
            .attemptFailed(attempt: 2, refused),
            ClientError(
                phase: .connecting, status: 503, text: "The answer was 503.", end: refused)),
        Row(
            .attemptFailed(attempt: 2, .closed(4100, reason: "")),
            ClientError(
                phase: .connecting, code: 4100,
                text: ConnectionEnd.closed(4100, reason: "").description,
                end: .closed(4100, reason: ""))),
        Row(.attemptFailed(attempt: 2, .reconnectAsked), nil),
        Row(
            change(.ended(.closed(4201, reason: "x"))),
            ClientError(
                phase: .connection, code: 4201,
                text: ConnectionEnd.closed(4201, reason: "x").description,
                end: .closed(4201, reason: "x"))),
        Row(change(.ended(lost)), ClientError(phase: .connection, text: "Lost.", end: lost)),
        Row(
            change(.ended(lost), from: .connecting),
            ClientError(phase: .connecting, text: "Lost.", end: lost)),
        Row(
            change(.gaveUp(attempts: 3, lost), from: .unavailable, to: .failed),
            ClientError(
                phase: .connecting, text: "Gave up after 3 attempts. Lost.", end: lost,
                isPermanent: true)),
        Row(
            change(.gaveUp(attempts: 1, lost), to: .failed),
            ClientError(
                phase: .connection, text: "Gave up after 1 attempt. Lost.", end: lost,
                isPermanent: true)),
        Row(change(.ended(.reconnectAsked)), nil),
        Row(change(.asked), nil),
        Row(change(.unavailable(after: .seconds(10))), nil),
        Row(
            .attemptStarted(
                ConnectionAttempt(
                    number: 1, address: "ws://h", usesTLS: false, timeLimit: .seconds(1))), nil),
        Row(
            .retryScheduled(
                ScheduledRetry(attempt: 1, delay: .zero, attemptLimit: nil, rule: "x")), nil),
        Row(.pingSent(SentPing(lastReceived: .zero, timeLimit: .seconds(30))), nil),
        Row(.pongReceived(roundTrip: .zero), nil),
        Row(.intentChanged(.connected), nil),
        Row(.serverRecognized(ServerProfile(kind: .soketi, evidence: [])), nil),
        Row(.suspended(for: .seconds(9)), nil),
        Row(.clockStepped(by: .seconds(9)), nil),
        Row(.networkChanged(.reachable), nil),
        Row(.gap(ConnectionGap(lastReceived: .zero, lossNoticed: .zero, reconnected: .at(1))), nil),
    ]

    static let channels: [Row] = [
        Row(
            .subscriptionChanged(
                .privateA,
                .failed(SubscriptionFailure(phase: .authorization, status: 403, what: "No"))),
            ClientError(phase: .authorization, status: 403, text: "No.", channel: .privateA)),
        Row(
            .subscriptionChanged(
                .a, .failed(SubscriptionFailure(phase: .subscription, what: "No", code: 4009))),
            ClientError(phase: .subscription, code: 4009, text: "No.", channel: .a)),
        Row(.subscriptionChanged(.a, .subscribed), nil),
        Row(
            .subscriptionStuck(.a, after: .seconds(10)),
            ClientError(
                phase: .subscription,
                text: "The server has not answered the subscription to a within 10s. The request "
                    + "is still pending; resubscribe to retry.",
                channel: .a)),
        Row(
            .authorizationAnswered(
                AuthorizationReport(
                    subject: .user, duration: .zero, attempts: 1, status: 403, isGranted: false)),
            nil),
        Row(
            .membersReplaced(
                .presenceA, PresenceMembers(roster: Roster(members: []), me: nil), difference: nil),
            nil),
        Row(.memberAdded(.presenceA, PresenceMember(id: "1")), nil),
        Row(.memberRemoved(.presenceA, PresenceMember(id: "1")), nil),
        Row(.subscriptionCount(.a, 1), nil),
        Row(.cacheMissed(.cacheA), nil),
        Row(
            .signInChanged(
                .failed(SignInFailure(phase: .authentication, status: 401, what: "No"))),
            ClientError(phase: .signIn, status: 401, text: "No.")),
        Row(.signInChanged(.signingIn), nil),
        Row(.watchlistChanged([]), nil),
    ]

    static let events: [Row] = [
        Row(.received(event), nil),
        Row(.triggered(event), nil),
        Row(.clientEventQueued(event), nil),
        Row(
            .clientEventsRejected(
                ClientEventRejection(
                    text: "Slow down", code: 4301, channel: .privateA, candidates: [event],
                    sentInLastSecond: 11)),
            ClientError(
                phase: .clientEvent, code: 4301,
                text: "The server refused client events: Slow down", channel: .privateA)),
        Row(
            .decryptionFailed(
                DecryptionFailure(channel: .encryptedA, event: "x", reason: .tooShort)),
            ClientError(
                phase: .decryption,
                text: "x on private-encrypted-a could not be decrypted: its ciphertext is too "
                    + "short. Publish with a server library that has the app's encryption master "
                    + "key.",
                advice: "Publish with a server library that has the app's encryption master key.",
                channel: .encryptedA)),
        Row(.bindingChanged(EventBinding(id: BindingID(1), event: nil, channel: nil)), nil),
        Row(.bindingRemoved(BindingID(1)), nil),
        Row(.bindingsHit([]), nil),
        Row(.skipped(SkippedEvents(events: 1, folded: 0)), nil),
    ]

    static let problems: [Row] = [
        (ReportedProblem.Kind.serverError(code: 4200), ClientError.Phase.server, Int?.some(4200)),
        (.serverError(code: nil), .server, nil), (.malformedMessage, .message, nil),
        (.unexpectedMessage, .message, nil), (.authorization, .authorization, nil),
        (.clientEvent, .clientEvent, nil), (.sending, .connection, nil),
    ].map { kind, phase, code in
        Row(
            problem(kind),
            ClientError(phase: phase, code: code, text: "Oh.", channel: .a, frame: "{}"))
    }

    @Test(
        "every kind of report is an error or is none",
        arguments: connections + channels + events + problems)
    func errors(_ row: Row) {
        #expect(row.kind.error == row.error)
    }

    @Test("the key that was refused tells its status and code")
    func refusedKey() {
        let refusal = SubscriptionFailure(phase: .authorization, status: 403, what: "No", code: 1)
        let failure = DecryptionFailure(
            channel: .encryptedA, event: "x", reason: .keyRefused(refusal), keyWasRenewed: true)
        let error = ClientReport.Kind.decryptionFailed(failure).error
        #expect(error?.status == 403)
        #expect(error?.code == 1)
    }

    @Test("printed, an error tells all that is known in one line")
    func descriptions() {
        #expect(
            ClientError(
                phase: .subscription, code: 4009, status: 401, text: "No.", channel: .privateA
            ).description == "subscription, private-a, code 4009, status 401: No.")
        #expect(ClientError(phase: .server, text: "No.").description == "server: No.")
    }

    @Test(
        "the end of a connection is a sentence that says what to do",
        arguments: [
            (
                .closed(4001, reason: "Nope"),
                "The server closed the connection with 4001 (\(CloseCode(4001).meaning)), saying "
                    + "\"Nope\". Check the app key and the cluster."
            ),
            (
                .closed(4000, reason: ""),
                "The server closed the connection with 4000 (\(CloseCode(4000).meaning)). Connect "
                    + "with TLS: set usesTLS to true."
            ),
            (
                .closed(4200, reason: ""),
                "The server closed the connection with 4200 (\(CloseCode(4200).meaning))."
            ),
            (
                .closed(nil, reason: "bye"),
                "The server closed the connection without a code, saying \"bye\"."
            ),
            (
                .failed(
                    ConnectFailure(
                        kind: .tls(reason: "", isCertificate: false), what: "TLS failed")),
                "TLS failed."
            ),
            (
                .timedOut(in: .tls, limit: .milliseconds(2500)),
                "No connection was established within 2.5s; stuck at: waiting for the TLS "
                    + "handshake. Check that the port uses TLS."
            ),
            (
                .pongMissing(after: .milliseconds(250)),
                "The server did not answer a ping within 250ms: the connection is considered lost."
            ),
            (.reconnectAsked, "A reconnection was requested."),
        ] as [(ConnectionEnd, String)])
    func ends(end: ConnectionEnd, sentence: String) {
        #expect(end.description == sentence)
    }
}

extension CloseCode {
    fileprivate init(_ code: UInt16) { self.init(rawValue: code) }
}
