import ChannelsProtocol
import Testing

@Suite("The network, or the process, comes back")
struct ConnectionReturnTests {
    enum Return: CaseIterable {
        case network, process

        func happen(_ scene: inout MachineScene) {
            switch self {
            case .network: scene.networkBecameReachable()
            case .process: scene.resume()
            }
        }
    }

    @Test(
        "an attempt that was waited for is made now, once, with the next number",
        arguments: Return.allCases)
    func waiting(back: Return) {
        var scene = MachineScene(policy: .fixed(.seconds(60)))
        scene.connect()
        scene.fail()
        scene.published = []
        back.happen(&scene)
        guard case .attemptStarted(let attempt)? = scene.kinds.last else {
            Issue.record("no attempt was made")
            return
        }
        #expect(attempt.number == 2)
        // An attempt that is made early says why.
        #expect(attempt.early == (back == .network ? .networkChanged : .resumed))
        #expect(scene.kinds.contains(.networkChanged(.reachable)) == (back == .network))
        // Saying it again, and the timer of the wait, make no other.
        back.happen(&scene)
        scene.open()
        scene.wait(1)
        back.happen(&scene)
        scene.establish()
        scene.wait(100)
        #expect(scene.opened == [1, 2])
        #expect(scene.machine.state == .connected)
    }

    @Test("a connection is pinged at once, and left when no pong comes", arguments: Return.allCases)
    func connected(back: Return) {
        var scene = MachineScene(policy: .fixed).connected()
        scene.wait(10)
        back.happen(&scene)
        back.happen(&scene)
        #expect(scene.sent.map(\.message) == [.ping])
        #expect(scene.hasJustPinged)
        scene.wait(29.9)
        #expect(scene.machine.state == .connected)
        scene.wait(0.1)
        #expect(scene.changes.last?.cause == .ended(.pongMissing(after: .seconds(30))))
    }

    @Test("a connection that answers stays, and is watched as before", arguments: Return.allCases)
    func answered(back: Return) {
        var scene = MachineScene().connected()
        scene.wait(10)
        back.happen(&scene)
        scene.wait(0.5)
        scene.receive(.pong)
        #expect(scene.kinds.last == .pongReceived(roundTrip: .milliseconds(500)))
        scene.wait(119.4)
        #expect(scene.sent.count == 1)
        scene.wait(0.1)
        #expect(scene.sent.count == 2)
        #expect(scene.machine.state == .connected)
    }

    @Test("a connection whose address is gone is lost, and the next attempt is made at once")
    func addressGone() {
        var scene = MachineScene(policy: .fixed(.seconds(60))).connected()
        scene.wait(10)
        scene.published = []
        scene.addressGone("192.0.2.7")
        #expect(scene.closed == [1] && scene.opened == [1, 2])
        #expect(scene.kinds.first == .networkChanged(.addressGone("192.0.2.7")))
        #expect(scene.changes.last?.cause.end?.failure?.text.contains("192.0.2.7") == true)
        #expect(scene.delays == [.seconds(60)])
        guard case .attemptStarted(let attempt)? = scene.kinds.last else {
            Issue.record("no attempt was made")
            return
        }
        #expect(attempt.early == .networkChanged && !attempt.isAsked)
        // Without a network it fails, and waits as the policy says until there is one.
        scene.fail()
        scene.wait(3)
        #expect(scene.opened == [1, 2])
        scene.networkBecameReachable()
        #expect(scene.opened == [1, 2, 3])
        scene.establish(2)
        scene.wait(100)
        #expect(scene.opened == [1, 2, 3])
        #expect(scene.machine.state == .connected)
    }

    @Test("an address is gone only for the socket that had it, and the policy may give up")
    func addressGoneOtherwise() {
        var scene = MachineScene(policy: .never)
        scene.connect()
        scene.addressGone("192.0.2.7", on: 9)
        #expect(scene.machine.state == .connecting)
        scene.establish()
        scene.addressGone("192.0.2.7")
        #expect(scene.machine.state == .failed)
        scene.published = []
        scene.addressGone("192.0.2.7")
        #expect(scene.published.isEmpty && scene.opened == [1])
    }

    @Test("a connection is checked also when an earlier pong never came")
    func unansweredPing() {
        var scene = MachineScene().connected()
        scene.ping()
        scene.wait(1)
        scene.receive(.ping)
        #expect(scene.sent.count { $0.message == .ping } == 1)
        scene.networkBecameReachable()
        #expect(scene.sent.count { $0.message == .ping } == 2)
    }

    @Test(
        "nothing happens before the first wish, during an attempt, and after a disconnection",
        arguments: Return.allCases)
    func otherwiseNothing(back: Return) {
        for phase in [.initialized, .resolving, .open, .alreadyDisconnected, .refused]
            as [ConnectionDisconnectTests.Phase]
        {
            var scene = ConnectionDisconnectTests.scene(in: phase)
            let (opened, published) = (scene.opened, scene.published.count)
            back.happen(&scene)
            scene.wait(0)
            #expect(scene.opened == opened, "\(phase)")
            #expect(scene.published.count == published, "\(phase)")
        }
    }

