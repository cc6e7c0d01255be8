/// A socket to close: with a close frame of this code, or abandoned if there isn't one.
package struct Closing: Hashable, Sendable {
    var socket: SocketNumber
    var code: UInt16?
}

/// A socket to open for an attempt.
package struct Opening: Hashable, Sendable {
    package var socket: SocketNumber
    package var attempt: ConnectionAttempt
    package var limitTimer: StartedTimer
    /// Set if a period without a connection starts.
    package var unavailableTimer: StartedTimer?
    /// Set if the user's intent changes.
    var intent: ConnectionIntent?
    /// Set if the state changes.
    package var change: StateChange?
}

extension Opening {
    /// The same, for an attempt that is made before it was due.
    func early(_ cause: ConnectionAttempt.EarlyCause) -> Opening {
        var opening = self
        opening.attempt.early = cause
        return opening
    }
}

/// What a request to disconnect ends.
struct Disconnection: Hashable, Sendable {
    /// Set if the user's intent changes.
    var intent: ConnectionIntent?
    var closing: Closing?
    var change: StateChange
}

/// What a request to reconnect ends.
package struct Abandoned: Hashable, Sendable {
    var closing: Closing
    /// The number of the attempt; `nil` if it was a connection.
    var attempt: Int?
    var end: ConnectionEnd
}

/// The wait for the next attempt.
package struct Retry: Hashable, Sendable {
    package enum Report: Hashable, Sendable {
        /// A connection was lost.
        case changed(StateChange)
        /// An attempt failed; the state is unchanged.
        case attemptFailed(attempt: Int, ConnectionEnd, AttemptParts)
    }

    var closing: Closing?
    package var report: Report
    package var scheduled: ScheduledRetry
    package var timer: StartedTimer
    /// Set if a period without a connection starts.
    package var unavailableTimer: StartedTimer?
}

extension ConnectionStateMachine {
    /// The user wants a connection, or a new one.
    package enum ConnectOutcome: Hashable, Sendable {
        case open(Opening, Abandoned?)
        /// There is a connection, or an attempt is under way.
        case none
    }

    /// The user wants no connection.
    enum DisconnectOutcome: Hashable, Sendable {
        case disconnect(Disconnection)
        case none
    }

    /// What to do when the network is reachable again, or the process was resumed.
    enum ReturnOutcome: Hashable, Sendable {
        case open(Opening)
        /// Find out whether the connection still works.
        case checkLiveness
        case none
    }

    /// A socket is open and the upgrade is done.
    package enum OpeningOutcome: Hashable, Sendable {
        /// It was opened after it had been abandoned.
        case close(Closing)
        case none
    }

    /// The server established a connection.
    package enum EstablishmentOutcome: Hashable, Sendable {
        case established(Establishment, StateChange)
        /// The connection was already established; the first socket id is kept.
        case again
        case none
    }

    /// A connection or an attempt ended: the policy has decided.
    package enum EndOutcome: Hashable, Sendable {
        case retry(Retry)
        case giveUp(Closing?, StateChange)
        /// It had been abandoned.
        case none
    }

    /// A timer of the connection fired.
    package enum TimerOutcome: Hashable, Sendable {
        case open(Opening)
        /// The attempt ended, or the state changed, or both, in this order.
        case ended(EndOutcome, StateChange?)
        case none
    }
}
