import ChannelsProtocol
import Testing

@Suite("Gaps across a suspension")
struct GapSuspensionTests {
    private static let event = ServerMessage.event(
        ChannelsEvent(name: "x", channel: .a, data: EventData("1")))

    /// Connected and subscribed, with an event at 3 s; then nothing runs, up to a moment.
    private static func asleep(until end: Double) -> MachineScene {
        var scene = MachineScene(policy: .fixed(.seconds(1))).connected()
        scene.subscribe(.a)
        scene.receive(.subscriptionSucceeded(.a, roster: nil))
        scene.wait(3)
        scene.receive(Self.event)
        scene.sleep(end - 3)
        return scene
    }

    /// The next connection is established, and the channel is subscribed again.
    private static func comeBack(_ scene: inout MachineScene) {
        scene.wait(1)
        scene.establish(2)
        scene.receive(.subscriptionSucceeded(.a, roster: nil))
    }

    private static let reset = ConnectFailure(kind: .unreachable, what: "reset")

    @Test("what waited to be read arrived when it arrived: the gap begins there, not at waking")
    func stopped() {
        var scene = Self.asleep(until: 23)
        scene.wake()
        scene.receive(Self.event, waited: 18)
        scene.close(nil, failure: Self.reset)
        #expect(scene.changes.last?.lastReceived == .at(5))
        #expect(scene.changes.last?.suspended == .seconds(20))
        Self.comeBack(&scene)
        #expect(
            scene.gaps == [
                ConnectionGap(
                    lastReceived: .at(5), lossNoticed: .at(23), reconnected: .at(24),
                    suspended: .seconds(20),
                    channels: [ConnectionGap.Channel(name: .a, subscribedAgain: .at(24))])
            ])
        #expect(scene.gaps.first?.duration == .seconds(19))
    }

    @Test("a suspension is told before what was noticed on waking, with its whole length")
    func told() {
        var scene = Self.asleep(until: 23)
        scene.published = []
        scene.wake()
        #expect(scene.kinds.first == .suspended(for: .seconds(20)))
        #expect(scene.hasJustPinged)
    }

    @Test("if nobody knows when it arrived, the gap begins with the last sign of life before")
    func unknown() {
        for reads in [0, 1, 2] {
            var scene = Self.asleep(until: 23)
            scene.wake()
            for _ in 0..<reads { scene.receive(Self.event) }
            scene.wait(0.9)
            scene.close(nil, failure: Self.reset)
            Self.comeBack(&scene)
            #expect(scene.gaps.map(\.lastReceived) == [.at(3)])
            #expect(scene.gaps.map(\.suspended) == [.seconds(20)])
        }
    }

    @Test("nothing waits for as long as a second: what is read then is new", arguments: [0, nil])
    func new(waited: Double?) {
        var scene = Self.asleep(until: 23)
        scene.wake()
        scene.wait(1)
        scene.receive(Self.event, waited: waited)
        scene.wait(2)
        scene.close(nil, failure: Self.reset)
        Self.comeBack(&scene)
        #expect(scene.gaps.map(\.lastReceived) == [.at(24)])
        #expect(scene.gaps.map(\.suspended) == [nil])
    }

    @Test("without a loss there is no gap, and a later one knows nothing of the suspension")
    func noLoss() {
        var scene = Self.asleep(until: 23)
        scene.wake()
        scene.receive(Self.event, waited: 18)
        scene.wait(0.1)
        scene.receive(.pong, waited: 0)
        #expect(scene.kinds.last == .pongReceived(roundTrip: .milliseconds(100)))
        scene.wait(100)
        #expect(scene.gaps.isEmpty && scene.machine.state == .connected)
        scene.receive(Self.event)
        scene.close(nil, failure: Self.reset)
        Self.comeBack(&scene)
        #expect(scene.gaps.map(\.lastReceived) == [.at(123.1)])
        #expect(scene.gaps.map(\.suspended) == [nil])
    }

    @Test("a machine that is suspended receives nothing: what is read came before, or after")
    func machineSuspended() {
        // It arrived 0.2 s before the machine was suspended, and was read 0.1 s after that.
        var scene = Self.asleep(until: 28_803.3)
        scene.wake(machine: true)
        scene.receive(Self.event, waited: 0.3)
        scene.close(nil, failure: Self.reset)
        Self.comeBack(&scene)
        #expect(scene.gaps.map(\.lastReceived) == [.at(3)])
        #expect(scene.gaps.map(\.suspended) == [.milliseconds(28_800_300)])

        scene = Self.asleep(until: 28_803)
        scene.wake(machine: true)
        scene.wait(5)
        scene.receive(Self.event, waited: 4)
        scene.close(nil, failure: Self.reset)
        Self.comeBack(&scene)
        #expect(scene.gaps.map(\.lastReceived) == [.at(28_804)])
        #expect(scene.gaps.map(\.suspended) == [nil])
    }

    @Test("a connection that is silently dead is found by its ping, and was lost before the night")
    func silentDeath() {
        var scene = Self.asleep(until: 28_803)
        scene.wake(machine: true)
        scene.wait(29.9)
        #expect(scene.machine.state == .connected)
        scene.wait(0.1)
        #expect(scene.changes.last?.cause == .ended(.pongMissing(after: .seconds(30))))
        Self.comeBack(&scene)
        #expect(scene.gaps.map(\.lastReceived) == [.at(3)])
        #expect(scene.gaps.map(\.lossNoticed) == [.at(28_833)])
        #expect(scene.gaps.map(\.suspended) == [.seconds(28_800)])
    }

    @Test("what had waited is no answer to the ping that is sent on waking")
    func backlogIsNoAnswer() {
        var scene = Self.asleep(until: 23)
        scene.wake()
        scene.receive(Self.event, waited: 15)
        scene.wait(0.2)
        scene.receive(Self.event, waited: 15.2)
        scene.wait(29.8)
        #expect(scene.changes.last?.cause == .ended(.pongMissing(after: .seconds(30))))
        Self.comeBack(&scene)
        #expect(scene.gaps.map(\.lastReceived) == [.at(8)])
    }

    @Test("what may be an answer is taken for one", arguments: [0, 0.004, 0.3, nil])
    func answers(waited: Double?) {
        var scene = Self.asleep(until: 23)
        scene.wake()
        scene.receive(.pong, waited: waited)
        scene.wait(100)
        #expect(scene.machine.state == .connected)
    }

    @Test("a pong that waited was as fast as it was")
    func waitingPong() {
        var scene = Self.asleep(until: 4)
        scene.wake()
        scene.sleep(20)
        scene.wake()
        scene.receive(.pong, waited: 19.9)
        #expect(scene.kinds.last == .pongReceived(roundTrip: .milliseconds(100)))
        #expect(scene.machine.state == .connected)
    }

    @Test("a pong for an earlier ping, which is read after a later one, answers the earlier one")
    func earlierPong() {
        var scene = Self.asleep(until: 3)
        scene.fellAsleep = nil
        scene.ping()
        scene.receive(Self.event)
        scene.sleep(20)
        scene.wake()
        scene.receive(.pong, waited: 19.5)
        #expect(scene.kinds.last == .pongReceived(roundTrip: .milliseconds(500)))
        // The one that was sent on waking is still to be answered.
        scene.wait(30)
        #expect(scene.changes.last?.cause == .ended(.pongMissing(after: .seconds(30))))
        #expect(scene.changes.last?.lastReceived == .at(3.5))
    }

    @Test("suspensions without a sign of life between them count together")
    func several() {
        var scene = Self.asleep(until: 23)
        scene.wake()
        scene.wait(1)
        scene.sleep(10)
        scene.wake()
        scene.close(nil, failure: Self.reset)
        Self.comeBack(&scene)
        #expect(scene.gaps.map(\.lastReceived) == [.at(3)])
        #expect(scene.gaps.map(\.suspended) == [.seconds(30)])
    }

    @Test("a close frame that waited was received when it arrived")
    func closeFrame() {
        var scene = Self.asleep(until: 23)
        scene.wake()
        scene.close(4200, waited: 16)
        Self.comeBack(&scene)
        #expect(scene.gaps.map(\.lastReceived) == [.at(7)])
        #expect(scene.gaps.map(\.suspended) == [.seconds(20)])
    }

    @Test("what waits while a listener is slow counts from when it arrived")
    func heldBack() {
        var scene = Self.asleep(until: 23)
        scene.wake()
        _ = scene.machine.heldBack(on: scene.socket, waited: .seconds(18), at: scene.now)
        scene.close(nil, failure: Self.reset)
        Self.comeBack(&scene)
        #expect(scene.gaps.map(\.lastReceived) == [.at(5)])
    }

    @Test("a suspension without a connection is told, and no later gap is blamed on it")
    func withoutConnection() {
        var scene = MachineScene(policy: .fixed(.seconds(60)))
        scene.connect()
        scene.fail()
        scene.sleep(20)
        scene.wake()
        #expect(scene.kinds.contains(.suspended(for: .seconds(20))))
        #expect(scene.opened == [1, 2])
        scene.establish(1)
        scene.close(1006)
        scene.wait(60)
        scene.establish(2)
        #expect(scene.gaps.map(\.suspended) == [nil])
    }
}
