import ChannelsProtocol
import Testing

@Suite("The client's machine: encrypted channels and the sign-in")
struct ClientStateMachineEncryptionTests {
    /// A key opens what names it.
    private static let opener: EventOpener = { data, key in
        guard let key else { return .failure(.noKey) }
        guard data.text.hasPrefix(key.base64) else { return .failure(.wrongKey) }
        return .success(EventData(String(data.text.dropFirst(key.base64.count))))
    }

    private static func connected() -> MachineScene {
        var options = ClientMachineOptions(address: "host:80")
        options.opener = Self.opener
        var scene = MachineScene(options).connected()
        scene.subscribe(.encryptedA)
        return scene
    }

    private static func event(_ data: String) -> ServerMessage {
        .event(ChannelsEvent(name: "e", channel: .encryptedA, data: EventData(data)))
    }

    private static func texts(_ scene: MachineScene) -> [String] {
        scene.kinds.compactMap {
            if case .received(let event) = $0 { event.data.text } else { nil }
        }
    }

    private static func failures(_ scene: MachineScene) -> [DecryptionFailure.Reason] {
        scene.kinds.compactMap {
            if case .decryptionFailed(let failure) = $0 { failure.reason } else { nil }
        }
    }

    private static func authorize(_ scene: inout MachineScene, _ key: String) {
        guard let request = scene.requests.last else { return }
        let authorization = ChannelAuthorization(
            auth: "k:s", sharedSecret: SharedSecret(base64: key))
        scene.perform(scene.machine.authorized(request, .success(authorization), at: scene.now))
    }

    @Test("the key comes with the authorization, and goes with the channel")
    func keys() {
        var scene = Self.connected()
        Self.authorize(&scene, "K")
        scene.receive(.subscriptionSucceeded(.encryptedA, roster: nil), Self.event("K1"))
        #expect(Self.texts(scene) == ["1"])
        scene.unsubscribe(.encryptedA)
        scene.receive(Self.event("K2"))
        #expect(Self.texts(scene) == ["1"])
        #expect(Self.failures(scene).isEmpty)
    }

    @Test("a channel that is wanted again before it was left keeps its key")
    func takenBack() {
        var scene = Self.connected()
        Self.authorize(&scene, "K")
        scene.unsubscribe(.encryptedA)
        scene.subscribe(.encryptedA)
        scene.receive(.subscriptionSucceeded(.encryptedA, roster: nil), Self.event("K1"))
        #expect(Self.texts(scene) == ["1"])
    }

    @Test("a channel that is left with the server's answer loses its key then")
    func leftLate() {
        var scene = Self.connected()
        Self.authorize(&scene, "K")
        scene.unsubscribe(.encryptedA)
        scene.receive(.subscriptionSucceeded(.encryptedA, roster: nil), Self.event("K1"))
        #expect(scene.sent.map(\.message).last == .unsubscribe(.encryptedA))
        #expect(Self.texts(scene).isEmpty)
        #expect(Self.failures(scene).isEmpty)
    }

    @Test("what waits for a new key is told as lost before the connection is")
    func disconnected() {
        var scene = Self.connected()
        Self.authorize(&scene, "K")
        scene.receive(.subscriptionSucceeded(.encryptedA, roster: nil), Self.event("L1"))
        #expect(scene.requests.last?.purpose == .newKey)
        scene.close(4200)
        let lost = scene.kinds.firstIndex { if case .decryptionFailed = $0 { true } else { false } }
        let ended = scene.kinds.lastIndex { if case .stateChanged = $0 { true } else { false } }
        #expect((lost ?? .max) < (ended ?? 0))
        #expect(Self.failures(scene) == [.disconnected])
        // The answer to that request is for nobody.
        Self.authorize(&scene, "L")
        #expect(Self.texts(scene).isEmpty)
    }

    @Test("a new key opens what waited, and subscribing again brings another")
    func newKeys() {
        var scene = Self.connected()
        Self.authorize(&scene, "K")
        scene.receive(
            .subscriptionSucceeded(.encryptedA, roster: nil), Self.event("L1"), Self.event("L2"))
        Self.authorize(&scene, "L")
        #expect(Self.texts(scene) == ["1", "2"])
        scene.resubscribe(.encryptedA)
        Self.authorize(&scene, "M")
        scene.receive(.subscriptionSucceeded(.encryptedA, roster: nil), Self.event("M3"))
        #expect(Self.texts(scene) == ["1", "2", "3"])
    }

    @Test(
        "who the server is shows before the connection is established too",
        arguments: [false, true])
    func recognition(isPing: Bool) {
        var options = ClientMachineOptions(address: "host:80")
        options.knownServer = .sandbox
        var scene = MachineScene(options)
        scene.connect()
        scene.open()
        scene.receive(isPing ? .ping : .pong)
        let told = scene.kinds.contains {
            if case .serverRecognized(let profile) = $0 { profile.kind == .sandbox } else { false }
        }
        #expect(told)
    }
}
