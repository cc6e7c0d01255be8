import BuoyTextScreen
import ChannelsBasics
package import ChannelsProtocol

/// Events and strings for the tests of what leaves the screen.
package enum SharingSamples {
    /// 2026-11-21 14:02:32.456 UTC.
    package static let time = ChannelsTimestamp(
        monotonicNanoseconds: 5_000_000_000, wallMicroseconds: 1_795_269_752_456_000)

    package static func event(
        _ kind: ClientReport.Kind, number: Int = 7, after duration: Duration = .zero
    ) -> ClientReport {
        ClientReport(number: number, time: self.time.advanced(by: duration), kind: kind)
    }

    package static func received(
        _ name: EventName = "price", on channel: String = "ticker", _ data: EventData = "{}",
        from user: UserID? = nil
    ) -> ClientReport.Kind {
        .received(
            ChannelsEvent(
                name: name, channel: ChannelName(wire: channel), data: data, userID: user))
    }

    package static func change(
        _ previous: ConnectionState, _ current: ConnectionState, _ cause: StateCause
    ) -> ClientReport.Kind {
        .stateChanged(StateChange(previous: previous, current: current, cause: cause))
    }

    package static func established(_ attempt: Int = 1) -> StateCause {
        SocketID("1.2").map { id in
            .established(
                Establishment(
                    socketID: id, serverActivityTimeout: nil, activityTimeout: .seconds(120),
                    attempt: attempt))
        } ?? .asked
    }

    /// Strings that attack terminals, shells, tables and source code.
    package static let hostile: [String] = [
        "\u{1B}]52;c;ZXZpbA==\u{7}", "\u{1B}[2J\u{1B}[31m", "\u{9B}31m", "\u{90}q\u{9C}",
        "a\r\nb\tc\0d", "\u{7F}\u{8}", "\u{202E}drowssap\u{2066}", "\u{FEFF}\u{200B}\u{2060}",
        "\u{E0041}\u{E007F}", "\u{2028}\u{2029}\u{85}", "'; touch /etc/x; '", "$(id)`id`\\",
        "'\u{301}; id; '\u{301}", "\"\u{301},=1+1", "=cmd|' /C calc'!A0", "@SUM(1)", "-2+3",
        "\u{FF1D}1", "\"\"\"#\\(x)\"#\"##", "\\u0041\\", "🇩🇪 ❤️ 👨‍👩‍👧 e\u{301}\u{301}\u{301}",
        "\u{1FAE8}\u{E000}", "!!history", "",
    ]

    /// Every kind of report, with a string in every place that a peer or the user fills.
    package static func everyKind(_ text: String) -> [ClientReport.Kind] {
        let channel = ChannelName(wire: "presence-" + text)
        let name = EventName("client-" + text)
        let (user, data) = (UserID(text), EventData(text))
        let member = PresenceMember(id: user, info: data)
        let sent = ChannelsEvent(name: name, channel: channel, data: data, userID: user)
        let failure = SubscriptionFailure(
            phase: .authorization, status: 403, FailureParts(text), code: 4009, body: text,
            stringToSign: text, attempts: 2, frame: text)
        let signIn = SignInFailure(
            phase: .signIn, status: 500, what: text, code: 4009, body: text, stringToSign: text,
            frame: text)
        let roster = PresenceMembers(roster: Roster(members: [member]), me: user)
        let difference = MemberDifference(joined: [member], left: [member])
        return self.connectionKinds(text) + [
            .subscriptionChanged(channel, .requested), .subscriptionChanged(channel, .authorizing),
            .subscriptionChanged(channel, .subscribing), .subscriptionChanged(channel, .subscribed),
            .subscriptionChanged(channel, .failed(failure)),
            .subscriptionStuck(channel, after: .seconds(10)),
            .authorizationAnswered(
                AuthorizationReport(
                    subject: .channel(channel), duration: .milliseconds(12), attempts: 2,
                    status: 403, isGranted: false)),
            .membersReplaced(channel, roster, difference: difference),
            .memberAdded(channel, member), .memberRemoved(channel, member),
            .subscriptionCount(channel, 3), .cacheMissed(channel),
            .signInChanged(.requested), .signInChanged(.authenticating),
            .signInChanged(.signingIn), .signInChanged(.failed(signIn)),
            .signInChanged(.signedIn(SignedInUser(id: user, data: text))),
            .signInChanged(.signedOut),
            .watchlistChanged([WatchlistChange(name: text, userIDs: [user])]),
            .received(sent), .triggered(sent), .clientEventQueued(sent),
            .clientEventsRejected(
                ClientEventRejection(
                    text: text, code: 4301, channel: channel, candidates: [sent],
                    sentInLastSecond: 11, frame: text)),
            .decryptionFailed(
                DecryptionFailure(channel: channel, event: name, reason: .keyRefused(failure))),
            .bindingChanged(EventBinding(id: BindingID(1), event: name, channel: channel)),
            .bindingRemoved(BindingID(1)),
            .bindingsHit([BindingHits(id: BindingID(1), total: 4)]),
            .problem(
                ReportedProblem(
                    kind: .serverError(code: 4300), text: text, channel: channel, count: 2,
                    frame: text)),
            .skipped(SkippedEvents(events: 4, folded: 1)),
            .subscriptionChanged(channel, .unsubscribing),
            .subscriptionChanged(channel, .unsubscribed),
        ]
    }

    private static func connectionKinds(_ text: String) -> [ClientReport.Kind] {
        let attempt = ConnectionAttempt(
            number: 2, address: "ws://\(text):6001", usesTLS: false, timeLimit: .seconds(10))
        let failed = ConnectionEnd.failed(ConnectFailure(kind: .nameNotResolved, what: text))
        let closed = ConnectionEnd.closed(4100, reason: text)
        return [
            self.change(.initialized, .connecting, .asked), .attemptStarted(attempt),
            .attemptFailed(attempt: 2, failed),
            .retryScheduled(
                ScheduledRetry(
                    attempt: 3, delay: .milliseconds(1200), attemptLimit: 6, rule: "fixed")),
            self.change(.connecting, .connected, self.established()),
            .pingSent(.sample), .pongReceived(roundTrip: .milliseconds(21)),
            .pongReceived(roundTrip: nil),
            .intentChanged(.connected),
            .serverRecognized(
                ServerProfile(kind: .reverb, evidence: [text])),
            .suspended(for: .seconds(70)), .clockStepped(by: .seconds(-3)),
            .networkChanged(.reachable), .networkChanged(.addressGone("192.0.2.7")),
            self.change(.connected, .connecting, .ended(closed)),
            self.change(.connecting, .unavailable, .unavailable(after: .seconds(10))),
            self.change(.unavailable, .failed, .gaveUp(attempts: 6, closed)),
            self.change(.connecting, .failed, .ended(failed)),
            .gap(
                ConnectionGap(
                    from: .zero, to: ChannelsTimestamp.zero.advanced(by: .seconds(2)),
                    channels: 3)),
        ]
    }

    /// Whether a string can be shown in a terminal: no controls but the ones that are allowed,
    /// nothing hidden but what shapes emoji.
    package static func isSafe(_ text: String, besides allowed: String = "") -> Bool {
        text.unicodeScalars.allSatisfy { scalar in
            CharacterWidth.cells(of: scalar) != nil || allowed.unicodeScalars.contains(scalar)
        }
    }
}
