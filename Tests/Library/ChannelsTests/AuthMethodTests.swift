import BuoyTestSupport
import ChannelsProtocol
import ChannelsSigning
import Testing

@testable import Channels

/// The methods that ask no server, and what all of them may show.
struct AuthMethodTests {
    private static let secret = AppSecret("7ad3773142a6692b25b8")
    private static let masterKey = try? EncryptionMasterKey(
        base64: "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=")

    @Test("without a method nothing is asked, and the sentence says what to configure")
    func none() async throws {
        let outcome = try await AuthScene().authorize("private-a", .none)
        #expect(outcome.result.failure?.text.contains("authorization endpoint") == true)
        #expect(outcome.report.attempts == 0)
    }

    @Test("signing here gives the signature that servers compute")
    func inline() async throws {
        let outcome = try await AuthScene().authorize("private-a", .inline(secret: Self.secret))
        let signature = ChannelSignature(key: "key", secret: Self.secret)
        let authorization = try outcome.result.get()
        let id = try #require(SocketID("12.34"))
        let channel = ChannelName(wire: "private-a")
        #expect(try signature.check(authorization.auth, socketID: id, channel: channel) == .valid)
        #expect(authorization.channelData == nil)
        #expect(outcome.report.attempts == 1)
        #expect(outcome.report.status == nil)
    }

    @Test("signed here, the user is the one the provider names, or else the socket id")
    func inlinePresence() async throws {
        let named = AuthMethod.inline(secret: Self.secret) { channel, socketID in
            PresenceUser(id: UserID("\(channel.text) \(socketID.text)"), info: ["a": 1])
        }
        let first = try await AuthScene().authorize("presence-a", named)
        #expect(
            try first.result.get().channelData
                == #"{"user_id":"presence-a 12.34","user_info":{"a":1}}"#)
        let second = try await AuthScene().authorize("presence-a", .inline(secret: Self.secret))
        #expect(try second.result.get().channelData == #"{"user_id":"12.34"}"#)
    }

    @Test("signed here, an encrypted channel gets its key from the master key")
    func inlineEncrypted() async throws {
        let masterKey = try #require(Self.masterKey)
        let method = AuthMethod.inline(secret: Self.secret, masterKey: masterKey)
        let outcome = try await AuthScene().authorize("private-encrypted-demo", method)
        let expected = SharedSecret(base64: "EYp9Iw61We0SSO8i4YNMUxqo4TeGPjdBtcgzC9ocVl0=")
        #expect(try outcome.result.get().sharedSecret == expected)
        let plain = try await AuthScene().authorize("private-demo", method)
        #expect(try plain.result.get().sharedSecret == nil)
    }

    @Test("signed here, an encrypted channel without a master key fails and says so")
    func inlineEncryptedWithoutMasterKey() async throws {
        let method = AuthMethod.inline(secret: Self.secret)
        let outcome = try await AuthScene().authorize("private-encrypted-demo", method)
        let failure = try #require(outcome.result.failure)
        #expect(failure.text.contains("encryption master key, which is not configured"))
        #expect(failure.stringToSign == "12.34:private-encrypted-demo")
    }

    @Test("a name that would make a signature ambiguous is not signed for")
    func ambiguousName() async throws {
        let outcome = try await AuthScene().authorize("private-a:b", .inline(secret: Self.secret))
        #expect(outcome.result.failure?.text.contains("colon") == true)
        #expect(outcome.result.failure?.stringToSign == nil)
    }

    @Test("the program's own authorization is handed on as it is, its letters included")
    func authorizer() async throws {
        let granted = ChannelAuthorization(
            auth: "key:00AB", channelData: #"{"user_id":"Ana"}"#)
        let method = AuthMethod.authorizer { channel, socketID in
            #expect(channel.text == "presence-a")
            #expect(socketID.text == "12.34")
            return granted
        }
        let outcome = try await AuthScene().authorize("presence-a", method)
        #expect(try outcome.result.get() == granted)
    }

    @Test(
        "the program's own authorization is checked as that of an endpoint",
        arguments: [
            ("private-a", ChannelAuthorization(auth: "KEY:00"), "an app key other than"),
            ("private-a", ChannelAuthorization(auth: ""), "<app key>:<signature>"),
            ("presence-a", ChannelAuthorization(auth: "key:00"), "no channel_data"),
            ("private-encrypted-a", ChannelAuthorization(auth: "key:00"), "no shared_secret"),
        ])
    func authorizerChecked(
        channel: String, granted: ChannelAuthorization, words: String
    ) async throws {
        let outcome = try await AuthScene().authorize(channel, .authorizer { _, _ in granted })
        let text = try #require(outcome.result.failure).text
        #expect(
            text.hasPrefix("the authorizer returned") || text.hasPrefix("the authorizer signed"))
        #expect(text.contains(words), "\(text)")
    }

