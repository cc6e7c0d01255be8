/// The reason why your own code has no authorization, and whether asking again may help. Throw it
/// in an `.authorizer`, or in a provider of an `AuthEndpoint`.
///
/// ```swift
/// guard !token.isEmpty else { throw AuthorizationFailure.refused("nobody is logged in") }
/// ```
/// After `.temporary`, the client asks again up to twice, with growing delays. Any other error is
/// final, until the next connection or `resubscribe()`.
public struct AuthorizationFailure: Error, Sendable {
    package enum Kind: Hashable, Sendable {
        /// Asking again may help: a server is busy, or the network is down.
        case temporary
        /// Asking again does not help: the user may not join, or the response is unusable.
        case refused
    }

    package var kind: Kind
    /// Why, for people; without secrets, because it becomes part of `SubscriptionFailure.text`.
    public var reason: String
    /// How long to wait before asking again; `nil` for the usual delay. Beyond 30 s, the failure is
    /// final.
    package var retryAfter: Duration?
    /// The error that caused it, for your own code. It becomes the failure's `underlyingError`.
    package var underlyingError: (any Error)?

    /// Creates a failure after which the client asks again.
    /// - Parameters:
    ///   - reason: why, for people.
    ///   - retryAfter: how long to wait; `nil` for the usual delay.
    ///   - underlyingError: the error that caused it.
    public static func temporary(
        _ reason: String, retryAfter: Duration? = nil, underlyingError: (any Error)? = nil
    ) -> AuthorizationFailure {
        AuthorizationFailure(
            kind: .temporary, reason: reason, retryAfter: retryAfter,
            underlyingError: underlyingError)
    }

    /// Creates a failure after which the client does not ask again.
    /// - Parameters:
    ///   - reason: why, for people.
    ///   - underlyingError: the error that caused it.
    public static func refused(
        _ reason: String, underlyingError: (any Error)? = nil
    ) -> AuthorizationFailure {
        AuthorizationFailure(
            kind: .refused, reason: reason, retryAfter: nil, underlyingError: underlyingError)
    }
}

extension AuthorizationFailure: Printed {
    package var printed: String { self.reason }
}
