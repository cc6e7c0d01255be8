import ChannelsBasics
import ChannelsProtocol

struct AuthorizationAttempts: Sendable {
    var attempts = 0
    var status: Int?
    var answer = ResponseExcerpt.none
    var signedData: String?

    var requests: [AuthorizationReport.Request] = []
    var credentials: SecretMark?

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

/// Retries after half a second, one second, two, and so on, each lengthened by up to a half at
/// random, so that clients that failed together do not return together.
struct AuthRetries: Sendable {
    static let limit = 2
    static let firstWait = Duration.milliseconds(500)
    private static let mostDoublings = 5
    /// If a server asks for more, it is not asked again, because the subscription would seem to
    /// hang.
    static let longestWait = Duration.seconds(30)

    private let limit: Int
    private var count = 0

    init(limit: Int) { self.limit = limit }

    enum FailureOutcome: Hashable, Sendable {
        case retry(after: Duration)
        case giveUp
    }

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
