import ChannelsProtocol
import Testing

@Suite("Errors and the sign-in")
struct SignInErrorTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var text: String
        var code: Int?
        var channel: ChannelName?
        /// While nothing else waits for an answer, and while a subscription does.
        var refuses: (alone: Bool, besideOthers: Bool)

        init(
            _ text: String, _ code: Int?, channel: ChannelName? = nil,
            refuses: (alone: Bool, besideOthers: Bool)
        ) {
            self.text = text
            self.code = code
            self.channel = channel
            self.refuses = refuses
        }

        var testDescription: String { "\(self.code ?? 0) \(self.text)" }
    }

    static let cases: [Case] = [
        // Named.
        Case(
            #"Invalid signature: Expected HMAC SHA256 hex digest of 1.1::user::{"id":"7"}, but got x"#,
            nil, refuses: (true, true)),
        Case("Unsupported event: pusher:signin", nil, refuses: (true, true)),
        Case("Already signed in as another user", 4009, refuses: (true, true)),
        Case("Invalid user_data", nil, refuses: (true, true)),
        Case("SIGN-IN is not enabled", 4200, refuses: (true, true)),
        Case("Connection not authorized.", 4009, refuses: (true, true)),
        // Nobody says what it is about.
        Case("Invalid message format", 4200, refuses: (true, true)),
        Case("No", nil, refuses: (true, true)),
        Case("", 4300, refuses: (true, true)),
        // A subscription's, or the sign-in's.
        Case("Connection is unauthorized", 4009, refuses: (true, false)),
        Case("Invalid key in subscription auth data: 'x'", nil, refuses: (true, false)),
        // Somebody else's.
        Case("Client event rejected", 4301, refuses: (false, false)),
        Case("Broadcast failed", 4303, refuses: (false, false)),
        Case("Existing subscription to channel a", nil, refuses: (false, false)),
        Case("No current subscription to channel a", nil, refuses: (false, false)),
        Case("Auth value for subscription to private-a is invalid", nil, refuses: (false, false)),
        Case(
            "Invalid signature: Expected HMAC SHA256 hex digest of 1.1:private-a, but got x", nil,
            refuses: (false, false)),
        Case("No", nil, channel: .privateA, refuses: (false, false)),
        Case("Over capacity", 4100, refuses: (false, false)),
        Case("Application does not exist", 4001, refuses: (false, false)),
        Case("Pong reply not received", 4201, refuses: (false, false)),
    ]

    @Test("a waiting sign-in is refused by errors that are about nothing else", arguments: cases)
    func refusals(_ row: Case) {
        for othersDue in [false, true] {
            let expected = othersDue ? row.refuses.besideOthers : row.refuses.alone
            var scene = SignInScene.signingIn()
            let answer = scene.error(
                row.text, code: row.code, channel: row.channel, otherAnswersDue: othersDue)
            #expect(answer == (expected ? .fail : .other))
            #expect((scene.machine.state == .signingIn) == !expected)
            // What is not handled is for others to tell.
            #expect(scene.problems.isEmpty)
        }
    }

    @Test("no error refuses a sign-in that does not wait for an answer", arguments: cases)
    func onlyWhileWaiting(_ row: Case) {
        var authenticating = SignInScene()
        authenticating.signIn()
        authenticating.connect()
        var refused = SignInScene.signingIn()
        refused.fire(TimerID(.signIn, 1))
        for scene in [SignInScene(), authenticating, .signedIn(), refused] {
            var scene = scene
            let state = scene.machine.state
            #expect(scene.error(row.text, code: row.code, channel: row.channel) == .other)
            #expect(scene.machine.state == state)
        }
    }

    @Test("the failure tells the server's words, code and frame, and what they may mean")
    func words() {
        var scene = SignInScene.signingIn()
        _ = scene.error("Invalid message format", code: 4200)
        #expect(
            scene.machine.state
                == .failed(
                    SignInFailure(
                        phase: .signIn, what: "The server refused the sign-in with error 4200",
                        cause: "Invalid message format",
                        advice: "It may not support pusher:signin.", code: 4200, frame: "frame")))
        scene = .signingIn()
        _ = scene.error("", code: 4009)
        #expect(
            scene.states.last
                == .failed(
                    SignInFailure(
                        phase: .signIn,
                        what: "The server refused the sign-in with error 4009",
                        cause: "it gave no reason",
                        code: 4009, frame: "frame")))
    }

    @Test("a confirmation after an error that was taken for a refusal counts")
    func wrongGuess() {
        var scene = SignInScene.signingIn()
        _ = scene.error("Something", code: nil)
        scene.confirm()
        #expect(scene.machine.state == .signedIn(SignInStateMachineTests.user))
        #expect(scene.problems.isEmpty)
    }

    @Test("a watchlist that is too long is told, and the sign-in goes on")
    func watchlistLimit() {
        var scene = SignInScene.signingIn()
        #expect(scene.error("Too many", code: 4302) != .other)
        #expect(scene.machine.state == .signingIn)
        scene.confirm()
        #expect(scene.error("Too many", code: 4302) != .other)
        #expect(scene.machine.state == .signedIn(SignInStateMachineTests.user))
        #expect(scene.problems.map(\.kind) == [.serverError(code: 4302), .serverError(code: 4302)])
        #expect(scene.problems.first?.frame == "frame")
        scene = SignInScene()
        scene.connect()
        #expect(scene.error("Too many", code: 4302) == .other)
    }

    @Test(
        "an error about the channel of the user is told with it",
        arguments: [
            ("Existing subscription to channel #server-to-user-7", nil),
            ("Existing subscription to channel '#server-to-user-7'.", nil),
            ("No", "#server-to-user-7"),
        ] as [(String, String?)])
    func userChannel(text: String, channel: String?) {
        var scene = SignInScene.signedIn()
        #expect(scene.error(text, channel: channel.map { ChannelName(wire: $0) }) != .other)
        #expect(scene.problems.map(\.channel?.text) == ["#server-to-user-7"])
        #expect(scene.machine.state == .signedIn(SignInStateMachineTests.user))
    }
}
