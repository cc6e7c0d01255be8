import ChannelsBasics
public import ChannelsPushProtocol

/// An error of a push client. `description` is a sentence, without the token. A later
/// version may add cases.
@nonexhaustive
public enum PushError: Error, Hashable, Sendable {
    /// An interest name breaks a rule; nothing was sent.
    case interestName(String)
    /// The token is invalid; nothing was sent.
    case token(String)
    /// An option cannot be used; the sentence says which, and why.
    case option(String)
    /// The state file cannot be read or written, belongs to another app or endpoint, or is used
    /// by another client; the sentence says what to do.
    case stateFile(String)
    /// More interests were requested than a device may have: unsubscribe from others first.
    case tooManyInterests(limit: Int)
    /// The service permanently refused an operation. To try again, request it again or call
    /// ``PushClient/retryNow()``.
    case refused(PushStatus.Refusal)
    /// The outbox is waiting for a registration that was never requested, or was refused.
    case notRegistered
    /// The client was stopped, or the `run()` task was cancelled. Create a new one with the
    /// same state file.
    case stopped
}

extension PushError: CustomStringConvertible {
    /// The problem, and what to do about it.
    public var description: String {
        self.parts.advice.isEmpty ? self.parts.what : self.parts.sentence
    }

    /// What to do about it, as a sentence; `nil` if `description` says it, or if nothing in
    /// particular is known.
    public var advice: String? { self.parts.advice.isEmpty ? nil : self.parts.advice }

    private var parts: FailureParts {
        switch self {
        case .interestName(let text), .token(let text), .option(let text), .stateFile(let text):
            FailureParts(text)
        case .tooManyInterests(let limit):
            FailureParts(
                "A device can have at most \(limit) interests",
                advice: "Unsubscribe from others first.")
        case .refused(let refusal):
            FailureParts(refusal.description, advice: "Once that is put right, request it again.")
        case .notRegistered:
            FailureParts(
                "The device is not registered",
                advice: "Register it with its platform and token first.")
        case .stopped:
            FailureParts(
                "The push client was stopped", advice: "Create another with the same state file.")
        }
    }
}
