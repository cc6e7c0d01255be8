extension ClientEvent.Kind {
    /// The error that this reports; `nil` when it reports none. A trouble that is reported in two
    /// ways, such as an authorization that fails and the subscription that fails with it, is one
    /// error.
    package var error: ClientError? {
        switch self {
        case .attemptFailed(_, let end, _):
            ClientError(end, phase: .connecting)
        case .stateChanged(let change):
            ClientError(change)
        case .subscriptionChanged(let channel, .failed(let failure)):
            ClientError(failure, on: channel)
        case .subscriptionStuck(let channel, let limit):
            ClientError(
                phase: .subscription,
                text: "The server has not answered the subscription to \(channel) within "
                    + "\(limit.inWords). It is still waiting; resubscribe to retry.",
                channel: channel)
        case .signInChanged(.failed(let failure)):
            ClientError(
                phase: .signIn, code: failure.code, status: failure.status, text: failure.text,
                frame: failure.frame)
        case .clientEventsRejected(let rejection):
            ClientError(
                phase: .clientEvent, code: rejection.code,
                text: "The server refused client events: \(rejection.text)",
                channel: rejection.channel, frame: rejection.frame)
        case .decryptionFailed(let failure):
            ClientError(failure)
        case .problem(let problem):
            ClientError(problem)
        // What is not listed reports no error.
        default:
            nil
        }
    }
}

extension ClientError {
    /// - Returns: `nil` when the user asked for the end.
    fileprivate init?(_ end: ConnectionEnd, phase: Phase, prefix: String = "") {
        guard end != .reconnectAsked else { return nil }
        self.init(
            phase: phase, code: end.closeCode.map { Int($0.rawValue) }, status: end.httpStatus,
            text: prefix + end.description)
    }

    /// - Returns: `nil` when the change is not due to an end that nobody asked for.
    fileprivate init?(_ change: StateChange) {
        let phase = change.previous == .connected ? Phase.connection : .connecting
        switch change.cause {
        case .ended(let end):
            self.init(end, phase: phase)
        case .gaveUp(let attempts, let end):
            let words =
                switch attempts {
                case 0: "It will not be retried. "
                case 1: "Gave up after 1 attempt. "
                default: "Gave up after \(attempts) attempts. "
                }
            self.init(end, phase: phase, prefix: words)
        case .asked, .established, .unavailable:
            return nil
        }
    }

    fileprivate init(_ failure: SubscriptionFailure, on channel: ChannelName) {
        let phase: Phase =
            switch failure.phase {
            case .authorization: .authorization
            case .subscription: .subscription
            }
        self.init(
            phase: phase, code: failure.code, status: failure.status, text: failure.text,
            channel: channel, frame: failure.frame)
    }

    fileprivate init(_ failure: DecryptionFailure) {
        var refusal: SubscriptionFailure?
        if case .keyRefused(let failure) = failure.reason { refusal = failure }
        self.init(
            phase: .decryption, code: refusal?.code, status: refusal?.status,
            text: failure.description, channel: failure.channel)
    }

    fileprivate init(_ problem: Problem) {
        var code: Int?
        let phase: Phase
        switch problem.kind {
        case .serverError(let number):
            code = number
            phase = .server
        case .malformedMessage, .unexpectedMessage: phase = .message
        case .authorization: phase = .authorization
        case .clientEvent: phase = .clientEvent
        case .pongOverdue, .sending: phase = .connection
        }
        self.init(
            phase: phase, code: code, text: problem.text, channel: problem.channel,
            frame: problem.frame)
    }
}

extension ConnectionEnd {
    /// The status that the upgrade was answered with.
    fileprivate var httpStatus: Int? {
        guard case .failed(let failure) = self, case .refused(let status, _) = failure.kind else {
            return nil
        }
        return status
    }
}
