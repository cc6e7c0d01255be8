public import PushProtocol

/// Why a push client cannot do something. `description` is a sentence, without the token.
public enum PushError: Error, Hashable, Sendable {
    /// The name of an interest breaks a rule; nothing was sent.
    case interestName(String)
    /// The token cannot be one; nothing was sent.
    case token(String)
    /// An option cannot be used.
    case option(String)
    /// The state file cannot be read or written, or is used by another client.
    case stateFile(String)
    /// More interests are wanted than a device may have.
    case tooManyInterests(limit: Int)
    /// The service refused an operation for good.
    case refused(PushStatus.Refusal)
    /// The outbox waits for a registration, and none was asked for, or it was refused.
    case notRegistered
    /// The client was stopped, or the task of `run()` was cancelled.
    case stopped
}

extension PushError: CustomStringConvertible {
    /// What is wrong, and what to do about it.
    public var description: String {
        switch self {
        case .interestName(let text), .token(let text), .option(let text), .stateFile(let text):
            text
        case .tooManyInterests(let limit):
            "A device can have at most \(limit) interests: unsubscribe from others first."
        case .refused(let refusal): refusal.description + "."
        case .notRegistered:
            "The device is not registered: register it with its platform and token first."
        case .stopped: "The push client was stopped."
        }
    }
}
