import ChannelsBasics
import ChannelsProtocol

/// The requests of an authorization so far, for its report and for the sentence about a failure.
struct AuthorizationAttempts: Sendable {
    /// The number of requests.
    var attempts = 0
    /// The HTTP status of the last attempt; `nil` if there was no response.
    var status: Int?
    /// The response to the last attempt.
    var answer = ResponseExcerpt.none
    /// The user's part of the signed text, once it is known.
    var signedData: String?

    /// The requests that are over.
    var requests: [AuthorizationReport.Request] = []
    /// The credentials of the last request; `nil` if it carried none.
    var credentials: SecretMark?

    /// Another request is sent.
    mutating func begin() {
        self.attempts += 1
        self.status = nil
        self.answer = .none
    }

    /// The failure, with the number of requests and the start of the response.
    func parts(_ fault: AuthFault) -> FailureParts {
        var parts = fault.parts
        if self.attempts > 1 { parts.what += " (\(self.attempts) attempts)" }
        guard fault.quotesAnswer else { return parts }
        parts.what += self.answer.remark
        if let quotation = self.answer.quotation { parts.cause = quotation }
        return parts
    }

    /// The report of the outcome.
    ///
    /// - Parameters:
    ///   - auth: the auth string that was granted; `nil` if none was.
    ///   - stringToSign: the text that was signed, or that should have been.
    func report(
        _ subject: AuthorizationReport.Subject, for socketID: SocketID, auth: String?,
        stringToSign: String?, from start: ChannelsTimestamp, to end: ChannelsTimestamp
    ) -> AuthorizationReport {
        var report = AuthorizationReport(
            subject: subject, duration: end.duration(since: start), attempts: self.attempts,
            status: self.status, isGranted: auth != nil)
        report.socketID = socketID
        report.stringToSign = stringToSign
        report.requests = self.requests
        report.credentials = self.credentials
        report.signature = auth.map { SecretMark([$0]) }
        return report
    }
}

/// Decides whether and when a request to an application's server is retried: after half a second,
/// one second, two, and so on, each lengthened by up to a half at random, so that clients that
/// failed together do not return together.
struct AuthRetries: Sendable {
    /// The default number of retries.
    static let limit = 2
    /// The first delay; it doubles for each further retry.
    static let firstWait = Duration.milliseconds(500)
    /// The maximum number of doublings.
    private static let mostDoublings = 5
    /// The maximum delay. If a server asks for a longer one, it is not asked again, because the
    /// subscription would seem to hang.
    static let longestWait = Duration.seconds(30)

    private let limit: Int
    private var count = 0

    /// - Parameter limit: the maximum number of retries; negative numbers count as zero.
    init(limit: Int) { self.limit = limit }

    enum FailureOutcome: Hashable, Sendable {
        case retry(after: Duration)
        case giveUp
    }

    /// An attempt failed.
    mutating func failed(
        _ fault: AuthFault, using random: inout some RandomNumberGenerator
    ) -> FailureOutcome {
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
