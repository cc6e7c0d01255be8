/// What the executor has to do, in this order, after the client's machine has answered.
package enum ClientAction: Hashable, Sendable {
    /// Publish a report to the listeners.
    case publish(ClientReport.Kind)
    /// Publish an event that the application sent to the signed-in user. Bindings for the user hear
    /// it too.
    case publishForUser(ChannelsEvent)
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
    mutating func report(_ problem: ReportedProblem?) {
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
