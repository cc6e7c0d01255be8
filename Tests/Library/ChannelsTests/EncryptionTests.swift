import BuoyTestBasics
import BuoyTestSupport
import Channels
import ChannelsProtocol
import ChannelsSigning
import Testing

@Suite("Encrypted channels of a client", .inTurn)
struct EncryptionTests {
    private static let channel = ChannelName(wire: "private-encrypted-a")
    private static let key = SharedSecret(base64: String(repeating: "A", count: 43) + "=")
    private static let newKey = SharedSecret(base64: String(repeating: "E", count: 43) + "=")

    private static func sealed(_ text: String, with key: SharedSecret) throws -> ServerMessage {
        let data = try SecretBox.seal(Array(text.utf8), with: key)
        return .event(ChannelsEvent(name: "secret", channel: Self.channel, data: data))
    }

    private static func answer(_ key: SharedSecret) -> String {
        #"{"auth":"key:aa","shared_secret":"\#(key.base64)"}"#
    }

    @Test("with the master key, events are opened in their order, between others")
    func masterKey() async throws {
        let master = try EncryptionMasterKey(bytes: Array(0..<32))
        let method = AuthMethod.inline(secret: AppSecret("s"), masterKey: master)
        try await ClientScene(authMethod: method).play { scene in
            let connection = await scene.establish()
            let channel = try await scene.client.subscribe("private-encrypted-a")
            let message = await scene.confirm(connection)
            guard case .subscribe(_, let authorization?)? = message else { return }
            #expect(authorization.sharedSecret == nil)
            let key = try master.sharedSecret(for: channel.name)
            let texts = channel.events("secret")
            connection.say(
                try Self.sealed("1", with: key),
                ClientScene.event("plain", on: ChannelName(wire: "public"), "x"),
                try Self.sealed("2", with: key))
            connection.say(try Self.sealed("", with: key))
            var iterator = texts.makeAsyncIterator()
            for text in ["1", "2", ""] { #expect(await iterator.next()?.data.text == text) }
            let order = await scene.catchUp().compactMap { kind in
                if case .received(let event) = kind { event.data.text } else { nil }
            }
            #expect(order == ["1", "x", "2", ""])
        }
    }

    @Test("an event of a new key makes the client ask for it; what came meanwhile keeps its order")
    func renewal() async throws {
        let method = AuthMethod.endpoint(AuthEndpoint(url: "http://auth.test/"))
        try await ClientScene(authMethod: method).play { scene in
            let connection = await scene.establish()
            let channel = try await scene.client.subscribe("private-encrypted-a")
            await scene.endpoint.nextRequest()?.respond(200, Self.answer(Self.key))
            await scene.confirm(connection)
            let texts = channel.events("secret")
            connection.say(
                try Self.sealed("old", with: Self.key), try Self.sealed("new", with: Self.newKey),
                try Self.sealed("newer", with: Self.newKey))
            await scene.endpoint.nextRequest()?.respond(200, Self.answer(Self.newKey))
            var iterator = texts.makeAsyncIterator()
            for text in ["old", "new", "newer"] {
                #expect(await iterator.next()?.data.text == text)
            }
            // A third key, too soon after the second: told, and not asked for.
            connection.say(try Self.sealed("lost", with: Self.key))
            let kind = await scene.report.first {
                if case .decryptionFailed = $0 { true } else { false }
            }
            guard case .decryptionFailed(let failure)? = kind else { return }
            #expect(failure.reason == .wrongKey)
            #expect(failure.event == "secret")
        }
    }

    @Test("an event that was not sealed is told and not delivered")
    func notSealed() async throws {
        let master = try EncryptionMasterKey(bytes: Array(0..<32))
        let method = AuthMethod.inline(secret: AppSecret("s"), masterKey: master)
        try await ClientScene(authMethod: method).play { scene in
            let connection = await scene.establish()
            try await scene.client.subscribe("private-encrypted-a")
            await scene.confirm(connection)
            var errors = scene.client.errors.makeAsyncIterator()
            let all = await scene.client.bind(nil, on: Self.channel)
            connection.say(ClientScene.event("secret", on: Self.channel, "in the clear"))
            let error = await errors.next()
            #expect(error?.phase == .decryption)
            #expect(error?.channel == Self.channel)
            #expect(await scene.client.allBindings.first { $0.id == all.id }?.hits == 0)
        }
    }
}
