/// The purpose and number of a timer. Timers are never cancelled: one that is no longer needed is
/// recognised when it fires.
package struct TimerID: Hashable, Sendable, CustomStringConvertible {
    package enum Purpose: String, Hashable, Sendable {
        /// Ends an attempt to connect that takes too long.
        case attemptLimit
        /// Reports that no attempt has succeeded for a long time.
        case unavailable
        /// Starts the next attempt.
        case retry
        /// Sends a ping, or notices that a pong is missing.
        case liveness
        /// Looks for subscriptions that have waited too long.
        case subscription
        /// Sends client events that the rate limit held back.
        case clientEvents
        /// Reports an error of the server after which the server did not close.
        case serverError
        /// Ends the wait for a new key.
        case decryption
        /// Sends subscriptions again that the server's limit on messages refused.
        case messageLimit
        /// Ends the wait for the answer to a sign-in.
        case signIn
    }

    package let purpose: Purpose
    /// Counted from 1 for each purpose; never reused.
    let number: Int

    package init(_ purpose: Purpose, _ number: Int) {
        self.purpose = purpose
        self.number = number
    }

    package var description: String { "\(self.purpose.rawValue) \(self.number)" }
}

/// A timer to start.
package struct StartedTimer: Hashable, Sendable {
    package var id: TimerID
    package var after: Duration

    package init(id: TimerID, after: Duration) {
        self.id = id
        self.after = after
    }
}
