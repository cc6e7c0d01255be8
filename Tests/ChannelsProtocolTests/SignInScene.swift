import ChannelsProtocol

/// A sign-in machine beside what it answered.
struct SignInScene {
    var machine = SignInStateMachine(timeLimit: .seconds(10))
    var actions: [ClientAction] = []
    private var sockets = 0

    static let userData = #"{"id":"7","watchlist":["a"]}"#
    static let refusal = SignInFailure(phase: .authentication, status: 403, text: "No.")

    var states: [SignInState] {
        self.actions.compactMap {
            if case .publish(.signInChanged(let state)) = $0 { state } else { nil }
        }
    }

    var sent: [ClientMessage] {
        self.actions.compactMap { if case .send(let message, _) = $0 { message } else { nil } }
    }

    var requests: [AuthenticationRequest] {
        self.actions.compactMap { if case .authenticate(let request) = $0 { request } else { nil } }
    }

    var timers: [TimerID] {
        self.actions.compactMap { if case .startTimer(let timer, _) = $0 { timer } else { nil } }
    }

    var problems: [Problem] {
        self.actions.compactMap {
            if case .publish(.problem(let problem)) = $0 { problem } else { nil }
        }
    }

    var changes: [[WatchlistChange]] {
        self.actions.compactMap {
            if case .publish(.watchlistChanged(let changes)) = $0 { changes } else { nil }
        }
    }

    mutating func signIn() { self.machine.signIn(into: &self.actions) }
    mutating func signOut() { self.machine.signOut(into: &self.actions) }

    /// Connection after connection, with a socket id of its own.
    mutating func connect() {
        self.sockets += 1
        guard let id = SocketID.numbered(self.sockets) else { return }
        self.machine.connected(SocketNumber(self.sockets), id, into: &self.actions)
    }

    mutating func disconnect() { self.machine.disconnected(into: &self.actions) }

    mutating func answer(
        _ request: AuthenticationRequest? = nil, userData: String = Self.userData
    ) {
        guard let request = request ?? self.requests.last else { return }
        let authentication = UserAuthentication(auth: "k:\(request.number)", userData: userData)
        self.machine.authenticated(request, .success(authentication), into: &self.actions)
    }

    mutating func refuseAuthentication() {
        guard let request = self.requests.last else { return }
        self.machine.authenticated(request, .failure(Self.refusal), into: &self.actions)
    }

    mutating func confirm(_ userData: String = Self.userData) {
        self.machine.signInSucceeded(userData: userData, into: &self.actions)
    }

    mutating func fire(_ timer: TimerID) {
        self.machine.timerFired(timer, into: &self.actions)
    }

    mutating func receive(_ changes: WatchlistChange...) {
        self.machine.watchlistReceived(changes, into: &self.actions)
    }

    mutating func error(
        _ text: String, code: Int? = nil, channel: ChannelName? = nil, otherAnswersDue: Bool = false
    ) -> SignInStateMachine.OnError {
        let error = ServerError(code: code, message: text, channel: channel)
        let frame = ReceivedFrame(.success(.error(error)), frame: Array("frame".utf8))
        return self.machine.errorReceived(
            error, frame: frame, otherAnswersDue: otherAnswersDue, into: &self.actions)
    }

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
