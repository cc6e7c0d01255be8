extension ClientStateMachine {
    package var signInState: SignInState { self.signing.state }

    package var onlineUsers: [UserID] { self.signing.onlineUsers }

    package mutating func signIn() -> [ClientAction] {
        var actions: [ClientAction] = []
        let outcome = self.signing.signIn()
        self.carryOut(outcome, into: &actions)
        return actions
    }

    package mutating func signOut(at time: ChannelsTimestamp) -> [ClientAction] {
        var actions: [ClientAction] = []
        switch self.signing.signOut() {
        case .leave(let channel):
            self.send(.unsubscribe(channel), at: time, into: &actions)
            self.publishSignIn(into: &actions)
        case .forget:
            self.publishSignIn(into: &actions)
        case .none:
            break
        }
        return actions
    }

    /// Answers for an earlier connection are not used, but must be reported too.
    package mutating func authenticated(
        _ request: AuthenticationRequest, _ result: Result<UserAuthentication, SignInFailure>,
        at time: ChannelsTimestamp
    ) -> [ClientAction] {
        var actions: [ClientAction] = []
        switch self.signing.authenticated(request, result.mapError(self.mask.failure)) {
        case .signIn(let authentication, let timer):
            let message = ClientMessage.signIn(
                auth: authentication.auth, userData: authentication.userData)
            self.send(message, at: time, into: &actions)
            actions.start(timer)
            self.publishSignIn(into: &actions)
        case .fail:
            self.publishSignIn(into: &actions)
        case .none:
            break
        }
        return actions
    }

    func publishSignIn(into actions: inout [ClientAction]) {
        actions.append(.publish(.signInChanged(self.signing.state)))
    }

    func carryOut(_ outcome: SignInStateMachine.BeginOutcome, into actions: inout [ClientAction]) {
        switch outcome {
        case .authenticate(let request):
            actions.append(.authenticate(request))
            self.publishSignIn(into: &actions)
        case .wait:
            self.publishSignIn(into: &actions)
        case .none:
            break
        }
    }

    mutating func signInTimerFired(_ timer: TimerID) -> [ClientAction] {
        var actions: [ClientAction] = []
        switch self.signing.timerFired(timer) {
        case .fail: self.publishSignIn(into: &actions)
        case .none: break
        }
        return actions
    }

    // MARK: What the server says

    mutating func carryOut(
        _ outcome: SignInStateMachine.ConfirmationOutcome, at time: ChannelsTimestamp,
        into actions: inout [ClientAction]
    ) {
        switch outcome {
        case .signedIn(let user, let problem):
            actions.report(problem)
            self.publishSignIn(into: &actions)
            self.send(.subscribe(user.channel, nil), at: time, into: &actions)
        case .fail:
            self.publishSignIn(into: &actions)
        case .report(let problem):
            actions.report(problem)
        case .none:
            break
        }
    }

    mutating func watchlistReceived(
        _ changes: [WatchlistChange], into actions: inout [ClientAction]
    ) {
        switch self.signing.watchlistReceived(changes) {
        case .publish: actions.append(.publish(.watchlistChanged(changes)))
        case .report(let problem): actions.report(problem)
        case .none: break
        }
    }
}
