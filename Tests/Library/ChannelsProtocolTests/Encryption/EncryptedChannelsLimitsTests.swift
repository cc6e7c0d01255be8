import ChannelsProtocol
import Testing

@Suite("Limits of encrypted channels")
struct EncryptedChannelsLimitsTests {
    @Test("after the time limit what waits is settled, and the key is taken when it comes later")
    func timeLimit() {
        var scene = EncryptionScene.subscribed()
        scene.receive("e1", sealedWith: "k2")
        scene.wait(9)
        scene.receive("e2", sealedWith: "k1")
        scene.receive("e3", sealedWith: "k2")
        #expect(scene.outcomes.isEmpty)
        scene.wait(1)
        #expect(
            scene.outcomes == [
                .failed("e1", .keyMissing(after: .seconds(10))), .read("e2"),
                .failed("e3", .keyMissing(after: .seconds(10))),
            ])
        // The request still runs: nobody asks again, and nothing waits for it again.
        scene.wait(60)
        scene.receive("e4", sealedWith: "k2")
        scene.receive("e5", sealedWith: "k1")
        #expect(
            scene.outcomes.suffix(2) == [
                .failed("e4", .keyMissing(after: .seconds(10))), .read("e5"),
            ])
        #expect(scene.requests.count == 1)
        scene.answer(scene.requests.first, key: "k2")
        scene.receive("e6", sealedWith: "k2")
        #expect(scene.outcomes.last == .read("e6"))
        #expect(scene.outcomes.count == 6)
    }

    @Test("a timer of an earlier wait does not end a later one")
    func lateTimer() {
        var scene = EncryptionScene.subscribed()
        scene.receive("e1", sealedWith: "k2")
        scene.wait(1)
        scene.answer(scene.requests.first, key: "k2")
        scene.wait(8.999)
        scene.receive("e2", sealedWith: "k3")
        #expect(scene.outcomes.last == .failed("e2", .wrongKey))
        // The first timer is due at 10 s, the second at 20.
        scene.wait(0.0005)
        scene.authorize(.encryptedA, key: "k1")
        scene.machine.unsubscribed(.encryptedA)
        scene.authorize(.encryptedA, key: "k1")
        scene.receive("e3", sealedWith: "k3")
        scene.wait(9)
        #expect(scene.outcomes.count == 2)
        scene.wait(1)
        #expect(scene.outcomes.last == .failed("e3", .keyMissing(after: .seconds(10))))
    }

    @Test("at most 1,000 events wait; the newest are given up")
    func countLimit() {
        var scene = EncryptionScene.subscribed()
        for number in 1...1002 { scene.receive(EventName("e\(number)"), sealedWith: "k2") }
        #expect(
            scene.outcomes == [
                .failed("e1001", .tooManyWaiting(count: 1000)),
                .failed("e1002", .tooManyWaiting(count: 1000)),
            ])
        scene.answer(scene.requests.first, key: "k2")
        #expect(scene.outcomes.dropFirst(2) == (1...1000).map { .read(EventName("e\($0)")) }[...])
        // There is room again.
        scene.wait(10)
        scene.receive("e1003", sealedWith: "k3")
        scene.receive("e1004", sealedWith: "k3")
        #expect(scene.outcomes.count == 1002)
    }

    @Test("at most 4 MiB of events wait, but one event always may")
    func byteLimit() {
        let mebibyte = String(repeating: "x", count: 1 << 20)
        var scene = EncryptionScene.subscribed(.encryptedA, .encryptedB)
        for name in ["e1", "e2", "e3", "e4"] as [EventName] {
            scene.receive(name, "k2:" + mebibyte)
        }
        scene.receive("e5", "k2:small")
        #expect(scene.outcomes == [.failed("e4", .tooManyWaiting(count: 3))])
        scene.answer(scene.requests.first, key: "k2")
        #expect(scene.texts.map(\.utf8.count) == [1 << 20, 1 << 20, 1 << 20, 5])
        // There is room again.
        scene.wait(10)
        scene.receive("e6", "k3:" + mebibyte)
        scene.receive("e7", "k3:" + mebibyte)
        #expect(scene.outcomes.count == 5)
        scene.receive("b1", "k2:" + String(repeating: mebibyte, count: 5), on: .encryptedB)
        scene.receive("b2", "k2:small", on: .encryptedB)
        #expect(scene.outcomes.last == .failed("b2", .tooManyWaiting(count: 1), .encryptedB))
        scene.answer(scene.requests.last, key: "k2")
        #expect(scene.outcomes.last == .read("b1", .encryptedB))
    }

    @Test("a key is asked for at most once in 10 s, however many events need one")
    func renewalStorm() {
        var scene = EncryptionScene.subscribed()
        for number in 0..<100 {
            scene.receive(EventName("e\(number)"), sealedWith: "forged")
            if scene.requests.count > scene.outcomes.count(where: { $0.isRenewed }) {
                scene.answer(scene.requests.last, key: "k1")
            }
            scene.wait(0.5)
        }
        #expect(scene.requestTimes == [0, 10, 20, 30, 40])
        #expect(scene.outcomes.count == 100)
        #expect(scene.outcomes.count { $0.isRenewed } == 5)
        #expect(scene.outcomes[1] == .failed("e1", .wrongKey))
    }

    @Test("a channel whose authorization brings no key asks once in 10 s and tells of each event")
    func noKeyStorm() {
        var scene = EncryptionScene.subscribed(key: nil)
        for number in 0..<40 {
            scene.receive(EventName("e\(number)"), sealedWith: "k1")
            if scene.outcomes.count <= number { scene.answer(scene.requests.last, key: nil) }
            scene.wait(0.5)
        }
        #expect(scene.requestTimes == [0, 10])
        #expect(scene.outcomes == (0..<40).map { .failed(EventName("e\($0)"), .noKey) })
    }

    @Test("at most two requests run at a time, and the others take their turn")
    func requestLimit() {
        let channels = (0..<5).map { ChannelName(wire: "private-encrypted-\($0)") }
        var scene = EncryptionScene.subscribed()
        for channel in channels {
            scene.authorize(channel, key: "k1")
            scene.receive("e", sealedWith: "k2", on: channel)
        }
        #expect(scene.requests.map(\.channel) == Array(channels[..<2]))
        scene.answer(scene.requests[1], key: "k2")
        #expect(scene.requests.map(\.channel) == Array(channels[..<3]))
        scene.machine.unsubscribed(channels[3])
        scene.answer(scene.requests[0], .failure(.forbidden))
        #expect(scene.requests.map(\.channel) == [0, 1, 2, 4].map { channels[$0] })
        scene.answer(scene.requests[3], key: "k2")
        // An answer that comes twice frees no second place.
        scene.answer(scene.requests[3], key: "k9")
        #expect(
            scene.outcomes == [
                .read("e", channels[1]), .failed("e", .keyRefused(.forbidden), channels[0]),
                .read("e", channels[4]),
            ])
        #expect(scene.requests.map(\.number) == [1, 2, 3, 4])
    }

    @Test("the time limit also ends the wait for a turn, and the next event takes another")
    func timeLimitWhileQueued() {
        var scene = EncryptionScene.subscribed(.encryptedA, .encryptedB, .encryptedC)
        scene.receive("a1", sealedWith: "k2")
        scene.receive("b1", sealedWith: "k2", on: .encryptedB)
        scene.receive("c1", sealedWith: "k2", on: .encryptedC)
        scene.wait(10)
        #expect(scene.outcomes.count == 3)
        #expect(
            scene.outcomes.last == .failed("c1", .keyMissing(after: .seconds(10)), .encryptedC))
        #expect(scene.requests.map(\.channel) == [.encryptedA, .encryptedB])
        scene.answer(scene.requests.first, key: "k2")
        #expect(scene.requests.count == 2)
        scene.receive("c2", sealedWith: "k2", on: .encryptedC)
        scene.answer(scene.requests.last, key: "k2")
        #expect(scene.requests.last?.channel == .encryptedC)
        scene.answer(scene.requests.last, key: "k2")
        #expect(scene.outcomes.last == .read("c2", .encryptedC))
    }

    @Test("who takes a turn anew, after the time limit, stands behind those who came meanwhile")
    func turns() {
        let late = ChannelName(wire: "private-encrypted-late")
        var scene = EncryptionScene.subscribed(.encryptedA, .encryptedB, .encryptedC, late)
        scene.receive("a1", sealedWith: "k2")
        scene.receive("b1", sealedWith: "k2", on: .encryptedB)
        scene.receive("c1", sealedWith: "k2", on: .encryptedC)
        scene.wait(5)
        scene.receive("l1", sealedWith: "k2", on: late)
        scene.wait(5)
        scene.receive("c2", sealedWith: "k2", on: .encryptedC)
        scene.answer(scene.requests.first, key: "k2")
        #expect(scene.requests.last?.channel == late)
    }

    @Test("turns of a connection of earlier are forgotten")
    func turnsOfEarlierConnection() {
        var scene = EncryptionScene.subscribed(.encryptedA, .encryptedB, .encryptedC)
        for channel in [ChannelName.encryptedA, .encryptedB, .encryptedC] {
            scene.receive("e1", sealedWith: "k2", on: channel)
        }
        scene.disconnect()
        scene.connect(2)
        for channel in [ChannelName.encryptedA, .encryptedC] {
            scene.authorize(channel, key: "k1")
            scene.receive("e2", sealedWith: "k2", on: channel)
        }
        scene.answer(scene.requests.first, key: "k2")
        #expect(scene.requests.last?.channel == .encryptedA)
    }

    @Test("requests of a connection of earlier count until they are answered")
    func requestsOfEarlierConnection() {
        var scene = EncryptionScene.subscribed(.encryptedA, .encryptedB)
        scene.receive("a1", sealedWith: "k2")
        scene.receive("b1", sealedWith: "k2", on: .encryptedB)
        scene.disconnect()
        scene.connect(2)
        scene.authorize(.encryptedA, key: "k1")
        scene.receive("a2", sealedWith: "k2")
        #expect(scene.requests.count == 2)
        scene.answer(scene.requests.first, key: "k9")
        #expect(scene.requests.count == 3)
        scene.answer(scene.requests.last, key: "k2")
        #expect(scene.outcomes.last == .read("a2"))
    }
}

extension EncryptionScene.Outcome {
    fileprivate var isRenewed: Bool {
        if case .failed(_, _, renewed: true, _) = self { true } else { false }
    }
}
