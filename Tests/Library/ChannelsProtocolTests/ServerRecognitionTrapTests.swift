import ChannelsProtocol
import Testing

/// soketi closes with 4201 after 120 s without a message from the client, whatever it sends itself
/// (docs/protocol.md, "Pings"): a client whose timer is put off by what arrives would never ping.
@Suite("A server that counts only what the client sends")
struct ServerRecognitionTrapTests {
    @Test("with a timeout of 30 s a ping goes out after each 30 s without sending")
    func pings() {
        var scene = MachineScene()
        scene.connect()
        scene.establish(activityTimeout: .seconds(30))
        scene.subscribe(.a)
        var sendings = [scene.now.seconds]
        let event = ChannelsEvent(name: "x", channel: .a, data: EventData("1"))
        var sent = scene.sent.count
        // An event in every second, for ten minutes.
        for _ in 1...600 {
            scene.wait(1)
            if scene.sent.count > sent {
                #expect(scene.sent.last?.message == .ping)
                sent = scene.sent.count
                sendings.append(scene.now.seconds)
                scene.receive(.pong)
            }
            scene.receive(.event(event))
        }
        #expect(sendings == (0...20).map { 30 * Double($0) })
        #expect(scene.machine.state == .connected)
    }

    @Test("sending puts the ping off, and nothing else does")
    func sending() {
        var scene = MachineScene()
        scene.connect()
        scene.establish(activityTimeout: .seconds(30))
        scene.wait(20)
        scene.subscribe(.a)
        scene.receive(.subscriptionSucceeded(.a, roster: nil))
        scene.wait(29)
        scene.receive(.subscriptionCount(.a, 2))
        #expect(scene.sent.map(\.message) == [.subscribe(.a, nil)])
        scene.wait(1)
        #expect(scene.sent.map(\.message) == [.subscribe(.a, nil), .ping])
    }
}