    @Test("the program's own error is told; a failure of ours by its sentence")
    func authorizerFails() async throws {
        let refused = try await AuthScene().authorize(
            "private-a",
            .authorizer { _, _ in throw SubscriptionFailure(phase: .authorization, what: "no") })
        #expect(refused.result.failure?.text == "the authorizer failed: no.")
        let hanging = AuthMethod.authorizer { _, _ in
            try await Gate.hang()
            return ChannelAuthorization(auth: "")
        }
        let late = try await AuthScene().authorize("private-a", hanging) {
            #expect(await $0.wake() == .seconds(60))
        }
        #expect(late.result.failure?.text.contains("longer than 60.0 seconds") == true)
    }

    @Test("no way of printing a method shows a secret")
    func nothingIsShown() throws {
        var endpoint = AuthEndpoint(
            url: "https://ana:hunter2@x.test/auth?token=hunter2#hunter2",
            parameters: [RequestField("csrf", "hunter2")],
            headers: [RequestField("Authorization", "hunter2")])
        endpoint.headersProvider = { _ in [RequestField("X", "hunter2")] }
        let request = AuthHTTPRequest(
            url: endpoint.url, headers: endpoint.headers, body: Array("hunter2".utf8))
        let secret = AppSecret("hunter2hunter2hunter2hunter2hunt")
        let masterKey = try EncryptionMasterKey(
            bytes: Array("hunter2hunter2hunter2hunter2hunt".utf8))
        let values: [Any] = [
            endpoint, request, AuthMethod.endpoint(endpoint), UserAuthMethod.endpoint(endpoint),
            AuthMethod.inline(secret: secret, masterKey: masterKey),
            UserAuthMethod.inline(secret: secret, user: UserData(id: "1")),
        ]
        for value in values {
            var dumped = ""
            dump(value, to: &dumped)
            for text in ["\(value)", String(reflecting: value), dumped] {
                #expect(!text.contains("hunter2"), "\(text)")
                #expect(!text.contains("104, 117, 110"), "\(text)")
            }
        }
        #expect("\(endpoint)".contains("https://") == false)
        #expect("\(endpoint)".contains("••••••••@x.test/auth?••••••••"))
        #expect("\(endpoint)".contains("Authorization"))
    }

    /// An endpoint, and whether asking it gives something away.
    struct Exposure: Sendable {
        var url: String
        var hasHeader = false
        var usesTLS = true
        var isExposed: Bool
    }

    @Test(
        "an endpoint beyond this machine is warned of when it is asked without TLS",
        arguments: [
            Exposure(url: "http://auth.test/x", isExposed: true),
            Exposure(url: "http://auth.test/x", usesTLS: false, isExposed: false),
            Exposure(url: "http://auth.test/x", hasHeader: true, usesTLS: false, isExposed: true),
            Exposure(url: "https://auth.test/x", hasHeader: true, isExposed: false),
            Exposure(url: "http://localhost:3000/x", hasHeader: true, isExposed: false),
            Exposure(url: "http://app.LOCALHOST/x", hasHeader: true, isExposed: false),
            Exposure(url: "http://127.8.0.1/x", hasHeader: true, isExposed: false),
            Exposure(url: "http://[::1]:80/x", hasHeader: true, isExposed: false),
            Exposure(url: "http://127.0.0.1.evil.test/x", isExposed: true),
            Exposure(url: "http://127.evil.0.1/x", isExposed: true),
            Exposure(url: "http://[::2]/x", isExposed: true),
            Exposure(url: "nonsense", isExposed: false),
        ])
    func exposure(_ entry: Exposure) {
        let headers: RequestFields = entry.hasHeader ? ["X": "hunter2"] : [:]
        let endpoint = AuthEndpoint(url: entry.url, headers: headers)
        let warning = AuthMethod.endpoint(endpoint).unencryptedSecrets(usesTLS: entry.usesTLS)
        #expect((warning != nil) == entry.isExposed)
        #expect(
            UserAuthMethod.endpoint(endpoint).unencryptedSecrets(usesTLS: entry.usesTLS) == warning)
        #expect(warning?.contains("https://") != false)
        #expect(warning?.contains("The headers") != !entry.hasHeader)
        #expect(
            AuthMethod.inline(secret: Self.secret).unencryptedSecrets(usesTLS: entry.usesTLS) == nil
        )
    }
}
