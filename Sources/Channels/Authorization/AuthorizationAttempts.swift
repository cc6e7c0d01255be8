internal import ChannelsProtocol

/// What an authorization took so far, for its report and for the sentence about a failure.
struct AuthorizationAttempts: Sendable {
    /// Requests that were made.
    var attempts = 0
    /// HTTP status of the last attempt; `nil` when it had no answer.
    var status: Int?
    /// What the last attempt was answered.
    var answer = AnswerExcerpt.none
    /// The user's part of the signed text, once it is known.
    var signedData: String?

    /// Another request goes out.
    mutating func begin() {
        self.attempts += 1
        self.status = nil
        self.answer = .none
    }

    /// The whole sentence about a fault.
    func sentence(_ fault: AuthFault) -> String {
        let quotation = fault.quotesAnswer ? self.answer.quotation : ""
        let count = self.attempts > 1 ? " (\(self.attempts) attempts)" : ""
        return fault.text + count + quotation + (fault.advice.map { ". \($0)" } ?? "")
    }

    /// How it went in the end.
    func report<Value, Failure>(
        _ subject: AuthorizationReport.Subject, _ result: Result<Value, Failure>,
        from start: Timestamp, to end: Timestamp
    ) -> AuthorizationReport {
        let isGranted = if case .success = result { true } else { false }
        return AuthorizationReport(
            subject: subject, duration: end.duration(since: start), attempts: self.attempts,
            status: self.status, isGranted: isGranted)
    }
}

/// Decides whether an application's server is asked again, and when: after half a second, a second,
/// two, and so on, each up to half as long again by chance, so that clients that failed together do
/// not come back together.
struct AuthRetries: Sendable {
    /// How often to ask again by default.
    static let limit = 2
    /// The first wait, doubled for each further one.
    static let firstWait = Duration.milliseconds(500)
    /// No wait doubles beyond this many times.
    private static let mostDoublings = 5
    /// A server that wants a longer wait is not asked again: the subscription would seem to hang.
    static let longestWait = Duration.seconds(30)

    private let limit: Int
    private var count = 0

    /// - Parameter limit: how often to ask again at most; below zero is zero.
    init(limit: Int) { self.limit = limit }

    enum OnFailed: Hashable, Sendable {
        case retry(after: Duration)
        case giveUp
    }

    /// An attempt failed.
    mutating func failed(
        _ fault: AuthFault, using random: inout some RandomNumberGenerator
    ) -> OnFailed {
        guard case .promising(let retryAfter) = fault.repetition, self.count < self.limit else {
            return .giveUp
        }
        let wanted = retryAfter ?? .zero
        guard wanted <= Self.longestWait else { return .giveUp }
        let base = Self.firstWait * (1 << min(self.count, Self.mostDoublings))
        let jitter = base * Double.random(in: 0..<0.5, using: &random)
        self.count += 1
        return .retry(after: max(base, wanted) + jitter)
    }
}
