/// After a change, `state` is published.
extension SignInStateMachine {
    package enum BeginOutcome: Hashable, Sendable {
        case authenticate(AuthenticationRequest)
        case wait
        case none
    }

    package enum SignOutOutcome: Hashable, Sendable {
        case leave(ChannelName)
        case forget
        case none
    }

    package enum DisconnectionOutcome: Hashable, Sendable {
        case wait
        case none
    }

    package enum AuthenticationOutcome: Hashable, Sendable {
        case signIn(UserAuthentication, StartedTimer)
        case fail
        case none
    }

    package enum TimerOutcome: Hashable, Sendable {
        case fail
        case none
    }

    package enum ConfirmationOutcome: Hashable, Sendable {
        /// Report the problem first, publish the state, and subscribe to the user's channel.
        case signedIn(SignedInUser, ReportedProblem?)
        case fail
        case report(ReportedProblem)
        /// Expected: the sign-in was given up in the meantime.
        case none
    }

    package enum WatchlistOutcome: Hashable, Sendable {
        case publish
        case report(ReportedProblem)
        /// Expected: the user signed out, and the server does not stop sending.
        case none
    }

    package enum ErrorOutcome: Hashable, Sendable {
        case fail
        case report(ReportedProblem)
        case other
    }
}
