import BuoyTestBasics
import ChannelsProtocol
import Testing

@Suite("The sign-in")
struct SignInStateMachineTests {
    static let user = SignedInUser(id: "7", data: SignInScene.userData)
    static let channel = ChannelName(wire: "#server-to-user-7")
    static let signIn = ClientMessage.signIn(auth: "k:1", userData: SignInScene.userData)

    static func timer(_ number: Int) -> TimerID { TimerID(.signIn, number) }

    @Test("a user is authenticated, signed in and subscribed to their channel, in this order")
    func whole() throws {
        let id = try #require(SocketID("1.1"))
        let request = AuthenticationRequest(socketID: id, number: 1)
        let authentication = UserAuthentication(auth: "k:1", userData: SignInScene.userData)
        let timer = StartedTimer(id: Self.timer(1), after: .seconds(10))
        var machine = SignInStateMachine(timeLimit: .seconds(10))
        #expect(machine.signIn() == .wait)
        #expect(machine.state == .requested)
        #expect(machine.connected(as: id) == .authenticate(request))
        #expect(machine.state == .authenticating)
        let authenticated = machine.authenticated(request, .success(authentication))
        #expect(authenticated == .signIn(authentication, timer))
        #expect(machine.state == .signingIn)
        let confirmation = machine.signInSucceeded(userData: SignInScene.userData)
        #expect(confirmation == .signedIn(Self.user, nil))
        #expect(machine.state == .signedIn(Self.user))
    }

