import ChannelsProtocol
import ChannelsSigning
import ChannelsTransport
import Testing

@testable import BuoyServers

@Suite("Encrypted channels of the sandbox")
struct EncryptedChannelTests {
    private let vault = SandboxDirectory.vault

    private func secret(_ dialogue: RouteDialogue) throws -> SharedSecret {
        let answer = dialogue.answer(
            "POST", "/pusher/auth", body: "socket_id=1.2&channel_name=\(self.vault)")
        let json = try JSONValue(parsing: answer.response.body)
        return SharedSecret(base64: try #require(json["shared_secret"]?.stringValue))
    }

    private let publication = Publication(
        event: "opened", channels: [SandboxDirectory.vault], data: EventData(#"{"box":7}"#))
    private let nonce = [UInt8](repeating: 7, count: 24)

    /// The data of the one event that is sent.
    private func data(_ actions: [HubAction]) throws -> EventData {
        guard case .send(.event(let event), _)? = actions.first, actions.count == 1 else {
            throw UnexpectedActions(actions: actions)
        }
        return event.data
    }

    @Test("the key that is shown is the key that is used")
    func shownKey() throws {
        let shown = try EncryptionMasterKey(base64: SandboxApp.standardMasterKey)
        let used = try EncryptionMasterKey(bytes: SandboxApp.masterKeyBytes(rotation: 0))
        #expect(used == shown)
        for rotation in [1, 99_999_999, 100_000_001, .max] {
            #expect(SandboxApp.masterKeyBytes(rotation: rotation).count == 32)
        }
        let secret = try shown.sharedSecret(for: SandboxDirectory.vault)
        #expect(try self.secret(RouteDialogue()) == secret)
    }

    @Test("only encrypted channels get a key", arguments: ["private-a", "presence-a"])
    func otherChannels(channel: String) throws {
        let answer = RouteDialogue().answer(
            "POST", "/pusher/auth", body: "socket_id=1.2&channel_name=\(channel)")
        let json = try JSONValue(parsing: answer.response.body)
        #expect(json["auth"] != nil)
        #expect(json["shared_secret"] == nil)
    }

    @Test("what a bot publishes opens with the key of the endpoint")
    func sealing() throws {
        var dialogue = RouteDialogue()
        let client = try dialogue.hub.connect()
        try dialogue.hub.subscribe(client, to: self.vault.text)
        let sealed = try self.data(
            dialogue.hub.hub.publishSealed(self.publication, nonce: self.nonce, at: .zero))
        let secret = try self.secret(dialogue)
        #expect(SecretBox.open(sealed, with: secret) == .success(self.publication.data))
    }

    @Test("where nobody listens, nothing is sealed")
    func nobody() {
        var dialogue = HubDialogue()
        #expect(
            dialogue.hub.publishSealed(self.publication, nonce: self.nonce, at: .zero).isEmpty)
        #expect(dialogue.hub.channels.isEmpty)
    }

    @Test("after the key is changed, the old one opens nothing new, and the endpoint gives the new")
    func rotation() throws {
        var dialogue = RouteDialogue()
        let client = try dialogue.hub.connect()
        try dialogue.hub.subscribe(client, to: self.vault.text)
        let old = try self.secret(dialogue)
        #expect(dialogue.hub.hub.strike(.rotateKey, at: .zero) == [])
        let new = try self.secret(dialogue)
        let sealed = try self.data(
            dialogue.hub.hub.publishSealed(self.publication, nonce: self.nonce, at: .zero))
        #expect(SecretBox.open(sealed, with: old) == .failure(.wrongKey))
        #expect(SecretBox.open(sealed, with: new) == .success(self.publication.data))
    }
}
