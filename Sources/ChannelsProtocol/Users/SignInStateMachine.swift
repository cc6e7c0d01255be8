/// Decides about the sign-in of a user (protocol 7, "User authentication").
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
/// Every connection needs a signature of its own, so each is authenticated anew. A request has a
/// number: an answer to one of earlier changes nothing.
///
/// The protocol has no sign-out. `signOut` ends the wish and gives the user's channel up; the server
/// keeps the connection signed in until it ends, and may refuse to sign somebody else in on it.
package struct SignInStateMachine: Sendable {
    enum State: Hashable, Sendable {
        /// Nobody asked for it.
        case signedOut
        /// Wanted; there is no connection.
        case requested
        /// The authentication of this number runs.
        case authenticating(Int)
        /// Sent to the server; the timer ends the wait.
        case signingIn(UserAuthentication, TimerID)
        /// The server confirmed it on the present connection.
        case signedIn(SignedInUser)
        /// Refused on the present connection, or not answered in time. Refusals are attributed by
        /// guess, and an answer may be late: a confirmation may still follow.
        case refused(SignInFailure, UserAuthentication)
        /// Not authenticated, or refused on a connection of earlier.
        case failed(SignInFailure)
    }

    private let timeLimit: Duration
    private(set) var current = State.signedOut
    private(set) var link: Subscriptions.Link?
    /// Sign-ins sent on this connection, less those that were confirmed. A refusal is not counted,
    /// as it may be none.
    var unconfirmed = 0
    /// Whether the server has confirmed one on this connection: it stays signed in.
    var isSignedInAtServer = false
    /// Users of the watchlist who are online.
    var watchlist = OnlineUsers()
    private var authentications = 0
    private var timers = 0

    /// Whether the server has confirmed the channel of the user, on which events for this user
    /// arrive.
    package internal(set) var receivesUserEvents = false

    /// - Parameter timeLimit: how long the server may take to answer: many do not know
    ///   `pusher:signin` and say nothing.
    package init(timeLimit: Duration) {
        self.timeLimit = timeLimit
    }

    // MARK: What is known

    /// The state, in public words.
    package var state: SignInState {
        switch self.current {
        case .signedOut: .signedOut
        case .requested: .requested
        case .authenticating: .authenticating
        case .signingIn: .signingIn
        case .signedIn(let user): .signedIn(user)
        case .refused(let failure, _), .failed(let failure): .failed(failure)
        }
    }

    /// The users of the watchlist who are online, in the order in which they came. Empty without a
    /// connection that is signed in.
    package var onlineUsers: [UserID] { self.watchlist.users }

    // MARK: What the user asks

    /// The user wants to be signed in. Wanting it twice is wanting it once; after a failure it is
    /// tried again.
    package mutating func signIn(into actions: inout [ClientAction]) {
        switch self.current {
        case .signedOut, .refused, .failed:
            self.begin(into: &actions)
        case .requested, .authenticating, .signingIn, .signedIn:
            break
        }
    }

    /// The user no longer wants to be signed in.
    package mutating func signOut(into actions: inout [ClientAction]) {
        switch self.current {
        case .signedOut:
            return
        case .signedIn(let user):
            if let link = self.link {
                actions.append(.send(.unsubscribe(user.channel), link.socket))
            }
        case .requested, .authenticating, .signingIn, .refused, .failed:
            break
        }
        self.watchlist.clear()
        self.receivesUserEvents = false
        self.enter(.signedOut, into: &actions)
    }

    // MARK: What happens to the connection

    /// There is a connection: a failed sign-in is tried again too.
    package mutating func connected(
        _ socket: SocketNumber, _ socketID: SocketID, into actions: inout [ClientAction]
    ) {
        self.link = Subscriptions.Link(socket: socket, socketID: socketID)
        switch self.current {
        case .requested, .refused, .failed: self.begin(into: &actions)
        case .signedOut, .authenticating, .signingIn, .signedIn: break
        }
    }

    /// The connection is gone. A failure stays to be seen until the next one.
    package mutating func disconnected(into actions: inout [ClientAction]) {
        self.link = nil
        self.unconfirmed = 0
        self.isSignedInAtServer = false
        self.receivesUserEvents = false
        self.watchlist.clear()
        switch self.current {
        case .authenticating, .signingIn, .signedIn: self.enter(.requested, into: &actions)
        case .refused(let failure, _): self.current = .failed(failure)
        case .signedOut, .requested, .failed: break
        }
    }

    /// An authentication was answered: also one for a connection of earlier, whose answer is of no
    /// use, may be reported.
    package mutating func authenticated(
        _ request: AuthenticationRequest, _ result: Result<UserAuthentication, SignInFailure>,
        into actions: inout [ClientAction]
    ) {
        guard case .authenticating(request.number) = self.current, let link = self.link,
            link.socketID == request.socketID
        else { return }
        switch result {
        case .success(let authentication):
            self.unconfirmed += 1
            self.timers += 1
            let timer = TimerID(.signIn, self.timers)
            let message = ClientMessage.signIn(
                auth: authentication.auth, userData: authentication.userData)
            actions.append(.send(message, link.socket))
            actions.append(.startTimer(timer, after: self.timeLimit))
            self.enter(.signingIn(authentication, timer), into: &actions)
        case .failure(let failure):
            self.enter(.failed(failure), into: &actions)
        }
    }

    /// A timer of the purpose `signIn` fired.
    package mutating func timerFired(_ timer: TimerID, into actions: inout [ClientAction]) {
        guard case .signingIn(let authentication, timer) = self.current else { return }
        let failure = SignInFailure(phase: .timeLimit, text: self.textOfSilence)
        self.enter(.refused(failure, authentication), into: &actions)
    }

    private var textOfSilence: String {
        "The server did not answer the sign-in within \(self.timeLimit.inWords). Many servers do "
            + "not know pusher:signin: check that this one does, and that user authentication is "
            + "switched on for the application."
    }

    // MARK: States

    /// Authenticates, or waits for a connection to do so.
    private mutating func begin(into actions: inout [ClientAction]) {
        guard let link = self.link else { return self.enter(.requested, into: &actions) }
        self.authentications += 1
        let request = AuthenticationRequest(
            socketID: link.socketID, number: self.authentications)
        actions.append(.authenticate(request))
        self.enter(.authenticating(request.number), into: &actions)
    }

    /// Changes the state and tells so.
    mutating func enter(_ state: State, into actions: inout [ClientAction]) {
        self.current = state
        actions.append(.publish(.signInChanged(self.state)))
    }
}
