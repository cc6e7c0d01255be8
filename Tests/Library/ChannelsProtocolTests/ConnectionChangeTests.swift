import BuoyTestBasics
import ChannelsProtocol
import Testing

@Suite("A change of the state")
struct ConnectionChangeTests {
    @Test("it tells how long the previous state lasted, and zero for the very first")
    func durations() {
        var scene = MachineScene(policy: .fixed(.seconds(1)))
        scene.wait(100)
        scene.connect()
        scene.wait(12)
        scene.run(until: 20) { $0.fail() }
        scene.connect()
        scene.wait(0.5)
        scene.establish()
        scene.wait(60)
        scene.close(1006)
        scene.wait(1.5)
        scene.close(4001)
        scene.wait(3600)
        scene.disconnect()
        scene.wait(7)
        scene.connect()
        #expect(
            scene.changes.map(\.current) == [
                .connecting, .unavailable, .connected, .connecting, .failed, .disconnected,
                .connecting,
            ])
        var moments = [100.0]
        for change in scene.changes {
            moments.append(moments[moments.count - 1] + change.duration.inSeconds)
        }
        // Each duration is what lies between two changes.
        let told = scene.published.compactMap { time, kind -> Double? in
            if case .stateChanged = kind { time.seconds } else { nil }
        }
        #expect(scene.changes.first?.duration == .zero)
        #expect(Array(moments.dropFirst()) == told)
        #expect(scene.changes.map(\.duration.inSeconds).suffix(4) == [60, 1.5, 3600, 7])
    }

    @Test("it tells the connection that began or ended with it, and no other")
    func socketIDs() {
        var scene = MachineScene()
        scene.connect()
        scene.establish(1)
        scene.wait(60)
        scene.close(1006)
        scene.wait(1)
        scene.establish(2)
        scene.reconnect()
        scene.establish(3)
        scene.close(4001)
        scene.connect()
        scene.establish(4)
        scene.disconnect()
        scene.connect()
        #expect(
            scene.changes.map(\.socketID) == [
                nil, .numbered(1), .numbered(1), .numbered(2), .numbered(2), .numbered(3),
                .numbered(3), nil, .numbered(4), .numbered(4), nil,
            ])
    }

    @Test("the intent is what the user asked last; failing and giving up leave it as it is")
    func intent() {
        var scene = MachineScene()
        #expect(scene.machine.intent == .disconnected)
        scene.connect()
        scene.connect()
        scene.establish()
        scene.reconnect()
        scene.establish(2)
        scene.close(4001)
        #expect(scene.machine.state == .failed)
        #expect(scene.machine.intent == .connected)
        scene.connect()
        #expect(scene.intents == [.connected])
        scene.disconnect()
        scene.reconnect()
        #expect(scene.intents == [.connected, .disconnected, .connected])

        var other = MachineScene(policy: .never)
        other.connect()
        other.fail()
        #expect(other.machine.state == .failed)
        #expect(other.machine.intent == .connected)
        other.disconnect()
        #expect(other.intents == [.connected, .disconnected])
    }

    @Test("the intent is told before anything that comes of it", arguments: [true, false])
    func intentFirst(reconnecting: Bool) {
        var scene = MachineScene()
        if reconnecting { scene.reconnect() } else { scene.connect() }
        #expect(scene.kinds.first == .intentChanged(.connected))
        #expect(
            scene.changes == [.init(previous: .initialized, current: .connecting, cause: .asked)])
    }

    @Test("disconnecting before anything was asked changes the state, not the intent")
    func disconnectsFirst() {
        var scene = MachineScene()
        scene.disconnect()
        #expect(
            scene.kinds == [
                .stateChanged(
                    StateChange(previous: .initialized, current: .disconnected, cause: .asked))
            ])
    }

    @Test("giving up and being refused are different causes, each with the end and its code")
    func causes() {
        var scene = MachineScene(policy: .standard.withMaximumAttempts(1))
        scene.connect()
        scene.open()
        scene.close(4100, reason: "full")
        scene.wait(2)
        scene.open()
        scene.close(4100, reason: "full")
        let end = ConnectionEnd.closed(.overCapacity, reason: "full")
        #expect(scene.changes.last?.cause == .gaveUp(attempts: 2, end))
        #expect(scene.changes.last?.closeCode == .overCapacity)

        scene.connect()
        scene.open()
        scene.close(4004, reason: "quota")
        let refusal = ConnectionEnd.closed(4004, reason: "quota")
        #expect(scene.changes.last?.cause == .ended(refusal))
        #expect(scene.changes.last?.closeCode == 4004)
    }

    @Test("whatever happens, changes chain: each begins where the last one ended")
    func chain() {
        for seed in 0..<200 as Range<UInt64> {
            var scene = MachineScene(policy: .fixed(.seconds(3)), seed: seed)
            var dice = Dice(seed: seed)
            for _ in 0..<60 { Self.step(&scene, Int.random(in: 0..<12, using: &dice)) }
            var state = ConnectionState.initialized
            var time: Double?
            for (moment, kind) in scene.published {
                guard case .stateChanged(let change) = kind else { continue }
                #expect(change.previous == state)
                #expect(change.current != state)
                let spent = time.map { moment.seconds - $0 } ?? 0
                #expect(abs(change.duration.inSeconds - spent) < 1e-6)
                #expect(
                    (change.socketID != nil)
                        == (state == .connected || change.current == .connected))
                (state, time) = (change.current, moment.seconds)
            }
            #expect(scene.machine.state == state)
        }
    }

    private static func step(_ scene: inout MachineScene, _ choice: Int) {
        switch choice {
        case 0: scene.connect()
        case 1: scene.disconnect()
        case 2: scene.reconnect()
        case 3: scene.establish(scene.opened.count)
        case 4: scene.fail()
        case 5: scene.close(1006)
        case 6: scene.close(4001)
        case 7: scene.close(4200)
        case 8: scene.networkBecameReachable()
        case 9: scene.resume()
        case 10: scene.sleep(40)
        default: scene.wait(4)
        }
    }
}
