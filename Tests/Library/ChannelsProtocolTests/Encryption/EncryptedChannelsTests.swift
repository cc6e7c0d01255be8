import ChannelsProtocol
import Testing

@Suite("Events of encrypted channels")
struct EncryptedChannelsTests {
    @Test("an event that opens is delivered with its text, and nothing is asked for")
    func opens() {
        var scene = EncryptionScene.subscribed()
        scene.receive("e1", sealedWith: "k1")
        #expect(scene.outcomes == [.read("e1")])
        #expect(scene.texts == ["e1"])
        #expect(scene.requests.isEmpty)
    }

    @Test("the protocol's own events are passed unopened, also while others wait")
    func protocolEvents() {
        var scene = EncryptionScene.subscribed()
        scene.receive("e1", sealedWith: "k2")
        scene.receive("pusher:something", sealedWith: nil)
        scene.receive("pusher_internal:something", sealedWith: nil)
        #expect(scene.outcomes == [.read("pusher:something"), .read("pusher_internal:something")])
        #expect(scene.texts == ["pusher:something", "pusher_internal:something"])
    }

    @Test("a new key is asked for once, and events keep their order meanwhile")
    func orderIsKept() throws {
        var scene = EncryptionScene.subscribed()
        scene.receive("e1", sealedWith: "k2")
        scene.receive("e2", sealedWith: "k2")
        scene.receive("e3", sealedWith: "k2")
        #expect(scene.outcomes.isEmpty)
        let request = try #require(scene.requests.first)
        #expect(
            request
                == AuthorizationRequest(
                    channel: .encryptedA, socketID: try #require(.numbered(1)), number: 1,
                    purpose: .newKey))
        scene.answer(request, key: "k2")
        #expect(scene.outcomes == [.read("e1"), .read("e2"), .read("e3")])
        #expect(scene.requests.count == 1)
        scene.receive("e4", sealedWith: "k2")
        #expect(scene.outcomes.last == .read("e4"))
        #expect(scene.texts == ["e1", "e2", "e3", "e4"])
    }

    @Test("an event that would open waits behind one that does not")
    func noOvertaking() {
        var scene = EncryptionScene.subscribed()
        scene.receive("e1", sealedWith: "other")
        scene.receive("e2", sealedWith: "k1")
        #expect(scene.outcomes.isEmpty)
        scene.answer(scene.requests.first, key: "k1")
        #expect(scene.outcomes == [.failed("e1", .wrongKey, renewed: true), .read("e2")])
    }

    @Test("channels do not wait for each other")
    func independence() {
        var scene = EncryptionScene.subscribed(.encryptedA, .encryptedC)
        scene.receive("a1", sealedWith: "k2")
        scene.receive("c1", sealedWith: "k1", on: .encryptedC)
        scene.receive("c2", sealedWith: "k3", on: .encryptedC)
        scene.receive("a2", sealedWith: "k2")
        #expect(scene.outcomes == [.read("c1", .encryptedC)])
        #expect(scene.requests.map(\.channel) == [.encryptedA, .encryptedC])
        scene.answer(scene.requests.last, key: "k3")
        #expect(scene.outcomes.last == .read("c2", .encryptedC))
        scene.answer(scene.requests.first, key: "k2")
        #expect(scene.outcomes.suffix(2) == [.read("a1"), .read("a2")])
    }

    @Test("what fails with the new key too is reported, and the rest goes on")
    func stillFailing() {
        var scene = EncryptionScene.subscribed()
        scene.receive("e1", sealedWith: "forged")
        scene.receive("e2", sealedWith: "k2")
        scene.receive("e3", sealedWith: "forged")
        scene.receive("e4", sealedWith: "k2")
        scene.answer(scene.requests.first, key: "k2")
        #expect(
            scene.outcomes == [
                .failed("e1", .wrongKey, renewed: true), .read("e2"),
                .failed("e3", .wrongKey, renewed: true), .read("e4"),
            ])
        #expect(scene.requests.count == 1)
    }

    @Test("data that was never sealed fails at once, without a new key")
    func malformed() {
        var scene = EncryptionScene.subscribed()
        scene.receive("e1", sealedWith: nil)
        #expect(scene.outcomes == [.failed("e1", .notEncrypted)])
        #expect(scene.requests.isEmpty)
    }

    @Test("data that was never sealed keeps its place among those that wait")
    func malformedInOrder() {
        var scene = EncryptionScene.subscribed()
        scene.receive("e1", sealedWith: "k2")
        scene.receive("e2", sealedWith: nil)
        scene.receive("e3", sealedWith: "k2")
        #expect(scene.outcomes.isEmpty)
        scene.answer(scene.requests.first, key: "k2")
        #expect(scene.outcomes == [.read("e1"), .failed("e2", .notEncrypted), .read("e3")])
    }

    @Test("data that was never sealed asks for no key, even where there is none")
    func malformedWithoutKey() {
        var scene = EncryptionScene.subscribed(key: nil)
        scene.receive("e1", sealedWith: nil)
        #expect(scene.outcomes == [.failed("e1", .notEncrypted)])
        #expect(scene.requests.isEmpty)
    }

    @Test("a channel without a key asks for one")
    func noKey() {
        var scene = EncryptionScene.subscribed(key: nil)
        scene.receive("e1", sealedWith: "k1")
        #expect(scene.outcomes.isEmpty)
        scene.answer(scene.requests.first, key: "k1")
        #expect(scene.outcomes == [.read("e1")])
    }

    @Test("an answer without a key leaves the old one in use")
    func answerWithoutKey() {
        var scene = EncryptionScene.subscribed()
        scene.receive("e1", sealedWith: "k2")
        scene.receive("e2", sealedWith: "k1")
        scene.answer(scene.requests.first, key: nil)
        #expect(scene.outcomes == [.failed("e1", .noKey), .read("e2")])
    }

    @Test("when no key can be had, what the old one opens is delivered, and the rest is reported")
    func refusal() {
        var scene = EncryptionScene.subscribed()
        scene.receive("e1", sealedWith: "k2")
        scene.receive("e2", sealedWith: "k1")
        scene.receive("e3", sealedWith: "k2")
        scene.receive("e4", sealedWith: nil)
        scene.answer(scene.requests.first, .failure(.forbidden))
        #expect(
            scene.outcomes == [
                .failed("e1", .keyRefused(.forbidden)), .read("e2"),
                .failed("e3", .keyRefused(.forbidden)), .failed("e4", .notEncrypted),
            ])
        scene.receive("e5", sealedWith: "k1")
        #expect(scene.outcomes.last == .read("e5"))
    }

    @Test("an authorization of the same channel in between brings its key to those that wait")
    func authorizedWhileWaiting() {
        var scene = EncryptionScene.subscribed()
        scene.receive("e1", sealedWith: "k2")
        scene.receive("e2", sealedWith: "forged")
        scene.authorize(.encryptedA, key: "k2")
        #expect(scene.outcomes == [.read("e1"), .failed("e2", .wrongKey, renewed: true)])
        // What comes of the request is of no use any more.
        scene.answer(scene.requests.first, key: "k9")
        scene.receive("e3", sealedWith: "k2")
        #expect(scene.outcomes.last == .read("e3"))
    }

    @Test("an event of a channel that was never subscribed is reported")
    func unknownChannel() {
        var scene = EncryptionScene.subscribed()
        scene.receive("e1", sealedWith: "k1", on: .encryptedB)
        #expect(scene.outcomes == [.failed("e1", .notSubscribed, .encryptedB)])
        #expect(scene.requests.isEmpty)
    }

    @Test("what waits on a channel that is given up is dropped, and so are late events")
    func unsubscribed() {
        var scene = EncryptionScene.subscribed(.encryptedA, .encryptedB)
        scene.receive("e1", sealedWith: "k2")
        scene.machine.unsubscribed(.encryptedA)
        scene.receive("e2", sealedWith: "k1")
        scene.answer(scene.requests.first, key: "k2")
        scene.wait(30)
        #expect(scene.outcomes.isEmpty)
        // A subscription of later starts afresh.
        scene.authorize(.encryptedA, key: "k3")
        scene.receive("e3", sealedWith: "k3")
        scene.receive("e4", sealedWith: "k4")
        #expect(scene.outcomes == [.read("e3")])
        #expect(scene.requests.map(\.number) == [1, 2])
    }

    @Test("the answer to a request of an earlier subscription changes nothing")
    func answerForEarlierSubscription() {
        var scene = EncryptionScene.subscribed()
        scene.receive("e1", sealedWith: "k2")
        scene.machine.unsubscribed(.encryptedA)
        scene.authorize(.encryptedA, key: "k3")
        scene.receive("e2", sealedWith: "k4")
        scene.answer(scene.requests.first, key: "k2")
        #expect(scene.outcomes.isEmpty)
        scene.answer(scene.requests.last, key: "k4")
        #expect(scene.outcomes == [.read("e2")])
    }

    @Test("when the connection is lost, what waits is settled, channel by channel")
    func disconnected() {
        var scene = EncryptionScene.subscribed(.encryptedB, .encryptedA)
        scene.receive("b1", sealedWith: "k2", on: .encryptedB)
        scene.receive("a1", sealedWith: "k2")
        scene.receive("a2", sealedWith: "k1")
        scene.disconnect()
        #expect(
            scene.outcomes == [
                .failed("a1", .disconnected), .read("a2"),
                .failed("b1", .disconnected, .encryptedB),
            ])
        scene.wait(60)
        #expect(scene.outcomes.count == 3)
    }

    @Test("keys are forgotten with the connection, and late answers of it bring none")
    func keysAreForgotten() {
        var scene = EncryptionScene.subscribed()
        scene.receive("e1", sealedWith: "k2")
        scene.disconnect()
        scene.connect(2)
        scene.receive("e2", sealedWith: "k1")
        #expect(scene.outcomes.last == .failed("e2", .notSubscribed))
        scene.authorize(.encryptedA, key: "k3")
        scene.answer(scene.requests.first, key: "k2")
        scene.receive("e3", sealedWith: "k3")
        #expect(scene.outcomes.last == .read("e3"))
        scene.receive("e4", sealedWith: "k4")
        #expect(scene.requests.map(\.socketID.text) == ["1.1", "2.1"])
        #expect(scene.requests.map(\.number) == [1, 2])
    }

    @Test("what was given up on a connection of earlier is no longer known")
    func departuresAreForgotten() {
        var scene = EncryptionScene.subscribed()
        scene.machine.unsubscribed(.encryptedA)
        scene.disconnect()
        scene.connect(2)
        scene.receive("e1", sealedWith: "k1")
        #expect(scene.outcomes == [.failed("e1", .notSubscribed)])
    }

    @Test("an authorization of a subscription that has the same number is not taken for a key")
    func otherPurpose() throws {
        var scene = EncryptionScene.subscribed()
        scene.receive("e1", sealedWith: "k2")
        var request = try #require(scene.requests.first)
        request.purpose = .subscription
        scene.answer(request, key: "k2")
        #expect(scene.outcomes.isEmpty)
    }

    @Test("failures are told in sentences, without the key")
    func sentences() {
        func text(_ reason: DecryptionFailure.Reason, renewed: Bool = false) -> String {
            DecryptionFailure(
                channel: .encryptedA, event: "e", reason: reason, keyWasRenewed: renewed
            ).description
        }
        #expect(
            text(.wrongKey, renewed: true)
                == "e on private-encrypted-a could not be decrypted: it was encrypted with "
                + "a different key, or altered in transit, and a new key did not help. Use the same "
                + "encryption master key for the publisher and the authorization endpoint.")
        #expect(text(.keyRefused(.forbidden)).hasSuffix("no new key could be obtained: No."))
        #expect(text(.keyMissing(after: .seconds(10))).contains("arrived within 10s. Check"))
        #expect("\(SharedSecret(base64: "hunter2"))" == "••••••••")
    }
}
