/// What the executor has to do, in order, after the client's machine has answered.
package enum ClientAction: Hashable, Sendable {
    case publish(ClientReport.Kind)
    case publishForUser(ChannelsEvent)
    /// Connect; report each phase with `entered`, and the outcome with `opened` or `failed`.
    case open(SocketNumber, usesTLS: Bool)
    /// Without a code, abandons the socket at once, even while it is being opened. The outcome need
    /// not be reported.
    case close(SocketNumber, code: UInt16?)
    case send(ClientMessage, SocketNumber)
    /// Report `timerFired` after this time. A timer cannot be cancelled.
    case startTimer(TimerID, after: Duration)
    /// Always to be answered with `authorized`.
    case authorize(AuthorizationRequest)
    /// Always to be answered with `authenticated`.
    case authenticate(AuthenticationRequest)
    /// The connection is gone: cancel running and waiting requests. Each is still answered.
    case abandonAuthorizations
    case forget(ChannelName)
}

extension [ClientAction] {
    mutating func report(_ problem: ReportedProblem?) {
        guard let problem else { return }
        self.append(.publish(.problem(problem)))
    }

    mutating func start(_ timer: StartedTimer?) {
        guard let timer else { return }
        self.append(.startTimer(timer.id, after: timer.after))
    }

    mutating func ask(_ requests: [AuthorizationRequest]) {
        for request in requests { self.append(.authorize(request)) }
    }
}