    @Test(
        "a client that gave up tries again with the network, not when the server turned it away")
    func gaveUp() {
        let ends: [(CloseCode?, retries: Bool)] = [
            (nil, true), (1000, true), (1006, true), (4100, false), (4200, true), (4001, false),
            (4004, false), (4301, false), (4000, false),
        ]
        for (code, retries) in ends {
            for policy in [.never, .libPusherClassic, .libPusher.withMaximumAttempts(0)]
                as [ReconnectionPolicy]
            {
                var scene = MachineScene(policy: policy, usesTLS: true).connected()
                scene.wait(60)
                scene.close(code)
                #expect(scene.machine.state == .failed)
                scene.resume()
                #expect(scene.machine.state == .failed)
                scene.published = []
                scene.networkBecameReachable()
                #expect(scene.machine.state == (retries ? .connecting : .failed), "\(code as Any)")
                #expect(scene.opened.count == (retries ? 2 : 1))
                #expect(scene.intents.isEmpty)
                guard retries else { continue }
                #expect(scene.changes.map(\.cause) == [.asked])
                scene.establish(2)
                #expect(scene.kinds.contains { if case .gap = $0 { true } else { false } })
            }
        }
    }

    @Test("a client that was told to come back later waits, whatever the network does")
    func askedToWait() {
        var scene = MachineScene(policy: .fixed(.seconds(60))).connected()
        scene.close(4100)
        scene.networkBecameReachable()
        #expect(scene.opened.count == 1)
        scene.wait(60)
        #expect(scene.opened.count == 2)
        scene.fail()
        scene.networkBecameReachable()
        #expect(scene.opened.count == 3)
    }

    @Test("a client that gave up and was disconnected stays disconnected")
    func gaveUpAndDisconnected() {
        var scene = MachineScene(policy: .never)
        scene.connect()
        scene.fail()
        scene.disconnect()
        scene.networkBecameReachable()
        #expect(scene.machine.state == .disconnected)
        #expect(scene.opened == [1])
    }

    // MARK: Timers that fire long after they were due

    @Test(
        "a retry that is hours late is one attempt, whichever comes first",
        arguments: [true, false])
    func lateRetry(timerFirst: Bool) {
        var scene = MachineScene(policy: .fixed(.seconds(5))).connected()
        scene.wait(60)
        scene.close(1006)
        scene.sleep(7200)
        if timerFirst { scene.wait(0) }
        scene.resume()
        scene.wait(0)
        #expect(scene.opened == [1, 2])
        scene.fail()
        scene.wait(4.9)
        #expect(scene.opened == [1, 2])
        scene.wait(0.1)
        #expect(scene.opened == [1, 2, 3])
    }

    @Test(
        "the limit of an attempt that is hours late ends it once, and one attempt follows",
        arguments: [true, false])
    func lateLimit(timerFirst: Bool) {
        for policy in [.standard, .pusherJS, .fixed(.seconds(5))] as [ReconnectionPolicy] {
            var scene = MachineScene(policy: policy)
            scene.connect()
            scene.open()
            scene.sleep(7200)
            if timerFirst { scene.wait(0) }
            scene.resume()
            scene.wait(0)
            let failures = scene.kinds.count { if case .attemptFailed = $0 { true } else { false } }
            #expect(failures == 1)
            #expect(scene.closed == [1])
            #expect(scene.opened.count <= 2)
            #expect(scene.moments(of: .unavailable).count == 1)
            scene.wait(6)
            #expect(scene.opened == [1, 2])
        }
    }

    @Test(
        "after a night a connection gets one ping, and a moment to answer",
        arguments: [true, false])
    func lateLiveness(timerFirst: Bool) {
        var scene = MachineScene().connected()
        scene.sleep(36_000)
        if timerFirst { scene.wait(0) }
        scene.resume()
        scene.wait(0)
        #expect(scene.sent.map(\.message) == [.ping])
        scene.wait(29.9)
        #expect(scene.machine.state == .connected)
        scene.receive(.pong)
        scene.wait(90)
        #expect(scene.sent.count == 1)
        #expect(scene.machine.state == .connected)
    }

    @Test("a pong that was waited for over a night is not missed before it can be read")
    func lateLivenessAwaited() {
        var scene = MachineScene().connected()
        scene.wait(125)
        scene.sleep(36_000)
        scene.resume()
        scene.wait(0.9)
        #expect(scene.machine.state == .connected)
        scene.receive(.pong)
        // Nothing was sent for hours, so that it is pinged again.
        scene.wait(0)
        #expect(scene.sent.count == 2)
        scene.receive(.pong)
        scene.wait(100)
        #expect(scene.machine.state == .connected)

        scene.wait(21)
        #expect(scene.sent.count == 3)
        scene.sleep(36_000)
        scene.resume()
        scene.wait(1)
        #expect(scene.machine.state == .connecting)
        #expect(scene.opened.count <= 2)
    }

    @Test("timers of every purpose and age change nothing once they are overtaken")
    func overtaken() {
        var scene = MachineScene(policy: .fixed(.seconds(5)))
        scene.connect()
        scene.run(until: 20) { $0.fail() }
        scene.connect()
        scene.establish()
        scene.receive(.ping)
        let reports = scene.published.count
        let purposes: [TimerID.Purpose] = [.attemptLimit, .unavailable, .retry, .liveness]
        for number in -1...30 {
            for purpose in purposes {
                // The one liveness timer that runs would ping if it fired now and were due.
                scene.perform(
                    scene.machine.timerFired(
                        TimerID(purpose, number), at: scene.now, using: &scene.generator))
            }
        }
        #expect(scene.published.count == reports)
        #expect(scene.machine.state == .connected)
        #expect(scene.sent.map(\.message) == [.pong])
    }
}
