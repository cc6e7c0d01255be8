/// The number of a socket. The machine that asks for a socket counts it up and never reuses it, so
/// a late report about an old socket is recognised and nothing has to be cancelled in time.
package struct SocketNumber: Hashable, Sendable, ExpressibleByIntegerLiteral,
    CustomStringConvertible
{
    package let number: Int

    package init(_ number: Int) { self.number = number }
    package init(integerLiteral number: Int) { self.number = number }
    package var description: String { "socket \(self.number)" }
}

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
        /// Ends the wait for a new key.
        case decryption
        /// Ends the wait for the answer to a sign-in.
        case signIn
    }

    package let purpose: Purpose
    /// Counted from 1 for each purpose; never reused.
    package let number: Int

    package init(_ purpose: Purpose, _ number: Int) {
        self.purpose = purpose
        self.number = number
    }

    package var description: String { "\(self.purpose.rawValue) \(self.number)" }
}

/// A request for an authorization. The executor answers each exactly once, even when the answer
/// comes too late to be of use: the machine counts how many are running.
package struct AuthorizationRequest: Hashable, Sendable {
    package var channel: ChannelName
    /// The connection that the signature is for.
    package var socketID: SocketID
    /// Counted from 1 for each purpose; never reused.
    package var number: Int
    package var purpose: Purpose

    package enum Purpose: Hashable, Sendable {
        /// The signature of a subscription.
        case subscription
        /// A new key for an encrypted channel, because the present one decrypted nothing.
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

/// What the executor has to do, in this order, after the client's machine has answered.
package enum ClientAction: Hashable, Sendable {
    /// Publish a report to the listeners.
    case publish(ClientEvent.Kind)
    /// Publish an event that the application sent to the signed-in user. Bindings for the user hear
    /// it too.
    case publishForUser(ChannelEvent)
    /// Connect; report each phase with `entered`, and the outcome with `opened` or `failed`.
    case open(SocketNumber, usesTLS: Bool)
    /// Close with a close frame of this code. Without a code, abandon the socket at once, even
    /// while it is being opened. The outcome need not be reported.
    case close(SocketNumber, code: UInt16?)
    /// Send a message, after those before it.
    case send(ClientMessage, SocketNumber)
    /// Report `timerFired` after this time. A timer cannot be cancelled.
    case startTimer(TimerID, after: Duration)
    /// Obtain an authorization, and report it with `authorized`, always.
    case authorize(AuthorizationRequest)
    /// Obtain an authentication, and report it with `authenticated`, always.
    case authenticate(AuthenticationRequest)
    /// The connection that authorizations and authentications were requested for is gone: cancel
    /// those that are running or waiting. Each is still answered.
    case abandonAuthorizations
    /// A channel was removed from the list: drop what is kept about it.
    case forget(ChannelName)
}

extension [ClientAction] {
    /// Publishes a problem, if there is one.
    mutating func report(_ problem: Problem?) {
        guard let problem else { return }
        self.append(.publish(.problem(problem)))
    }

    /// Starts a timer, if there is one to start.
    mutating func start(_ timer: StartedTimer?) {
        guard let timer else { return }
        self.append(.startTimer(timer.id, after: timer.after))
    }

    /// Obtains authorizations.
    mutating func ask(_ requests: [AuthorizationRequest]) {
        for request in requests { self.append(.authorize(request)) }
    }
}
