import BuoyTestBasics
import Testing

@testable import ChannelsProtocol

@Suite("The words of errors")
struct ServerErrorTextTests {
    static func read(_ text: String, channel: ChannelName? = nil) -> ServerErrorText {
        ServerErrorText(ServerError(code: nil, message: text, channel: channel))
    }

    @Test("the channel is found in the words of several servers")
    func channels() {
        let table: [(String, ServerErrorText)] = [
            (
                "Existing subscription to channel my-channel",
                .alreadySubscribed(ChannelName(wire: "my-channel"))
            ),
            ("Existing subscription to channel a.", .alreadySubscribed(ChannelName(wire: "a"))),
            (
                "No current subscription to channel private-x, or subscription in progress",
                .notSubscribed(ChannelName(wire: "private-x"))
            ),
            (
                "Invalid signature: Expected HMAC SHA256 hex digest of 1.2:private-x, but got abc",
                .refused(ChannelName(wire: "private-x"))
            ),
            (
                "Invalid signature: Expected HMAC SHA256 hex digest of "
                    + "1.2:presence-x:{\"user_id\":\"1\"}, but got abc",
                .refused(ChannelName(wire: "presence-x"))
            ),
            ("Invalid signature", .refused(nil)),
            ("Invalid signature: Expected HMAC SHA256 hex digest of nothing", .refused(nil)),
            ("Invalid key in subscription auth data: 'k'", .refused(nil)),
            ("Invalid format: auth must have the format key:signature", .refused(nil)),
            (
                "Auth value for subscription to private-b is invalid: should be of format "
                    + "'key:signature'",
                .refused(ChannelName(wire: "private-b"))
            ),
            (
                "Auth value for subscription to private-b is invalid",
                .refused(ChannelName(wire: "private-b"))
            ),
            ("This channel name is not valid", .refused(nil)),
            ("Could not find a channel with the id X", .refused(ChannelName(wire: "X"))),
            ("Connection is unauthorized", .refused(nil)),
            (
                "Invalid signature: Expected HMAC SHA256 hex digest of *1.2:private-x*, but got *a*",
                .refused(ChannelName(wire: "private-x"))
            ),
            ("Connection not authorized within timeout", .other),
            ("Pong reply not received", .other),
            ("EXISTING SUBSCRIPTION TO CHANNEL \"a\"", .alreadySubscribed(ChannelName(wire: "a"))),
            ("Existing subscription to channel ", .other),
            ("", .other),
            ("\u{1B}[31m\0", .other),
        ]
        for (text, expected) in table {
            #expect(Self.read(text) == expected, "\(text)")
        }
    }

    @Test("4301 without a word about client events is about messages of every kind")
    func messageLimit() {
        for (code, text, expected) in [
            (4301, "Rate limit exceeded", .messageLimit),
            (4301, "Rate limit exceeded for client events", .clientEvent),
            (nil, "Rate limit exceeded", .clientEvent),
        ] as [(Int?, String, ServerErrorText)] {
            #expect(ServerErrorText(ServerError(code: code, message: text)) == expected, "\(text)")
        }
    }

    @Test(
        "the refusal of a client event is known by its words or its code",
        arguments: [
            ("The app does not have client messaging enabled.", 4301),
            ("The rate limit for sending client events exceeded the quota.", 4301),
            ("whatever", 4301),
            (
                "To send client events, you must enable this feature in the Settings page of your "
                    + "dashboard.", nil
            ),
            ("Client event rejected - only supported on private and presence channels", nil),
            ("The client is not a member of the specified channel.", 4009),
            ("Rate limit exceeded", nil),
        ])
    func clientEvents(text: String, code: Int?) {
        #expect(ServerErrorText(ServerError(code: code, message: text)) == .clientEvent)
    }

    @Test("a limit on something else is not about client events, nor is a quoted user")
    func noClientEvents() {
        let limit = ServerError(code: 4100, message: "Rate limit exceeded")
        #expect(ServerErrorText(limit) == .other)
        let quoted =
            "Invalid signature: Expected HMAC SHA256 hex digest of "
            + "1.2:presence-x:{\"user_id\":\"client event\"}, but got a"
        #expect(Self.read(quoted) == .refused(ChannelName(wire: "presence-x")))
    }

    @Test("a channel named beside the words is used when these name none")
    func channelKey() {
        #expect(
            Self.read("Invalid signature", channel: ChannelName(wire: "private-k"))
                == .refused(ChannelName(wire: "private-k")))
    }

    @Test("a text of any length is read in its first part only")
    func longText() {
        let padding = String(repeating: "existing subscription ", count: 100_000)
        #expect(Self.read(padding + "to channel a") == .other)
    }

    @Test("random texts are read without harm")
    func randomTexts() {
        var generator = Dice(seed: 5)
        let words = [
            "Invalid signature", "digest of ", ":", "existing subscription to channel ", ".", ",",
            "no current subscription to channel ", "é", "\0", " ", "x",
        ]
        for _ in 0..<2_000 {
            let count = Int.random(in: 0..<6, using: &generator)
            let text = (0..<count).map { _ in words.randomElement(using: &generator) ?? "" }
            switch Self.read(text.joined()) {
            case .alreadySubscribed(let name), .notSubscribed(let name):
                #expect(!name.text.isEmpty)
            case .refused(let name):
                #expect(name?.text.isEmpty != true)
            case .clientEvent, .messageLimit, .other:
                break
            }
        }
    }
}
