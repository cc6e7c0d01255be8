/// The user who is signed in.
extension ClientStateMachine {
    /// Where the sign-in stands.
    package var signInState: SignInState { self.signing.state }

    /// The users of the watchlist who are online.
    package var onlineUsers: [UserID] { self.signing.onlineUsers }

    /// The user wants to be signed in, now or with the next connection.
    package mutating func signIn(at time: Timestamp) -> [ClientAction] {
        var actions: [ClientAction] = []
        self.signing.signIn(into: &actions)
        self.noteSending(actions, at: time)
        return actions
    }

    /// The user no longer wants to be signed in.
    package mutating func signOut(at time: Timestamp) -> [ClientAction] {
        var actions: [ClientAction] = []
        self.signing.signOut(into: &actions)
        self.noteSending(actions, at: time)
        return actions
    }

    /// An authentication was answered: also one for a connection of earlier, whose answer is of no
    /// use, must be reported.
    package mutating func authenticated(
        _ request: AuthenticationRequest, _ result: Result<UserAuthentication, SignInFailure>,
        at time: Timestamp
    ) -> [ClientAction] {
        var actions: [ClientAction] = []
        self.signing.authenticated(request, result, into: &actions)
        self.noteSending(actions, at: time)
        return actions
    }
}
