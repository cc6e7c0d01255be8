/// What went wrong with an authorization, before it is told as the failure of a subscription or of
/// a sign-in.
struct AuthFault: Error, Hashable, Sendable {
    /// What happened, as the start of a sentence.
    var text: String
    /// What to do about it.
    var advice: String?
    /// Whether the sentence quotes what was answered.
    var quotesAnswer: Bool
    /// Whether asking again may help.
    var repetition: Repetition

    init(
        _ text: String, advice: String? = nil, quotesAnswer: Bool = false,
        repetition: Repetition = .useless
    ) {
        self.text = text
        self.advice = advice
        self.quotesAnswer = quotesAnswer
        self.repetition = repetition
    }

    enum Repetition: Hashable, Sendable {
        /// The answer would be the same.
        case useless
        /// The fault may pass; a server may have said how long to wait.
        case promising(retryAfter: Duration?)
    }

    static let cancelled = AuthFault("the authorization was cancelled")
}
