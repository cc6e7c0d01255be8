/// Timers are never cancelled: one that is no longer needed is recognised when it fires.
package struct TimerID: Hashable, Sendable, CustomStringConvertible {
    package enum Purpose: String, Hashable, Sendable {
        case attemptLimit
        case unavailable
        case retry
        case liveness
        case subscription
        case clientEvents
        /// Reports an error of the server after which the server did not close.
        case serverError
        case decryption
        case messageLimit
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

package struct StartedTimer: Hashable, Sendable {
    package var id: TimerID
    package var after: Duration

    package init(id: TimerID, after: Duration) {
        self.id = id
        self.after = after
    }
}
