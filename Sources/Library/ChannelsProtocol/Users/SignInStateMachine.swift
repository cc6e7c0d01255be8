/// The state machine of the sign-in of a user (protocol 7, "User authentication").
///
/// ```
///             connected                 authenticated            signInSucceeded
/// requested ─────────────▶ authenticating ─────────▶ signingIn ─────────────────▶ signedIn
///   ▲   ▲                        │                     │    ▲
///   │   │       no authentication│  refused, no answer │    │ authenticated
///   │   │                        ▼                     ▼    │
///   │   │                      failed               refused │
///   │   │                        └──signIn, connected──┴──▶ authenticating
///   │   └── disconnected: from authenticating, signingIn and signedIn; refused becomes failed
///   └── signIn ── signedOut ◀── signOut ── any
/// ```
/// Every connection needs its own signature, so the user is authenticated again on each. Requests
/// are numbered: an answer to an earlier one changes nothing.
///
/// The protocol has no sign-out. `signOut` ends the request and unsubscribes from the user's
/// channel. The server keeps the connection signed in until it ends, and may refuse to sign in
/// another user on it.
package struct SignInStateMachine: Sendable {
    enum State: Hashable, Sendable {
        case signedOut
        case requested
        case authenticating(Int)
        case signingIn(UserAuthentication, TimerID)
        case signedIn(SignedInUser, OnlineUsers)
        /// Refusals are attributed by guessing, and an answer may be late, so a confirmation may
        /// still follow.
        case refused(SignInFailure, UserAuthentication)
        case failed(SignInFailure)
    }

    struct Session: Hashable, Sendable {
        var socketID: SocketID
        /// Sign-ins sent and not confirmed. Refusals are not subtracted, because they are guesses.
        var unconfirmed = 0
        /// Stays true until the connection ends.
        var isSignedIn = false
    }

    private let timeLimit: Duration
    var current = State.signedOut
    var session: Session?
    private var authentications = 0
    private var timers = 0

    /// - Parameter timeLimit: many servers do not support `pusher:signin` and do not answer.
    package init(timeLimit: Duration) {
        self.timeLimit = timeLimit
    }

    // MARK: State

    package var state: SignInState {
        switch self.current {
        case .signedOut: .signedOut
        case .requested: .requested
        case .authenticating: .authenticating
        case .signingIn: .signingIn
        case .signedIn(let user, _): .signedIn(user)
        case .refused(let failure, _), .failed(let failure): .failed(failure)
        }
    }

    package var onlineUsers: [UserID] {
        if case .signedIn(_, let online) = self.current { online.users } else { [] }
    }

    package func isForUser(_ channel: ChannelName) -> Bool {
        guard channel.isServerToUser, case .signedIn(let user, _) = self.current else {
            return false
        }
        return user.channel == channel
    }

    // MARK: Requests of the user

    /// A second request changes nothing; a failed sign-in is tried again.
    package mutating func signIn() -> BeginOutcome {
        switch self.current {
        case .signedOut, .refused, .failed: self.begin()
        case .requested, .authenticating, .signingIn, .signedIn: .none
        }
    }

    package mutating func signOut() -> SignOutOutcome {
        defer { self.current = .signedOut }
        switch self.current {
        case .signedOut: return .none
        case .signedIn(let user, _): return .leave(user.channel)
        case .requested, .authenticating, .signingIn, .refused, .failed: return .forget
        }
    }

    // MARK: Changes of the connection

    package mutating func connected(as socketID: SocketID) -> BeginOutcome {
        self.session = Session(socketID: socketID)
        switch self.current {
        case .requested, .refused, .failed: return self.begin()
        case .signedOut, .authenticating, .signingIn, .signedIn: return .none
        }
    }

    package mutating func disconnected() -> DisconnectionOutcome {
        self.session = nil
        switch self.current {
        case .authenticating, .signingIn, .signedIn:
            self.current = .requested
            return .wait
        case .refused(let failure, _):
            self.current = .failed(failure)
            return .none
        case .signedOut, .requested, .failed:
            return .none
        }
    }

    package mutating func authenticated(
        _ request: AuthenticationRequest, _ result: Result<UserAuthentication, SignInFailure>
    ) -> AuthenticationOutcome {
        guard case .authenticating(request.number) = self.current,
            self.session?.socketID == request.socketID
        else { return .none }
        switch result {
        case .success(let authentication):
            self.session?.unconfirmed += 1
            self.timers += 1
            let timer = TimerID(.signIn, self.timers)
            self.current = .signingIn(authentication, timer)
            return .signIn(authentication, StartedTimer(id: timer, after: self.timeLimit))
        case .failure(let failure):
            self.current = .failed(failure)
            return .fail
        }
    }

    package mutating func timerFired(_ timer: TimerID) -> TimerOutcome {
        guard case .signingIn(let authentication, timer) = self.current else { return .none }
        let failure = SignInFailure(
            phase: .timeLimit,
            what: "The server did not answer the sign-in within \(self.timeLimit.inWords)",
            advice: "Many servers do not support it: check that this one does, and that user "
                + "authentication is enabled for the application.")
        self.current = .refused(failure, authentication)
        return .fail
    }

    private mutating func begin() -> BeginOutcome {
        guard let session = self.session else {
            self.current = .requested
            return .wait
        }
        self.authentications += 1
        self.current = .authenticating(self.authentications)
        return .authenticate(
            AuthenticationRequest(socketID: session.socketID, number: self.authentications))
    }
}
