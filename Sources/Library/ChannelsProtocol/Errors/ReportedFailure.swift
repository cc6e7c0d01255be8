package import ChannelsBasics

/// A failure that happens after a call has returned. `errors`, `connected()` and `subscribed()`
/// sum it up as a ``ClientError``; reports contain the details: a ``SubscriptionFailure``,
/// ``SignInFailure``, ``DecryptionFailure`` or ``ReportedProblem``.
///
/// ```swift
/// do {
///     try await orders.subscribed()
/// } catch let failure as any ReportedFailure {
///     print("\(failure.what): \(failure.cause)")
/// }
/// ```
public protocol ReportedFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// What failed, as the start of a sentence: `The server refused the subscription`. Parts of it
    /// may come from a peer.
    var what: String { get }
    /// Why, in the peer's own words or a few of the client's, with secrets replaced by dots; empty
    /// if `what` says it.
    var cause: String { get }
    /// What to do about it, as whole sentences; `nil` if nothing in particular is known.
    var advice: String? { get }
    /// What failed, why, and what to do, as sentences. Parts of it may come from a peer.
    var text: String { get }
    /// Whether the same may succeed later without a change, as far as a code, a status or the
    /// connection says: overload, a time limit, a lost connection.
    var isTemporary: Bool { get }
    /// The error that caused the failure, such as what your authorizer threw, or the
    /// ``SubscriptionFailure`` that a ``ClientError`` sums up; `nil` if there wasn't one.
    var underlyingError: (any Error)? { get }
}

extension ReportedFailure {
    /// The same sentences as `text`.
    public var description: String { self.text }
}

/// A failure that is composed of parts.
package protocol PartedFailure: ReportedFailure {
    var parts: FailureParts { get }
}

extension PartedFailure {
    public var what: String { self.parts.what }
    public var cause: String { self.parts.cause }
    public var advice: String? { self.parts.advice.isEmpty ? nil : self.parts.advice }
    public var text: String { self.parts.sentence }
    public var underlyingError: (any Error)? { self.parts.origin.error }
}

/// A refusal by an endpoint of the app, or by the server.
package protocol AnsweredFailure: PartedFailure {
    var code: Int? { get }
    var status: Int? { get }
}

extension AnsweredFailure {
    public var description: String { self.text.oneLine(limit: 500) }

    public var isTemporary: Bool {
        self.parts.origin.isTemporary
            || TemporaryAnswer.isLikely(code: self.code, status: self.status)
    }
}

/// Codes and statuses after which waiting may help.
enum TemporaryAnswer {
    /// Protocol 7, "Error Codes": 4100 to 4299 ask to connect again. HTTP: time limits, rate limits
    /// and errors of the server.
    static func isLikely(code: Int?, status: Int?) -> Bool {
        if let code { return 4100..<4300 ~= code }
        return status.map { [408, 425, 429].contains($0) || 500..<600 ~= $0 } ?? false
    }
}

extension ReportedProblem: ReportedFailure {
    /// The same sentence as `text`.
    public var what: String { self.text }
    /// Empty, because `what` says it.
    public var cause: String { "" }
    /// `nil`, because `text` contains any advice.
    public var advice: String? { nil }

    /// Whether waiting may help: the server's code says so, or the connection was the problem.
    public var isTemporary: Bool {
        switch self.kind {
        case .serverError(let code): TemporaryAnswer.isLikely(code: code, status: nil)
        case .pongOverdue, .sending: true
        case .malformedMessage, .unexpectedMessage, .authorization, .clientEvent: false
        }
    }

    /// `nil`: the problem has no other cause.
    public var underlyingError: (any Error)? { nil }
}
