import Testing

@testable import ChannelsProtocol

@Suite("Refused subscriptions")
struct SubscriptionRefusalTests {
    /// A subscription that waits for the server's answer; presence channels as user 1.
    static func pending(_ channel: ChannelName, data: String? = nil) -> MachineScene {
        var scene = MachineScene().connected()
        scene.subscribe(
            channel, authorization: ChannelAuthorization(auth: "k:s", channelData: data))
        return scene
    }

    static func failure(_ scene: MachineScene, _ channel: ChannelName) -> SubscriptionFailure? {
        switch scene.machine.subscription(to: channel) {
        case .failed(let failure): failure
        default: nil
        }
    }

    static func refused(
        _ text: String, _ channel: ChannelName = .privateA, data: String? = nil
    ) -> SubscriptionFailure? {
        var scene = Self.pending(channel, data: data)
        scene.receive(.error(ServerError(code: nil, message: text)))
        return Self.failure(scene, channel)
    }

    static func signature(_ expected: String) -> String {
        "Invalid signature: Expected HMAC SHA256 hex digest of \(expected), but got 0123abcd"
    }

    @Test(
        "every refusal of known servers is tied to its channel, and told in its words",
        arguments: [
            ("Invalid signature: Expected HMAC SHA256 hex digest of 1.1:private-a, but got x", nil),
            (
                "Invalid signature: Expected HMAC SHA256 hex digest of *1.1:private-a*, but got *x*",
                nil
            ),
            ("Invalid key in subscription auth data: 'other'", nil),
            ("Invalid format: auth must have the format key:signature", nil),
            (
                "Auth value for subscription to private-a is invalid: should be of format "
                    + "'key:signature'", nil
            ),
            ("Auth value for subscription to private-a is invalid", nil),
            ("This channel name is not valid", nil),
            ("Could not find a channel with the id private-a", nil),
            ("Connection is unauthorized", 4009),
        ] as [(String, Int?)])
    func texts(text: String, code: Int?) throws {
        for other in [[], [ChannelName.a]] {
            var scene = Self.pending(.privateA)
            for channel in other {
                scene.subscribe(channel)
                scene.receive(.subscriptionSucceeded(channel, roster: nil))
            }
            scene.receive(.error(ServerError(code: code, message: text)))
            let failure = try #require(Self.failure(scene, .privateA))
            #expect(failure.text.hasPrefix("The server refused the subscription: \(text)"))
            #expect(failure.code == code)
            #expect(failure.phase == .subscription)
            #expect(failure.stringToSign == "1.1:private-a")
            #expect(scene.problems.isEmpty)
        }
    }

    @Test(
        "errors that are about no refused subscription fail none",
        arguments: [
            ("Existing subscription to channel private-a", ChannelName.privateA),
            (
                "No current subscription to channel private-a, or subscription in progress",
                .privateA
            ),
            ("Connection not authorized within timeout", nil),
            ("Pong reply not received", nil),
        ] as [(String, ChannelName?)])
    func problems(text: String, channel: ChannelName?) {
        var scene = Self.pending(.privateA)
        scene.receive(.error(ServerError(code: nil, message: text)))
        #expect(scene.machine.subscription(to: .privateA) == .subscribing)
        #expect(scene.problems.map(\.channel) == [channel])
        #expect(scene.problems.map(\.text) == ["The server reported an error: \(text)"])
    }

