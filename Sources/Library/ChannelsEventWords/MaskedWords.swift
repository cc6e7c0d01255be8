package import ChannelsProtocol

// What happened, without any text of a peer or the user, for a diagnosis.
extension ConnectionEnd {
    /// How it ended, without the peer's reason.
    package var maskedWords: String {
        switch self {
        case .closed(let code, let reason): Self.masked("closed", code, reason)
        case .refused(let code, let reason): Self.masked("refused", code, reason)
        case .failed(let failure):
            switch failure.kind {
            case .httpStatus(let status, _): "HTTP \(status)"
            case .tls: "tls"
            case .nameNotResolved, .refused, .unreachable, .protocolViolation, .unsafeAnswer,
                .settings:
                "\(failure.kind)"
            }
        case .timedOut(_, _, let limit): "timed out after \(Figures.preciseDuration(limit))"
        case .pongMissing(let limit): "no pong in \(Figures.preciseDuration(limit))"
        case .reconnectAsked: "reconnect requested"
        }
    }

    private static func masked(_ verb: String, _ code: CloseCode?, _ reason: String) -> String {
        "\(verb) with \(code.map { "\($0.rawValue)" } ?? "no code")"
            + (reason.isEmpty ? "" : ", \(reason.utf8.count)-byte reason")
    }
}

extension StateCause {
    var maskedWords: String {
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

extension SubscriptionState {
    /// The state, without the strings of a refusal.
    package var maskedWords: String {
        guard case .failed(let failure) = self else { return self.words }
        return "failed (\(failure.maskedWords))"
    }
}

extension SubscriptionFailure {
    var maskedWords: String {
        let status = self.status.map { " \($0)" } ?? ""
        let code = self.code.map { " code \($0)" } ?? ""
        return self.phase.name + status + code + (self.comparison == nil ? "" : " wrong signature")
    }
}

extension SignInState {
    var maskedWords: String {
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
    func maskedWords(_ mask: (ChannelName) -> String) -> String {
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
    /// The reason, without the response of an endpoint.
    var maskedWords: String {
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
    var maskedWords: String {
        switch self {
        case .serverError(let code): "server error\(code.map { " \($0)" } ?? "")"
        case .malformedMessage: "malformed message"
        case .unexpectedMessage: "unexpected message"
        case .authorization: "authorization"
        case .clientEvent: "client event"
        case .pongOverdue: "pong overdue"
        case .sending: "sending"
        }
    }
}
