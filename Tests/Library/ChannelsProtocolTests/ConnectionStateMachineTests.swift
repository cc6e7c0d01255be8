import BuoyTestBasics
import ChannelsProtocol
import Testing

@Suite("The connection")
struct ConnectionStateMachineTests {
    static let lost = ConnectFailure(kind: .unreachable, what: "Reset")

    @Test("connecting goes through an attempt to an established connection")
    func connects() throws {
        var scene = MachineScene()
        #expect(scene.machine.state == .initialized)
        scene.connect()
        #expect(scene.machine.state == .connecting)
        scene.establish(7, activityTimeout: .seconds(30))

        var parts = AttemptParts()
        parts.begin(.hello, at: .zero)
        let establishment = Establishment(
            socketID: try #require(SocketID.numbered(7)), serverActivityTimeout: .seconds(30),
            activityTimeout: .seconds(30), attempt: 1,
            parts: parts.ended(at: .zero, succeeded: true))
        let attempt = ConnectionAttempt(
            number: 1, address: "ws://host:80", usesTLS: false, timeLimit: .seconds(10),
            isAsked: true)
        #expect(
            scene.kinds == [
                .intentChanged(.connected),
                .stateChanged(
                    StateChange(previous: .initialized, current: .connecting, cause: .asked)),
                .attemptStarted(attempt),
                .stateChanged(
                    StateChange(
                        previous: .connecting, current: .connected,
                        cause: .established(establishment), socketID: .numbered(7))),
            ])
        #expect(scene.machine.establishment == establishment)
    }

    @Test("connecting again while connecting or connected does nothing")
    func connectsOnce() {
        var scene = MachineScene()
        scene.connect()
        scene.connect()
        scene.establish()
        scene.connect()
        #expect(scene.opened == [1])
    }

    @Test("a socket that opens after the user disconnected is closed")
    func closesLateSocket() {
        var machine = ClientStateMachine(ClientMachineOptions(address: "host:80"))
        _ = machine.connect(at: .at(0))
        let change = StateChange(
            previous: .connecting, current: .disconnected, cause: .asked, duration: .seconds(1))
        #expect(
            machine.disconnect(at: .at(1)) == [
                .publish(.intentChanged(.disconnected)), .close(1, code: nil),
                .publish(.stateChanged(change)),
            ])
        #expect(machine.opened(1, at: .at(2)) == [.close(1, code: 1000)])
    }

    @Test("disconnecting an open socket that waits for the server closes it in order")
    func closesOpenSocket() {
        var machine = ClientStateMachine(ClientMachineOptions(address: "host:80"))
        _ = machine.connect(at: .at(0))
        #expect(machine.opened(1, at: .at(1)) == [])
        #expect(machine.disconnect(at: .at(2)).contains(.close(1, code: 1000)))
    }

    @Test("a drop is one change of the state with one cause, and schedules a retry")
    func drops() {
        var scene = MachineScene().connected()
        scene.wait(1)
        scene.published = []
        scene.close(nil, failure: Self.lost)
        #expect(
            scene.changes == [
                StateChange(
                    previous: .connected, current: .connecting, cause: .ended(.failed(Self.lost)),
                    duration: .seconds(1), socketID: .numbered(1), lastReceived: .zero)
            ])
        #expect(scene.delays.count == 1)
        #expect(scene.published.count == 2)
    }

    @Test("a failed attempt changes no state")
    func attemptFails() {
        var scene = MachineScene()
        scene.connect()
        scene.published = []
        scene.fail()
        #expect(scene.changes.isEmpty)
        #expect(
            scene.kinds.first
                == .attemptFailed(
                    attempt: 1, .failed(ConnectFailure(kind: .unreachable, what: "It failed"))))
        #expect(scene.delays.count == 1)
        #expect(scene.machine.state == .connecting)
    }

    @Test("an attempt ends at its limit, then the connection is unavailable")
    func timesOut() {
        var scene = MachineScene()
        scene.connect()
        scene.machine.entered(
            .tls, 1, at: scene.now)
        scene.published = []
        scene.wait(10)
        let end = ConnectionEnd.timedOut(
            in: .tls, limit: .seconds(10))
        guard case .attemptFailed(1, end, _)? = scene.kinds.first else {
            Issue.record("no time-out was told")
            return
        }
        #expect(
            scene.kinds.last
                == .stateChanged(
                    StateChange(
                        previous: .connecting, current: .unavailable,
                        cause: .unavailable(after: .seconds(10)), duration: .seconds(10))))
        #expect(scene.kinds.count == 3)
        #expect(scene.closed == [1])
    }

    @Test("the attempt ends first also when the timer of the state fires first")
    func timersInTheOtherOrder() {
        var machine = ClientStateMachine(ClientMachineOptions(address: "host:80"))
        var generator = Dice(seed: 3)
        let timers = machine.connect(at: .at(0)).compactMap { action -> TimerID? in
            if case .startTimer(let timer, _) = action { timer } else { nil }
        }
        #expect(timers.map(\.purpose) == [.attemptLimit, .unavailable])
        let actions = machine.timerFired(timers[1], at: .at(10), using: &generator)
        #expect(actions.first == .close(1, code: nil))
        let change = StateChange(
            previous: .connecting, current: .unavailable, cause: .unavailable(after: .seconds(10)),
            duration: .seconds(10))
        #expect(actions.last == .publish(.stateChanged(change)))
        #expect(machine.timerFired(timers[0], at: .at(10), using: &generator) == [])
    }

    @Test("the parts of an attempt are timed; raced addresses are one part")
    func parts() throws {
        var scene = MachineScene()
        scene.connect()
        scene.enter(.dns)
        scene.wait(0.002)
        scene.enter(.tcp)
        scene.wait(0.25)
        scene.enter(.tcp)
        scene.wait(0.75)
        scene.enter(.tls)
        scene.wait(0.014)
        scene.enter(.ws)
        scene.wait(0.003)
        scene.open()
        scene.wait(0.001)
        scene.published = []
        scene.establish()
        guard case .stateChanged(let change)? = scene.kinds.first,
            case .established(let connection) = change.cause
        else {
            Issue.record("not established")
            return
        }
        let parts = connection.parts.parts
        #expect(parts.map(\.name) == [.dns, .tcp, .tls, .ws, .hello])
        #expect(
            parts.map(\.duration)
                == [2, 1000, 14, 3, 1].map { Duration.milliseconds($0) })
        #expect(!parts.contains { !$0.hasEnded })
    }

    @Test("the part in which an attempt was stuck has not ended")
    func stuckPart() {
        var scene = MachineScene()
        scene.connect()
        scene.enter(.tcp)
        scene.wait(1)
        scene.enter(.tls)
        scene.published = []
        scene.wait(9)
        guard case .attemptFailed(1, _, let parts)? = scene.kinds.first else {
            Issue.record("no time-out was told")
            return
        }
        #expect(parts.parts.map(\.name) == [.tcp, .tls])
        #expect(parts.parts.map(\.duration) == [.seconds(1), .seconds(9)])
        #expect(parts.parts.map(\.hasEnded) == [true, false])
    }

    @Test("one limit counts from the opening to the establishment")
    func oneLimit() {
        var scene = MachineScene()
        scene.connect()
        scene.wait(9)
        scene.open()
        scene.wait(0.9)
        #expect(scene.closed.isEmpty)
        scene.wait(0.1)
        #expect(scene.closed == [1])
        guard case .attemptFailed(_, let end, _)? = scene.kinds.dropFirst(3).first else {
            Issue.record("no time-out was reported")
            return
        }
        #expect(end.description.contains("stuck at: waiting for pusher:connection_established"))
    }

    @Test("it becomes unavailable 10 s after a later drop too, and from there connected")
    func unavailableAgain() {
        var scene = MachineScene().connected()
        scene.wait(100)
        scene.close(1006)
        scene.published = []
        scene.wait(9.9)
        #expect(scene.machine.state == .connecting)
        scene.wait(0.2)
        #expect(scene.machine.state == .unavailable)
        scene.wait(60)
        #expect(scene.changes.count == 1)
        if scene.closed.contains(scene.socket) { scene.connect() }
        scene.establish(2)
        #expect(scene.machine.state == .connected)
        #expect(scene.changes.last?.previous == .unavailable)
    }

    @Test("asking to connect while waiting makes the attempt now, once")
    func retriesNow() {
        var scene = MachineScene()
        scene.connect()
        scene.fail()
        scene.published = []
        scene.connect()
        guard case .attemptStarted(let attempt)? = scene.kinds.first else {
            Issue.record("no attempt was made")
            return
        }
        #expect(attempt.number == 2)
        scene.wait(5)
        #expect(scene.opened == [1, 2])
    }

    @Test("asking to reconnect drops the connection and opens another one at once")
    func reconnects() {
        var scene = MachineScene()
        scene.subscribe(.a)
        scene.connect()
        scene.establish()
        scene.receive(.subscriptionSucceeded(.a, roster: nil))
        scene.wait(5)
        scene.published = []
        scene.reconnect()
        #expect(scene.closed == [1])
        #expect(scene.opened == [1, 2])
        #expect(
            scene.changes == [
                StateChange(
                    previous: .connected, current: .connecting, cause: .asked,
                    duration: .seconds(5), socketID: .numbered(1))
            ])
        #expect(scene.states(of: .a) == [.requested])
        // The old socket has nothing to say any more.
        scene.close(4001, on: 1)
        scene.receive(.ping, on: 1)
        #expect(scene.machine.state == .connecting)
        scene.establish(2)
        // The user asked for it: that is no gap.
        #expect(!scene.kinds.contains { if case .gap = $0 { true } else { false } })
    }

    @Test("asking to reconnect during an attempt tells how that ended, and starts another")
    func reconnectsWhileOpening() {
        var scene = MachineScene()
        scene.connect()
        scene.published = []
        scene.reconnect()
        #expect(scene.kinds.first == .attemptFailed(attempt: 1, .reconnectAsked))
        #expect(scene.changes.isEmpty)
        #expect(scene.closed == [1])
        #expect(scene.opened == [1, 2])
    }

    @Test("asking to reconnect out of unavailable begins a new count")
    func reconnectsWhenUnavailable() {
        var scene = MachineScene()
        scene.connect()
        scene.fail()
        scene.wait(11)
        #expect(scene.machine.state == .unavailable)
        scene.reconnect()
        #expect(scene.machine.state == .connecting)
        #expect(scene.changes.last?.cause == .asked)
        scene.wait(9.9)
        #expect(scene.machine.state == .connecting)
        scene.wait(0.2)
        #expect(scene.machine.state == .unavailable)
    }

    @Test("a second establishment is reported, and the first socket id stays")
    func establishedTwice() throws {
        var scene = MachineScene()
        scene.connect()
        scene.establish(1)
        scene.receive(
            .connectionEstablished(try #require(.numbered(2)), activityTimeout: .seconds(5)))
        #expect(scene.machine.establishment?.socketID == .numbered(1))
        #expect(scene.machine.establishment?.activityTimeout == .seconds(120))
        #expect(scene.problems.map(\.kind) == [.unexpectedMessage])
        #expect(scene.changes.count == 2)
    }

    @Test("the activity timeout is the smaller one, at least a second when the server's is odd")
    func activityTimeout() {
        let table: [(Duration?, Duration)] = [
            (nil, .seconds(120)), (.seconds(30), .seconds(30)), (.seconds(300), .seconds(120)),
            (.milliseconds(1), .seconds(1)), (.zero, .seconds(120)), (.seconds(-4), .seconds(120)),
        ]
        for (server, expected) in table {
            var scene = MachineScene()
            scene.connect()
            scene.establish(activityTimeout: server)
            #expect(scene.machine.establishment?.activityTimeout == expected)
        }
    }
}
