import ChannelsProtocol

/// A sign-in machine beside what it answered.
struct SignInScene {
    var machine = SignInStateMachine(timeLimit: .seconds(10))
    /// The states that were to be published.
    var states: [SignInState] = []
    var sent: [ClientMessage] = []
    var requests: [AuthenticationRequest] = []
    var timers: [TimerID] = []
    var problems: [ReportedProblem] = []
    var changes: [[WatchlistChange]] = []
    private var sockets = 0

    static let userData = #"{"id":"7","watchlist":["a"]}"#
    static let refusal = SignInFailure(phase: .authentication, status: 403, what: "No")

    mutating func signIn() { self.take(self.machine.signIn()) }

    mutating func signOut() {
        switch self.machine.signOut() {
        case .leave(let channel):
            self.sent.append(.unsubscribe(channel))
            self.publish()
        case .forget: self.publish()
        case .none: break
        }
    }

    /// Connection after connection, with its own socket id.
    mutating func connect() {
        self.sockets += 1
        guard let id = SocketID.numbered(self.sockets) else { return }
        self.take(self.machine.connected(as: id))
    }

    mutating func disconnect() {
        switch self.machine.disconnected() {
        case .wait: self.publish()
        case .none: break
        }
    }

    mutating func answer(
        _ request: AuthenticationRequest? = nil, userData: String = Self.userData
    ) {
        guard let request = request ?? self.requests.last else { return }
        let authentication = UserAuthentication(auth: "k:\(request.number)", userData: userData)
        self.take(self.machine.authenticated(request, .success(authentication)))
    }

    mutating func refuseAuthentication() {
        guard let request = self.requests.last else { return }
        self.take(self.machine.authenticated(request, .failure(Self.refusal)))
    }

    mutating func confirm(_ userData: String = Self.userData) {
        switch self.machine.signInSucceeded(userData: userData) {
        case .signedIn(let user, let problem):
            if let problem { self.problems.append(problem) }
            self.publish()
            self.sent.append(.subscribe(user.channel, nil))
        case .fail: self.publish()
        case .report(let problem): self.problems.append(problem)
        case .none: break
        }
    }

    mutating func fire(_ timer: TimerID) {
        switch self.machine.timerFired(timer) {
        case .fail: self.publish()
        case .none: break
        }
    }

    mutating func confirmChannel(_ channel: ChannelName) {
        self.report(self.machine.subscriptionSucceeded(channel))
    }

    mutating func refuseChannel(_ channel: ChannelName, _ text: String, status: Int? = nil) {
        self.report(self.machine.subscriptionRefused(channel, text: text, status: status))
    }

    mutating func receive(_ changes: WatchlistChange...) {
        switch self.machine.watchlistReceived(changes) {
        case .publish: self.changes.append(changes)
        case .report(let problem): self.problems.append(problem)
        case .none: break
        }
    }

    mutating func error(
        _ text: String, code: Int? = nil, channel: ChannelName? = nil, otherAnswersDue: Bool = false
    ) -> SignInStateMachine.ErrorOutcome {
        let error = ServerError(code: code, message: text, channel: channel)
        let frame = ReceivedFrame(.success(.error(error)), frame: Array("frame".utf8))
        let outcome = self.machine.errorReceived(
            error, frame: frame, otherAnswersDue: otherAnswersDue)
        switch outcome {
        case .fail: self.publish()
        case .report(let problem): self.problems.append(problem)
        case .other: break
        }
        return outcome
    }

    private mutating func take(_ outcome: SignInStateMachine.BeginOutcome) {
        switch outcome {
        case .authenticate(let request):
            self.requests.append(request)
            self.publish()
        case .wait: self.publish()
        case .none: break
        }
    }

    private mutating func take(_ outcome: SignInStateMachine.AuthenticationOutcome) {
        switch outcome {
        case .signIn(let authentication, let timer):
            self.sent.append(.signIn(auth: authentication.auth, userData: authentication.userData))
            self.timers.append(timer.id)
            self.publish()
        case .fail: self.publish()
        case .none: break
        }
    }

    private mutating func report(_ problem: ReportedProblem?) {
        if let problem { self.problems.append(problem) }
    }

    private mutating func publish() { self.states.append(self.machine.state) }

    /// Waiting for the server's answer.
    static func signingIn() -> SignInScene {
        var scene = SignInScene()
        scene.signIn()
        scene.connect()
        scene.answer()
        return scene
    }

    static func signedIn() -> SignInScene {
        var scene = Self.signingIn()
        scene.confirm()
        return scene
    }
}
