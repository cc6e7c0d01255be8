/// The reason why a webhook is not accepted. Answer with a status such as 401, and log the
/// description.
@nonexhaustive
public enum WebhookError: Error, Hashable, Sendable {
    /// A header is missing: `X-Pusher-Key` or `X-Pusher-Signature`. It is not a webhook, or a
    /// proxy removed the header.
    case missingHeader(String)
    /// The webhook was sent with an app key that is not among the verifier's keys.
    case unknownKey(String)
    /// The signature does not match the body: the secret is different, or the body was changed
    /// or re-encoded before it was verified.
    case wrongSignature
    /// The webhook is older than the age limit: it was delayed or replayed, or a clock is
    /// wrong.
    case tooOld(age: Duration, limit: Duration)
    /// The body is signed correctly but is not a webhook, for this reason.
    case malformedBody(String)
    /// The signature could not be computed on this system, for this reason: a FIPS policy or a
    /// lack of memory.
    case notComputed(String)
}

extension WebhookError: CustomStringConvertible {
    /// A sentence that says what is wrong and what to do. Parts of it come from the sender.
    public var description: String {
        switch self {
        case .missingHeader(let name):
            "The header \(name) is missing: this is not a webhook, or a proxy removed the header."
        case .unknownKey(let key):
            "The key \(key.debugDescription) is not one of the expected keys: the webhook belongs "
                + "to another app."
        case .wrongSignature:
            "The signature does not match the body: the secrets differ, or the body was altered "
                + "in transit. Verify the raw bytes, before anything parses them."
        case .tooOld(let age, let limit):
            "The webhook was sent \(age.components.seconds)s ago, more than the limit of "
                + "\(limit.components.seconds)s: it was delayed or replayed, or a clock is wrong."
        case .malformedBody(let reason):
            "The signature is valid, but the body is not a webhook: \(reason)."
        case .notComputed(let reason): "The signature could not be checked: \(reason)."
        }
    }

    package var check: String {
        switch self {
        case .missingHeader(WebhookHeader.signature), .wrongSignature, .notComputed: "signature"
        case .missingHeader, .unknownKey: "key"
        case .tooOld: "age"
        case .malformedBody: "body"
        }
    }
}
