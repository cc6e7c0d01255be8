import ChannelsProtocol
import Testing

@Suite("Disconnecting")
struct ConnectionDisconnectTests {
    /// Where a client may be when its user disconnects.
    enum Phase: CaseIterable {
        case initialized, resolving, connectingTCP, negotiatingTLS, upgrading, open, retryWaited
        case unavailableOpening, unavailableWaiting, connected, pongAwaited, refused, gaveUp
        case connectedAgain, reconnecting, alreadyDisconnected
    }

    static func scene(in phase: Phase) -> MachineScene {
        let policy = phase == .gaveUp ? ReconnectionPolicy.never : .standard
        var scene = MachineScene(policy: policy)
        if phase != .initialized { scene.connect() }
        switch phase {
        case .initialized: break
        case .resolving: scene.enter(.dns)
        case .connectingTCP: scene.enter(.tcp)
        case .negotiatingTLS: scene.enter(.tls)
        case .upgrading: scene.enter(.ws)
        case .open: scene.open()
        case .retryWaited, .gaveUp: scene.fail()
        case .unavailableOpening:
            scene.run(until: 60) {
                $0.wait(0.5); $0.fail()
            }
            scene.connect()
        case .unavailableWaiting: scene.run(until: 60) { $0.fail() }
        case .connected: scene.establish()
        case .pongAwaited:
            scene.establish()
            scene.wait(121)
        case .refused: scene.close(4001)
        case .connectedAgain:
            scene.establish()
            scene.wait(60)
            scene.close(1006)
            scene.wait(1)
            scene.establish(2)
        case .reconnecting:
            scene.establish()
            scene.reconnect()
        case .alreadyDisconnected: scene.disconnect()
        }
        return scene
    }

    @Test(
        "afterwards nothing is opened, whatever fires and arrives late", arguments: Phase.allCases)
    func sticks(phase: Phase) {
        var scene = Self.scene(in: phase)
        scene.disconnect()
        #expect(scene.machine.state == .disconnected)
        #expect(scene.machine.intent == .disconnected)
        let attempts = scene.opened.count
        let reports = scene.published.count
        let messages = scene.sent.count

        let sockets = scene.opened
        for socket in sockets {
            scene.machine.entered(.tcp, socket, at: scene.now)
            scene.perform(scene.machine.opened(socket, at: scene.now))
            if let id = SocketID.numbered(9) {
                scene.receive(.connectionEstablished(id, activityTimeout: nil), on: socket)
            }
            scene.receive(.pong, .ping, on: socket)
            for code in [4200, 4000, 4001, 1006, nil] as [CloseCode?] {
                scene.close(code, on: socket)
            }
        }
        scene.fail()
        scene.wait(7200)
        scene.networkBecameReachable()
        scene.resume()
        scene.ping()
        scene.wait(7200)
        #expect(scene.machine.state == .disconnected)
        #expect(scene.opened.count == attempts)
        #expect(scene.published.count == reports)
        #expect(scene.sent.count == messages)

        scene.connect()
        #expect(scene.machine.state == .connecting)
        #expect(scene.opened.count == attempts + 1)
    }

    @Test("every socket of before is closed", arguments: Phase.allCases)
    func closes(phase: Phase) {
        var scene = Self.scene(in: phase)
        let socket = scene.machine.state == .connected ? scene.socket : nil
        scene.disconnect()
        if let socket { #expect(scene.closed.last == socket) }
        // One that opens only now is closed too.
        if phase == .resolving {
            scene.open()
            #expect(scene.closed == [1, 1])
        }
    }

    @Test("it is told once: the intent first, then one change with its cause")
    func toldOnce() {
        var scene = Self.scene(in: .connected)
        scene.wait(5)
        scene.published = []
        scene.disconnect()
        scene.disconnect()
        #expect(
            scene.kinds == [
                .intentChanged(.disconnected),
                .stateChanged(
                    StateChange(
                        previous: .connected, current: .disconnected, cause: .asked,
                        duration: .seconds(5), socketID: .numbered(1))),
            ])
    }
}
