/// With a close frame of this code, or abandoned without one.
package struct Closing: Hashable, Sendable {
    var socket: SocketNumber
    var code: UInt16?
}

package struct Opening: Hashable, Sendable {
    package var socket: SocketNumber
    package var attempt: ConnectionAttempt
    package var limitTimer: StartedTimer
    package var unavailableTimer: StartedTimer?
    var intent: ConnectionIntent?
    package var change: StateChange?
}

extension Opening {
    func early(_ cause: ConnectionAttempt.EarlyCause) -> Opening {
        var opening = self
        opening.attempt.early = cause
        return opening
    }
}

struct Disconnection: Hashable, Sendable {
    var intent: ConnectionIntent?
    var closing: Closing?
    var change: StateChange
}

package struct Abandoned: Hashable, Sendable {
    var closing: Closing
    var attempt: Int?
    var end: ConnectionEnd
}

package struct Retry: Hashable, Sendable {
    package enum Report: Hashable, Sendable {
        case changed(StateChange)
        case attemptFailed(attempt: Int, ConnectionEnd, AttemptParts)
    }

    var closing: Closing?
    package var report: Report
    package var scheduled: ScheduledRetry
    package var timer: StartedTimer
    package var unavailableTimer: StartedTimer?
}

extension ConnectionStateMachine {
    package enum ConnectOutcome: Hashable, Sendable {
        case open(Opening, Abandoned?)
        case none
    }

    enum DisconnectOutcome: Hashable, Sendable {
        case disconnect(Disconnection)
        case none
    }

    enum ReturnOutcome: Hashable, Sendable {
        case open(Opening)
        case checkLiveness
        case none
    }

    package enum OpeningOutcome: Hashable, Sendable {
        case close(Closing)
        case none
    }

    package enum EstablishmentOutcome: Hashable, Sendable {
        case established(Establishment, StateChange)
        /// Already established; the first socket id is kept.
        case again
        case none
    }

    package enum EndOutcome: Hashable, Sendable {
        case retry(Retry)
        case giveUp(Closing?, StateChange)
        case none
    }

    package enum TimerOutcome: Hashable, Sendable {
        case open(Opening)
        /// The attempt ended, or the state changed, or both, in this order.
        case ended(EndOutcome, StateChange?)
        case none
    }
}