    @Test("a refusal with the channel beside it carries its status, and advice too")
    func subscriptionError() throws {
        var scene = Self.pending(.privateA)
        let text = "The connection is unauthorized."
        scene.receive(.subscriptionError(.privateA, type: "AuthError", text: text, status: 401))
        let failure = try #require(Self.failure(scene, .privateA))
        #expect(failure.status == 401)
        #expect(
            failure.text
                == "The server refused the subscription: The connection is unauthorized. The "
                + "signed string is \"1.1:private-a\": check that the endpoint signs exactly this, and "
                + "check the app's key and secret.")
    }

    // MARK: Signatures

    @Test("where the signed string and the expected one differ is told, counted from 1")
    func difference() throws {
        let data = #"{"user_id":"1","user_info":{"name":"Ann"}}"#
        let other = #"{"user_id":"1","user_info":{"name":"Ben"}}"#
        let presence = try #require(
            Self.refused(Self.signature("1.1:presence-a:\(other)"), .presenceA, data: data))
        #expect(presence.stringToSign == "1.1:presence-a:\(data)")
        #expect(presence.comparison?.expected == "1.1:presence-a:\(other)")
        #expect(presence.comparison?.signedHere == presence.stringToSign)
        #expect(presence.comparison?.firstDifference == 51)
        #expect(
            presence.text.hasSuffix(
                ", but got 0123abcd. The signed string first differs at character 52: "
                    + "the server expected \"…\"name\":\"Ben\"}}\", and the signed string has "
                    + "\"…\"name\":\"Ann\"}}\"."))
    }

    @Test("equal texts mean another secret")
    func equalTexts() throws {
        for wrapped in ["1.1:private-a", "*1.1:private-a*", "'1.1:private-a'", "\"1.1:private-a\""]
        {
            let failure = try #require(Self.refused(Self.signature(wrapped)))
            #expect(failure.comparison?.expected == "1.1:private-a")
            #expect(failure.comparison?.firstDifference == nil)
            #expect(failure.text.hasSuffix("the secrets differ: check the app's key and secret."))
        }
    }

    @Test("channel data may hold anything, the words that follow it included")
    func hostileData() throws {
        let data = #"{"user_id":"1, but got 2","user_info":"digest of '*:"}"#
        let failure = try #require(
            Self.refused(Self.signature("1.1:presence-a:\(data)"), .presenceA, data: data))
        #expect(failure.comparison?.expected == "1.1:presence-a:\(data)")
        #expect(failure.comparison?.firstDifference == nil)
    }

    @Test("other words of refusals inside of channel data are no refusals")
    func quotedWords() throws {
        let data = #"{"user_id":"Existing subscription to channel a","x":"invalid key"}"#
        let failure = try #require(
            Self.refused(Self.signature("1.1:presence-a:\(data)"), .presenceA, data: data))
        #expect(failure.text.hasSuffix("the secrets differ: check the app's key and secret."))
    }

    @Test(
        "channel data that was encoded twice is recognised",
        arguments: [#""{\"user_id\":\"1\"}""#, #"{\"user_id\":\"1\"}"#])
    func encodedTwice(data: String) throws {
        let expected = try #require(
            Self.refused(Self.signature("1.1:presence-a:\(data)"), .presenceA))
        #expect(expected.text.contains("encoded twice"))
        let plain = Self.signature(#"1.1:presence-a:{"user_id":"1"}"#)
        let other = try #require(Self.refused(plain, .presenceA, data: data))
        #expect(!other.text.contains("encoded twice"))
    }

    @Test("what to do about a wrong key or form is said")
    func advice() throws {
        let key = try #require(Self.refused("Invalid key in subscription auth data: 'other'"))
        #expect(key.text.contains("'. It was signed for another app: its auth must start with"))
        let form = "Invalid format: auth must have the format key:signature"
        let format = try #require(Self.refused(form))
        #expect(format.text.contains("must be the app key, a colon and the signature"))
        let name = try #require(Self.refused("This channel name is not valid"))
        #expect(name.text == "The server refused the subscription: This channel name is not valid.")
    }

    @Test("a public channel has no signed string")
    func publicChannel() throws {
        var scene = Self.pending(.a)
        scene.receive(.error(ServerError(code: nil, message: "Invalid signature")))
        let failure = try #require(Self.failure(scene, .a))
        #expect(failure.stringToSign == nil)
        #expect(failure.text == "The server refused the subscription: Invalid signature.")
    }

    @Test("texts that end early, or are long, are read without harm")
    func oddTexts() {
        let table: [(String, String?)] = [
            ("digest of ", nil), ("digest of *", nil), (", but got digest of ", nil),
            ("digest of 1.1:a", "1.1:a"), ("digest of 1.1:a, BUT GOT b", "1.1:a"),
            ("digest of *1.1:a", "1.1:a"), ("digest of '1.1:a*', but got", "1.1:a*"),
            (
                "digest of " + String(repeating: "x", count: 100_000),
                String(repeating: "x", count: 32_758)
            ),
        ]
        for (text, expected) in table {
            #expect(ExpectedSignature(text)?.text == expected)
        }
        #expect(ExpectedSignature("digest of 1.1:a:b:c")?.channel == .a)
        #expect(ExpectedSignature("digest of 1.1")?.channel == nil)
    }

    @Test(
        "two texts are compared to their ends",
        arguments: [
            ("abc", "abc", nil), ("abc", "ab", 2), ("ab", "abc", 2), ("", "a", 0), ("", "", nil),
            ("é", "e", 0), ("aé", "aè", 2), ("aé", "aéb", 3),
        ] as [(String, String, Int?)])
    func comparison(signed: String, expected: String, difference: Int?) {
        let comparison = SignatureComparison(signedHere: signed, expected: expected)
        #expect(comparison.firstDifference == difference)
        #expect(comparison.explanation.hasSuffix("."))
    }

    @Test("a difference inside of a character is shown with the whole character")
    func wholeCharacters() {
        let comparison = SignatureComparison(signedHere: "aé", expected: "aè")
        #expect(
            comparison.explanation
                == "The signed string first differs at character 2: the server expected \"aè\", "
                + "and the signed string has \"aé\".")
        let shorter = SignatureComparison(signedHere: "0123456789abc", expected: "0123456789")
        #expect(
            shorter.explanation.contains(
                "the server expected \"…23456789\", and the signed string has \"…23456789abc\""))
    }

    @Test("a refusal after the confirmation is reported as such")
    func late() {
        var scene = Self.pending(.privateA)
        scene.receive(.subscriptionSucceeded(.privateA, roster: nil))
        scene.receive(
            .subscriptionError(.privateA, type: "AuthError", text: "denied", status: 401))
        #expect(
            scene.problems.map(\.text).last
                == "The server refused a subscription that it had confirmed: denied")
        #expect(scene.machine.subscription(to: .privateA) == .subscribed)
    }
}
