import ChannelsProtocol

// Reports without anything that a peer or the user wrote.
extension ClientEvent.Kind {
    /// Whether it belongs to what is told of the connection and of problems.
    var isForDiagnosis: Bool {
        switch self {
        case .received, .triggered, .clientEventQueued, .memberAdded, .memberRemoved,
            .membersReplaced, .subscriptionCount, .watchlistChanged, .bindingChanged,
            .bindingRemoved, .bindingsHit, .pingSent, .pongReceived, .cacheMissed:
            false
        case .stateChanged, .attemptStarted, .attemptFailed, .retryScheduled, .intentChanged,
            .serverRecognized, .suspended, .clockStepped, .gap, .subscriptionChanged,
            .subscriptionStuck, .authorizationAnswered, .signInChanged, .clientEventsRejected,
            .failedToDecrypt, .problem, .skipped:
            true
        }
    }

    /// What happened, in kinds, codes, sizes and times.
    /// - Parameter mask: what a channel is called.
    func maskedWords(_ mask: (ChannelName) -> String) -> String {
        switch self {
        case .stateChanged(let change):
            "state \(change.previous.rawValue) -> \(change.current.rawValue): "
                + change.cause.maskedWords
        case .attemptStarted(let attempt):
            "attempt \(attempt.number) to \(DiagnosisMask.address(attempt.address))"
        case .attemptFailed(let attempt, let end): "attempt \(attempt) failed: \(end.maskedWords)"
        case .retryScheduled(let retry):
            "attempt \(retry.attempt) in \(Figures.preciseDuration(retry.delay)): \(retry.rule)"
        case .intentChanged(let intent): "wanted: \(intent.rawValue)"
        case .serverRecognized(let profile): "server \(profile.kind.rawValue)"
        case .suspended(let duration): "suspended for \(Figures.preciseDuration(duration))"
        case .clockStepped(let step):
            "clock set \(step < .zero ? "back" : "forward")"
        case .gap(let gap):
            "gap of \(Figures.preciseDuration(gap.duration)), \(gap.channels) channels"
        case .subscriptionChanged(let channel, let state):
            "\(mask(channel)) \(state.maskedWords)"
        case .subscriptionStuck(let channel, let wait):
            "\(mask(channel)) stuck for \(Figures.preciseDuration(wait))"
        case .authorizationAnswered(let report): report.maskedWords(mask)
        case .signInChanged(let state): "sign-in \(state.maskedWords)"
        case .clientEventsRejected(let rejection):
            "client events rejected\(Self.code(rejection.code)), "
                + "\(rejection.sentInLastSecond) sent in a second"
        case .failedToDecrypt(let failure):
            "\(mask(failure.channel)) not decrypted: \(failure.reason.maskedWords)"
                + (failure.keyWasRenewed ? ", with a new key" : "")
        case .problem(let problem):
            "problem\(problem.channel.map { " on " + mask($0) } ?? ""): "
                + "\(problem.kind.maskedWords), text of \(problem.text.utf8.count) bytes"
        case .skipped(let skipped): "skipped \(skipped.events), folded \(skipped.folded)"
        case .received, .triggered, .clientEventQueued, .memberAdded, .memberRemoved,
            .membersReplaced, .subscriptionCount, .watchlistChanged, .bindingChanged,
            .bindingRemoved, .bindingsHit, .pingSent, .pongReceived, .cacheMissed:
            self.exportName
        }
    }

    private static func code(_ code: Int?) -> String { code.map { " \($0)" } ?? "" }
}

extension ConnectionEnd {
    /// How it ended, without the peer's reason.
    var maskedWords: String {
        switch self {
        case .closed(let code, let reason):
            "closed with \(code.map { "\($0.rawValue)" } ?? "no code")"
                + (reason.isEmpty ? "" : ", reason of \(reason.utf8.count) bytes")
        case .failed(let failure):
            if case .refused(let status, _) = failure.kind {
                "HTTP \(status)"
            } else {
                "\(failure.kind)"
            }
        case .timedOut(_, let limit): "timed out after \(Figures.preciseDuration(limit))"
        case .pongMissing(let limit): "no pong in \(Figures.preciseDuration(limit))"
        case .reconnectAsked: "asked to reconnect"
        }
    }
}

extension StateCause {
    fileprivate var maskedWords: String {
        switch self {
        case .asked: "asked"
        case .established(let connection):
            "established, attempt \(connection.attempt), activity timeout "
                + Figures.duration(connection.activityTimeout)
        case .ended(let end): end.maskedWords
        case .unavailable(let limit): "none for \(Figures.duration(limit))"
        case .gaveUp(let attempts, let end): "gave up after \(attempts): \(end.maskedWords)"
        }
    }
}

extension ChannelsPane.Row {
    /// The state for a count of states.
    var maskedState: String { self.isStuck ? "stuck" : self.state.maskedWords }
}

extension SubscriptionState {
    fileprivate var maskedWords: String {
        guard case .failed(let failure) = self else { return self.words }
        return "failed (\(failure.maskedWords))"
    }
}

extension SubscriptionFailure {
    fileprivate var maskedWords: String {
        let phase = self.phase == .authorization ? "authorization" : "subscription"
        let status = self.status.map { " \($0)" } ?? ""
        let code = self.code.map { " code \($0)" } ?? ""
        return phase + status + code + (self.comparison == nil ? "" : " wrong signature")
    }
}

extension SignInState {
    fileprivate var maskedWords: String {
        switch self {
        case .signedOut: "signed out"
        case .requested: "requested"
        case .authenticating: "authenticating"
        case .signingIn: "signing in"
        case .signedIn: "signed in"
        case .failed(let failure):
            "failed: \(failure.phase)\(failure.status.map { " \($0)" } ?? "")"
                + (failure.code.map { " code \($0)" } ?? "")
        }
    }
}

extension AuthorizationReport {
    fileprivate func maskedWords(_ mask: (ChannelName) -> String) -> String {
        let subject =
            switch self.subject {
            case .channel(let name): mask(name)
            case .newKey(let name): "new key of \(mask(name))"
            case .user: "user"
            }
        let status = self.status.map { ", HTTP \($0)" } ?? ""
        return "\(subject) \(self.isGranted ? "authorized" : "not authorized") in "
            + "\(Figures.roundTrip(self.duration))\(status), attempts \(self.attempts)"
    }
}

extension DecryptionFailure.Reason {
    /// The reason, without the answer of an endpoint.
    fileprivate var maskedWords: String {
        switch self {
        case .keyRefused(let failure): "no new key (\(failure.maskedWords))"
        case .noKey, .unusableKey, .notEncrypted, .notBase64, .nonceLength, .tooShort, .wrongKey,
            .notText, .cipherUnavailable, .notSubscribed, .keyMissing, .tooManyWaiting,
            .disconnected:
            "\(self)"
        }
    }
}

extension Problem.Kind {
    fileprivate var maskedWords: String {
        switch self {
        case .serverError(let code): "server error\(code.map { " \($0)" } ?? "")"
        case .malformedMessage: "malformed message"
        case .unexpectedMessage: "unexpected message"
        case .authorization: "authorization"
        case .clientEvent: "client event"
        case .sending: "sending"
        }
    }
}
