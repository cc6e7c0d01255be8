import ChannelsBasics

extension ClientReport.Kind {
    /// If one failure causes two reports, such as an authorization and its subscription, only one
    /// has an error.
    package var error: ClientError? {
        switch self {
        case .attemptFailed(_, let end, _):
            ClientError(end, phase: .connecting)
        case .stateChanged(let change):
            change.error
        case .subscriptionChanged(let channel, .failed(let failure)):
            ClientError(failure, on: channel)
        case .subscriptionStuck(let channel, let limit):
            ClientError(
                phase: .subscription,
                text: "The server has not answered the subscription to \(channel) within "
                    + "\(limit.inWords). The request is still pending; resubscribe to retry.",
                channel: channel)
        case .signInChanged(.failed(let failure)):
            ClientError(
                failure, phase: .signIn, code: failure.code, status: failure.status,
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
        // Reports that are not listed are not errors.
        default:
            nil
        }
    }
}

extension ClientError {
    fileprivate init?(
        _ end: ConnectionEnd, phase: Phase, isPermanent: Bool = false, prefix: String = ""
    ) {
        guard end != .reconnectAsked else { return nil }
        self.init(
            phase: phase, code: end.closeCode.map { Int($0.rawValue) }, status: end.httpStatus,
            text: prefix + end.description, advice: end.advice, isPermanent: isPermanent)
        self.end = end
    }

    fileprivate init(
        _ failure: some ReportedFailure, phase: Phase, code: Int? = nil, status: Int? = nil,
        channel: ChannelName? = nil, frame: String? = nil
    ) {
        self.init(
            phase: phase, code: code, status: status, text: failure.text, advice: failure.advice,
            channel: channel, frame: frame)
        self.origin = FailureOrigin(failure)
    }

    fileprivate init(_ failure: SubscriptionFailure, on channel: ChannelName) {
        let phase: Phase =
            switch failure.phase {
            case .authorization: .authorization
            case .subscription, .notRequested: .subscription
            }
        self.init(
            failure, phase: phase, code: failure.code, status: failure.status, channel: channel,
            frame: failure.frame)
    }

    fileprivate init(_ failure: DecryptionFailure) {
        var refusal: SubscriptionFailure?
        if case .keyRefused(let failure) = failure.reason { refusal = failure }
        self.init(
            failure, phase: .decryption, code: refusal?.code, status: refusal?.status,
            channel: failure.channel)
    }

    fileprivate init(_ problem: ReportedProblem) {
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
            problem, phase: phase, code: code, channel: problem.channel, frame: problem.frame)
    }
}

extension StateChange {
    /// The error that caused the change; `nil` if nothing ended, or if the user requested the
    /// change.
    public var error: ClientError? {
        let phase = self.previous == .connected ? ClientError.Phase.connection : .connecting
        let isPermanent = self.current == .failed
        switch self.cause {
        case .ended(let end):
            return ClientError(end, phase: phase, isPermanent: isPermanent)
        case .gaveUp(let attempts, let end):
            let words =
                switch attempts {
                case 0: "It will not be retried. "
                case 1: "Gave up after 1 attempt. "
                default: "Gave up after \(attempts) attempts. "
                }
            return ClientError(end, phase: phase, isPermanent: isPermanent, prefix: words)
        case .asked, .established, .unavailable:
            return nil
        }
    }
}

extension ConnectionEnd {
    fileprivate var httpStatus: Int? {
        guard case .httpStatus(let status, _) = self.failure?.kind else { return nil }
        return status
    }
}

extension [ClientReport] {
    package var errors: [ClientError] {
        self.indices.compactMap { index in
            guard var error = self[index].kind.error else { return nil }
            guard error.end != nil, !error.isPermanent else { return error }
            for report in self[index...] {
                guard case .retryScheduled(let retry) = report.kind else { continue }
                error.retry = retry
                break
            }
            return error
        }
    }
}