    @Test("the client sends, starts timers and publishes in this order")
    func actions() throws {
        let id = try #require(SocketID("1.1"))
        let request = AuthenticationRequest(socketID: id, number: 1)
        let authentication = UserAuthentication(auth: "k:1", userData: SignInScene.userData)
        var generator = Dice(seed: 1)
        var machine = ClientStateMachine(ClientMachineOptions(address: "host:80"))
        #expect(machine.signIn() == [.publish(.signInChanged(.requested))])
        _ = machine.connect(at: .zero)
        _ = machine.opened(1, at: .zero)
        func receive(_ message: ServerMessage) -> [ClientAction] {
            machine.received(
                [ReceivedFrame(.success(message))], on: 1, at: .zero, using: &generator)
        }
        let established = receive(.connectionEstablished(id, activityTimeout: nil))
        let begin = [
            ClientAction.authenticate(request), .publish(.signInChanged(.authenticating)),
        ]
        #expect(established.filter { begin.contains($0) } == begin)
        #expect(
            machine.authenticated(request, .success(authentication), at: .zero) == [
                .send(Self.signIn, 1), .startTimer(Self.timer(1), after: .seconds(10)),
                .publish(.signInChanged(.signingIn)),
            ])
        let end = [
            ClientAction.publish(.signInChanged(.signedIn(Self.user))),
            .send(.subscribe(Self.channel, nil), 1),
        ]
        let confirmed = receive(.signInSucceeded(userData: SignInScene.userData))
        #expect(confirmed.filter { end.contains($0) } == end)
    }

    @Test("while connected, a wish to sign in begins at once")
    func connectedAlready() {
        var scene = SignInScene()
        scene.connect()
        #expect(scene.states.isEmpty && scene.requests.isEmpty)
        scene.signIn()
        #expect(scene.states == [.authenticating])
        #expect(scene.requests.count == 1)
    }

    @Test("wanting it twice is wanting it once, in every state")
    func signsInOnce() {
        var scene = SignInScene()
        scene.signIn()
        scene.signIn()
        scene.connect()
        scene.signIn()
        scene.answer()
        scene.signIn()
        scene.confirm()
        scene.signIn()
        #expect(
            scene.states == [.requested, .authenticating, .signingIn, .signedIn(Self.user)])
        #expect(scene.requests.count == 1)
    }

    @Test("the confirmation of the user's channel is no surprise, and a second one neither")
    func userChannel() {
        var scene = SignInScene.signedIn()
        scene.confirmChannel(Self.channel)
        scene.confirmChannel(Self.channel)
        #expect(scene.machine.isForUser(Self.channel))
        #expect(!scene.machine.isForUser(ChannelName(wire: "#server-to-user-8")))
        scene.disconnect()
        #expect(!scene.machine.isForUser(Self.channel))
        #expect(scene.problems.isEmpty)
    }

    @Test("a refused channel of the user is a problem, and the sign-in stands")
    func userChannelRefused() {
        var scene = SignInScene.signedIn()
        scene.refuseChannel(Self.channel, "denied", status: 401)
        #expect(scene.machine.state == .signedIn(Self.user))
        #expect(scene.problems.map(\.channel) == [Self.channel])
        #expect(
            scene.problems.first?.text.hasSuffix("will not arrive: denied (status 401)") == true)
    }

    @Test("the channel of a user that nobody signed in is unexpected")
    func foreignUserChannel() {
        var scene = SignInScene.signingIn()
        scene.confirmChannel(Self.channel)
        scene.refuseChannel(Self.channel, "no")
        #expect(scene.problems.map(\.kind) == [.unexpectedMessage, .unexpectedMessage])
        #expect(!scene.machine.isForUser(Self.channel))
    }

    // MARK: Connections

    @Test("after a reconnection the user is authenticated anew, for the new socket id")
    func reconnects() {
        var scene = SignInScene.signedIn()
        scene.disconnect()
        #expect(scene.machine.state == .requested)
        scene.connect()
        #expect(scene.requests.map(\.socketID.text) == ["1.1", "2.1"])
        #expect(scene.requests.map(\.number) == [1, 2])
        scene.answer()
        #expect(scene.sent.last == .signIn(auth: "k:2", userData: SignInScene.userData))
    }

    @Test("an authentication for an earlier connection, or of an earlier number, changes nothing")
    func lateAuthentication() {
        var scene = SignInScene()
        scene.signIn()
        scene.connect()
        let first = scene.requests[0]
        scene.disconnect()
        scene.answer(first)
        #expect(scene.machine.state == .requested)
        scene.connect()
        scene.answer(first)
        #expect(scene.machine.state == .authenticating)
        scene.signOut()
        scene.signIn()
        scene.answer(scene.requests[1])
        #expect(scene.machine.state == .authenticating)
        #expect(scene.sent.isEmpty)
        scene.answer(scene.requests[2])
        #expect(scene.machine.state == .signingIn)
        scene.answer(scene.requests[2])
        #expect(scene.sent.count == 1)
    }

    @Test("an answer with the right number for another socket id changes nothing")
    func otherSocket() throws {
        var scene = SignInScene()
        scene.signIn()
        scene.connect()
        let other = try #require(SocketID("9.9"))
        scene.answer(AuthenticationRequest(socketID: other, number: 1))
        #expect(scene.machine.state == .authenticating)
    }

    @Test("a lost connection ends every stage, and a failure stays to be seen")
    func disconnects() {
        var scene = SignInScene()
        scene.disconnect()
        scene.signIn()
        scene.disconnect()
        #expect(scene.states == [.requested])
        scene.connect()
        scene.disconnect()
        #expect(scene.states.last == .requested)
        scene.connect()
        scene.answer()
        scene.disconnect()
        #expect(scene.states.last == .requested)
        scene.connect()
        scene.refuseAuthentication()
        let states = scene.states
        scene.disconnect()
        #expect(scene.machine.state == .failed(SignInScene.refusal))
        #expect(scene.states == states)
    }

    // MARK: Failures

    @Test("a refused authentication fails, and is tried again when asked or with a connection")
    func authenticationFails() {
        var scene = SignInScene()
        scene.signIn()
        scene.connect()
        scene.refuseAuthentication()
        #expect(scene.machine.state == .failed(SignInScene.refusal))
        scene.signIn()
        #expect(scene.machine.state == .authenticating)
        scene.refuseAuthentication()
        scene.disconnect()
        scene.connect()
        #expect(scene.machine.state == .authenticating)
        #expect(scene.requests.map(\.number) == [1, 2, 3])
        scene.refuseAuthentication()
        scene.disconnect()
        scene.signIn()
        #expect(scene.machine.state == .requested)
    }

    @Test("a server that says nothing fails the sign-in, in a sentence that says what to check")
    func silence() {
        var scene = SignInScene.signingIn()
        scene.fire(Self.timer(1))
        guard case .failed(let failure) = scene.machine.state else {
            Issue.record("\(scene.machine.state)")
            return
        }
        #expect(failure.phase == .timeLimit)
        #expect(failure.what == "The server did not answer the sign-in within 10s")
        #expect(failure.advice?.hasPrefix("Many servers do not support it: check") == true)
    }

    @Test("an earlier timer changes nothing")
    func lateTimer() {
        var scene = SignInScene.signedIn()
        scene.fire(Self.timer(1))
        #expect(scene.machine.state == .signedIn(Self.user))
        scene.disconnect()
        scene.connect()
        scene.answer()
        #expect(scene.timers == [Self.timer(1), Self.timer(2)])
        scene.fire(Self.timer(1))
        #expect(scene.machine.state == .signingIn)
    }

    @Test("a confirmation after the time limit still counts, on the same connection only")
    func lateConfirmation() {
        var scene = SignInScene.signingIn()
        scene.fire(Self.timer(1))
        scene.confirm()
        #expect(scene.machine.state == .signedIn(Self.user))
        #expect(scene.sent.last == .subscribe(Self.channel, nil))

        scene = .signingIn()
        scene.fire(Self.timer(1))
        scene.disconnect()
        scene.confirm()
        #expect(scene.problems.map(\.kind) == [.unexpectedMessage])
    }

    // MARK: Confirmations

    @Test(
        "the id is what the server repeats; where it repeats none, what was signed",
        arguments: [
            (#"{"id":"8"}"#, #"{"id":"8"}"#, "8", 0),
            (#"{"id":8}"#, #"{"id":8}"#, "8", 0),
            (#"{"id":"8"}"#, #"{"id":8}"#, "8", 0),
            (#"{"id":12345678901234567890}"#, "{}", "12345678901234567890", 0),
            (#"{"id":"8"}"#, "", "8", 0),
            (#"{"id":"8"}"#, "{not json", "8", 0),
            (#"{"id":"8"}"#, #"{"id":""}"#, "8", 0),
            (#"{"id":"8"}"#, #"{"id":null}"#, "8", 0),
            (#"{"id":"8"}"#, "[8]", "8", 0),
            (#"{"id":"8"}"#, #"{"id":"9"}"#, "9", 1),
            ("not json", #"{"id":"9"}"#, "9", 0),
        ])
    func ids(signed: String, repeated: String, id: String, problems: Int) {
        var scene = SignInScene()
        scene.signIn()
        scene.connect()
        scene.answer(userData: signed)
        scene.confirm(repeated)
        #expect(scene.machine.state == .signedIn(SignedInUser(id: UserID(id), data: repeated)))
        #expect(scene.problems.map(\.kind) == Array(repeating: .unexpectedMessage, count: problems))
    }

    @Test("a confirmation without any id fails")
    func noID() {
        var scene = SignInScene()
        scene.signIn()
        scene.connect()
        scene.answer(userData: "{}")
        scene.confirm("{}")
        guard case .failed(let failure) = scene.machine.state else {
            Issue.record("the state is \(scene.machine.state)")
            return
        }
        #expect(failure.phase == .signIn)
        #expect(scene.sent.count == 1)
    }

    @Test("a confirmation that was not asked for is unexpected, in every state")
    func unexpectedConfirmation() {
        var scene = SignInScene()
        scene.confirm()
        scene.signIn()
        scene.confirm()
        scene.connect()
        scene.confirm()
        scene.refuseAuthentication()
        scene.confirm()
        #expect(scene.problems.count == 4)
        scene = .signedIn()
        scene.confirm()
        #expect(scene.problems.map(\.kind) == [.unexpectedMessage])
        #expect(scene.machine.state == .signedIn(Self.user))
    }

    // MARK: Signing out

    @Test("signing out gives the user's channel up and says so once")
    func signsOut() {
        var scene = SignInScene.signedIn()
        scene.confirmChannel(Self.channel)
        scene.signOut()
        scene.signOut()
        #expect(scene.sent.suffix(1) == [.unsubscribe(Self.channel)])
        #expect(scene.states.suffix(2) == [.signedIn(Self.user), .signedOut])
        #expect(!scene.machine.isForUser(Self.channel))
        scene.disconnect()
        scene.connect()
        #expect(scene.machine.state == .signedOut)
        #expect(scene.requests.count == 1)
    }

    @Test("what the server still says after a sign-out is no surprise")
    func lateMessages() {
        var scene = SignInScene.signingIn()
        scene.signOut()
        scene.confirm()
        scene.confirmChannel(Self.channel)
        scene.refuseChannel(Self.channel, "no")
        scene.receive(WatchlistChange(name: "online", userIDs: ["a"]))
        #expect(scene.machine.state == .signedOut)
        #expect(scene.problems.isEmpty)
        #expect(scene.changes.isEmpty)
        #expect(scene.machine.onlineUsers.isEmpty)
        // On the next connection it would be one.
        scene.disconnect()
        scene.connect()
        scene.receive(WatchlistChange(name: "online", userIDs: ["a"]))
        #expect(scene.problems.count == 1)
    }

    @Test("signing out ends every stage without a message, but for the last")
    func signsOutEarly() {
        var scene = SignInScene()
        scene.signIn()
        scene.signOut()
        scene.connect()
        #expect(scene.states == [.requested, .signedOut])
        scene.signIn()
        scene.signOut()
        scene.signIn()
        scene.answer()
        scene.signOut()
        scene.fire(Self.timer(1))
        #expect(scene.machine.state == .signedOut)
        #expect(scene.sent == [.signIn(auth: "k:2", userData: SignInScene.userData)])
    }

    @Test("after a sign-out the user can be signed in again on the same connection")
    func signsInAgain() {
        var scene = SignInScene.signedIn()
        scene.signOut()
        scene.signIn()
        scene.answer()
        scene.confirm()
        #expect(scene.machine.state == .signedIn(Self.user))
        #expect(scene.problems.isEmpty)
    }
}
