/// The number of a socket: counted up by the machine that asks for it, and never used twice. A late
/// report about an old socket is recognised by it, so that nothing has to be cancelled in time.
package struct SocketNumber: Hashable, Sendable, ExpressibleByIntegerLiteral,
    CustomStringConvertible
{
    package let number: Int

    package init(_ number: Int) { self.number = number }
    package init(integerLiteral number: Int) { self.number = number }
    package var description: String { "socket \(self.number)" }
}

/// The number of a timer, and what it is for. Timers are never cancelled: one that is no longer needed
/// is recognised when it fires.
package struct TimerID: Hashable, Sendable, CustomStringConvertible {
    package enum Purpose: String, Hashable, Sendable {
        /// Ends an attempt to connect that takes too long.
        case attemptLimit
        /// Says that no attempt has succeeded for long.
        case unavailable
        /// Starts the next attempt.
        case retry
        /// Sends a ping, or finds that a pong is missing.
        case liveness
        /// Looks for subscriptions that wait for too long.
        case subscription
        /// Sends client events that waited for their turn.
        case clientEvents
        /// Ends the wait for a new key.
        case decryption
        /// Ends the wait for the answer to a sign-in.
        case signIn
    }

    package let purpose: Purpose
    /// Counted from 1 for each purpose, never used twice.
    package let number: Int

    package init(_ purpose: Purpose, _ number: Int) {
        self.purpose = purpose
        self.number = number
    }

    package var description: String { "\(self.purpose.rawValue) \(self.number)" }
}

/// A request for an authorization. The executor answers each exactly once, even when the answer comes
/// too late to be of use: the machine counts how many run at a time.
package struct AuthorizationRequest: Hashable, Sendable {
    package var channel: ChannelName
    /// The connection that the signature is for.
    package var socketID: SocketID
    /// Counted from 1 for each purpose, never used twice.
    package var number: Int
    package var purpose: Purpose

    package enum Purpose: Hashable, Sendable {
        /// The signature of a subscription.
        case subscription
        /// The key of an encrypted channel, as the one at hand opened nothing.
        case newKey
    }

    package init(
        channel: ChannelName, socketID: SocketID, number: Int, purpose: Purpose = .subscription
    ) {
        self.channel = channel
        self.socketID = socketID
        self.number = number
        self.purpose = purpose
    }
}

/// What the executor has to do, in this order, when the client's machine has answered.
package enum ClientAction: Hashable, Sendable {
    /// Tell the listeners.
    case publish(ClientEvent.Kind)
    /// Tell the listeners of an event that the application sent to the user who is signed in:
    /// bindings for the user hear it too.
    case publishForUser(ChannelEvent)
    /// Connect, report each phase with `entered`, and the outcome with `opened` or `failed`.
    case open(SocketNumber, usesTLS: Bool)
    /// Close in order, with a close frame of this code. Without a code: abandon the socket at once,
    /// also while it is still being opened. What becomes of it need not be reported.
    case close(SocketNumber, code: UInt16?)
    /// Send a message, after those before it.
    case send(ClientMessage, SocketNumber)
    /// Report `timerFired` after this time. There is no cancelling.
    case startTimer(TimerID, after: Duration)
    /// Obtain an authorization, and report it with `authorized`, always.
    case authorize(AuthorizationRequest)
    /// Obtain an authentication, and report it with `authenticated`, always.
    case authenticate(AuthenticationRequest)
    /// The connection that authorizations and authentications were requested for is gone: cancel
    /// those that run or wait. Each is still answered.
    case abandonAuthorizations
    /// A channel was removed from the list: drop what is kept about it.
    case forget(ChannelName)
}
