/// What went wrong, in parts. Every sentence about a failure is put together here, so that no code
/// takes a sentence apart.
///
/// Parts of `what` and `cause` may come from a peer: sanitise them before they are shown.
package struct FailureParts: Hashable, Sendable {
    /// What failed, as the start of a sentence: `No connection to 127.0.0.1:6001`.
    package var what: String
    /// Why: `connection refused`; empty if `what` says it.
    package var cause: String
    /// What to do about it, as whole sentences; empty if nothing in particular.
    package var advice: String
    /// For comparing failures; `nil` if only the words say it.
    package var obstacle: Obstacle?
    package var origin = FailureOrigin()

    package init(
        _ what: String, _ cause: String = "", advice: String = "", obstacle: Obstacle? = nil
    ) {
        self.what = what
        self.cause = cause
        self.advice = advice
        self.obstacle = obstacle
    }

    /// `No connection to 127.0.0.1:6001: connection refused`
    package var reason: String {
        self.cause.isEmpty ? self.what : "\(self.what): \(self.cause)"
    }

    /// `connection refused`, for a place that already says what failed.
    package var brief: String { self.cause.isEmpty ? self.what : self.cause }

    /// `No connection to 127.0.0.1:6001: connection refused. Check the host and port.`
    package var sentence: String { Self.sentence(self.reason, self.advice) }

    /// A text that may end in a punctuation mark, as a sentence, and another sentence after it.
    package static func sentence(_ text: String, _ next: String = "") -> String {
        let end = text.last == "”" ? text.dropLast().last : text.last
        let stop = end.map { ".!?;".contains($0) } == true ? "" : "."
        return next.isEmpty ? text + stop : "\(text)\(stop) \(next)"
    }
}

/// Where a failure comes from. Failures are compared by what they say, so that a recorded one
/// equals the one that was reported.
package struct FailureOrigin: Hashable, Sendable {
    package var error: (any Error)?
    /// Whether waiting may help, if that is known where it failed.
    package var isTemporary: Bool

    package init(_ error: (any Error)? = nil, isTemporary: Bool = false) {
        self.error = error
        self.isTemporary = isTemporary
    }

    package static func == (left: FailureOrigin, right: FailureOrigin) -> Bool { true }

    package func hash(into hasher: inout Hasher) {}
}

extension FailureOrigin: CustomStringConvertible, CustomReflectable {
    /// The error itself may contain secrets.
    package var description: String { self.error.map { "\(type(of: $0))" } ?? "" }

    /// No children, so that `dump` does not show what `description` hides.
    package var customMirror: Mirror { Mirror(self, children: []) }
}
