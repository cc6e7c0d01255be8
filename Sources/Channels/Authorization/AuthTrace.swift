internal import ChannelsProtocol

/// What an authorization took so far, for its report and for the sentence about a failure.
struct AuthTrace: Sendable {
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
