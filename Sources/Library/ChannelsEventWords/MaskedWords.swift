package import ChannelsProtocol

// For a diagnosis: without any text of a peer or the user.
extension StateCause {
    var maskedWords: String {
        switch self {
        case .asked: "asked"
        case .established(let connection):
            "established, attempt \(connection.attempt), activity timeout "
                + Figures.duration(connection.activityTimeout)
        case .ended(let end): end.words(.masked)
        case .unavailable(let limit): "none for \(Figures.duration(limit))"
        case .gaveUp(let attempts, let end): "gave up after \(attempts): \(end.words(.masked))"
        }
    }
}

extension SubscriptionState {
    package var maskedWords: String {
        guard case .failed(let failure) = self else { return self.words }
        return "failed (\(failure.maskedWords))"
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
        case .failed(let failure): "failed: \(failure.maskedWords)"
        }
    }
}

extension SignInFailure {
    var maskedWords: String {
        "\(self.phase)\(self.status.map { " \($0)" } ?? "")"
            + (self.code.map { " code \($0)" } ?? "")
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

extension ReportedProblem.Kind {
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
