/// What comes of each report to the state machine of the sign-in. After a change, `state` is
/// published.
extension SignInStateMachine {
    /// The user or a new connection wants the sign-in: how it starts.
    package enum BeginOutcome: Hashable, Sendable {
        /// Publish the state, and request an authentication.
        case authenticate(AuthenticationRequest)
        /// Publish the state: there is no connection yet.
        case wait
        /// No sign-in is wanted, or it is under way or done already.
        case none
    }

    /// The user no longer wants to be signed in.
    package enum SignOutOutcome: Hashable, Sendable {
        /// Unsubscribe from the channel of the user, and publish the state.
        case leave(ChannelName)
        /// Publish the state.
        case forget
        /// No sign-in was requested.
        case none
    }

    /// The connection is gone.
    package enum DisconnectionOutcome: Hashable, Sendable {
        /// Publish the state: it waits for the next connection.
        case wait
        case none
    }

    /// An authentication was granted or refused.
    package enum AuthenticationOutcome: Hashable, Sendable {
        /// Send it, start the timer that ends the wait for the answer, and publish the state.
        case signIn(UserAuthentication, StartedTimer)
        /// Publish the state.
        case fail
        /// The answer is to an earlier request.
        case none
    }

    /// The time for the answer of the server is over.
    package enum TimerOutcome: Hashable, Sendable {
        /// Publish the state: the server did not answer.
        case fail
        /// An earlier timer.
        case none
    }

    /// The server confirmed a sign-in.
    package enum ConfirmationOutcome: Hashable, Sendable {
        /// Publish the state, and subscribe to the channel of the user. A problem is reported
        /// first.
        case signedIn(SignedInUser, ReportedProblem?)
        /// Publish the state.
        case fail
        case report(ReportedProblem)
        /// Expected: the sign-in was given up in the meantime.
        case none
    }

    /// The server says who went online or offline.
    package enum WatchlistOutcome: Hashable, Sendable {
        case publish
        case report(ReportedProblem)
        /// Expected: the user signed out, and the server does not stop sending.
        case none
    }

    /// The server reported an error, which may be about the sign-in.
    package enum ErrorOutcome: Hashable, Sendable {
        /// It refused the sign-in: publish the state.
        case fail
        /// It is about the sign-in, which stays in effect.
        case report(ReportedProblem)
        /// It is about something else.
        case other
    }
}
