/// A socket to close: in order with a code, or to abandon without one.
package struct Closing: Hashable, Sendable {
    package var socket: SocketNumber
    package var code: UInt16?
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

/// A socket to open, for an attempt.
package struct Opening: Hashable, Sendable {
    package var socket: SocketNumber
    package var attempt: ConnectionAttempt
    package var limitTimer: StartedTimer
    /// Set when a time without a connection begins.
    package var unavailableTimer: StartedTimer?
    /// Set when the user's intent changes with it.
    package var intent: ConnectionIntent?
    /// Set when the state changes with it.
    package var change: StateChange?
}

/// What the user's wish for no connection ends.
package struct Disconnection: Hashable, Sendable {
    /// Set when the user's intent changes with it.
    package var intent: ConnectionIntent?
    package var closing: Closing?
    package var change: StateChange
}

/// What the user's wish for a new connection put an end to.
package struct Abandoned: Hashable, Sendable {
    package var closing: Closing
    /// The number of the attempt; `nil` when it was a connection.
    package var attempt: Int?
    package var end: ConnectionEnd
}

/// A wait for the next attempt.
package struct Retry: Hashable, Sendable {
    package enum Report: Hashable, Sendable {
        /// A connection was lost.
        case changed(StateChange)
        /// An attempt failed; the state stays.
        case attemptFailed(attempt: Int, ConnectionEnd, AttemptParts)
    }

    package var closing: Closing?
    package var report: Report
    package var scheduled: ScheduledRetry
    package var timer: StartedTimer
    /// Set when a time without a connection begins.
    package var unavailableTimer: StartedTimer?
}

extension ConnectionStateMachine {
    package enum OnConnect: Hashable, Sendable {
        case open(Opening, Abandoned?)
        /// A connection is there, or on its way.
        case none
    }

    package enum OnDisconnect: Hashable, Sendable {
        case disconnect(Disconnection)
        case none
    }

    /// What to do when the network, or this process, is back.
    package enum OnReturn: Hashable, Sendable {
        case open(Opening)
        /// Find out whether the connection still works.
        case checkLiveness
        case none
    }

    package enum OnOpened: Hashable, Sendable {
        /// It opened after it was given up.
        case close(Closing)
        case none
    }

    package enum OnEstablished: Hashable, Sendable {
        case established(Establishment, StateChange)
        /// The connection was established before; the first socket id stays.
        case again
        case none
    }

    package enum OnEnded: Hashable, Sendable {
        case retry(Retry)
        case giveUp(Closing?, StateChange)
        /// It was given up before.
        case none
    }

    package enum OnTimer: Hashable, Sendable {
        case open(Opening)
        /// The attempt ended, or the state changed, or both, in this order.
        case ended(OnEnded, StateChange?)
        case none
    }
}
