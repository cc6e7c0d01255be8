import ChannelsProtocol
import Testing

@Suite("Liveness")
struct LivenessStateMachineTests {
    static func timer(_ number: Int) -> TimerID { TimerID(.liveness, number) }

    static func watching(_ timeout: Duration = .seconds(120)) -> LivenessStateMachine {
        var machine = LivenessStateMachine(pongTimeout: .seconds(30))
        #expect(
            machine.established(activityTimeout: timeout, at: .at(0))
                == StartedTimer(id: Self.timer(1), after: timeout))
        return machine
    }

    @Test("a silent peer is pinged at the timeout and dead at the pong limit")
    func silence() {
        for (timeout, dead) in [(120, 150.0), (30, 60.0)] as [(Int, Double)] {
            var machine = Self.watching(.seconds(timeout))
            #expect(
                machine.timerFired(Self.timer(1), at: .at(Double(timeout)))
                    == .ping(Self.timer(2), after: .seconds(30)))
            #expect(
                machine.timerFired(Self.timer(2), at: .at(dead))
                    == .pongMissing(after: .seconds(30)))
            #expect(machine.timerFired(Self.timer(2), at: .at(dead)) == .none)
        }
    }

    @Test("traffic starts no timer; the timer that runs is set for what is left")
    func traffic() {
        var machine = Self.watching()
        machine.sent(at: .at(50))
        #expect(machine.received(at: .at(60)) == nil)
        #expect(machine.received(at: .at(100)) == nil)
        #expect(
            machine.timerFired(Self.timer(1), at: .at(120))
                == .startTimer(Self.timer(2), after: .seconds(50)))
    }

    @Test("receiving alone is not enough: a client that sends nothing pings too")
    func sendingSide() {
        var machine = Self.watching()
        #expect(machine.received(at: .at(119)) == nil)
        #expect(
            machine.timerFired(Self.timer(1), at: .at(120))
                == .ping(Self.timer(2), after: .seconds(30)))
    }

    @Test("a pong tells the round trip, and watching begins again")
    func pong() {
        var machine = Self.watching()
        _ = machine.timerFired(Self.timer(1), at: .at(120))
        #expect(
            machine.received(at: .at(120.25))
                == StartedTimer(id: Self.timer(3), after: .seconds(29.75)))
        #expect(machine.ponged(at: .at(120.25)) == .answer(roundTrip: .milliseconds(250)))
        #expect(machine.ponged(at: .at(121)) == .unexpected)
        // The timer of the wait has nothing to say any more.
        #expect(machine.timerFired(Self.timer(2), at: .at(150)) == .none)
    }

    @Test("any message counts as life, and the pong may come later")
    func anyMessage() {
        var machine = Self.watching()
        _ = machine.timerFired(Self.timer(1), at: .at(120))
        #expect(
            machine.received(at: .at(149)) == StartedTimer(id: Self.timer(3), after: .seconds(1)))
        #expect(machine.timerFired(Self.timer(2), at: .at(150)) == .none)
        #expect(machine.ponged(at: .at(151)) == .answer(roundTrip: .seconds(31)))
    }

    @Test("a timer that fires late, as after a suspension, waits a moment for what is unread, once")
    func suspension() {
        var machine = Self.watching()
        _ = machine.timerFired(Self.timer(1), at: .at(120))
        #expect(
            machine.timerFired(Self.timer(2), at: .at(4000))
                == .startTimer(Self.timer(3), after: .seconds(1)))
        #expect(
            machine.timerFired(Self.timer(3), at: .at(4001)) == .pongMissing(after: .seconds(30)))
    }

    @Test("a ping is sent whatever became of an earlier one, and does not prolong the wait")
    func pingAgain() {
        var machine = Self.watching()
        #expect(machine.ping(at: .at(1)) == .ping(Self.timer(2), after: .seconds(30)))
        #expect(machine.ping(at: .at(11)) == .pingAgain(left: .seconds(20)))
        #expect(
            machine.timerFired(Self.timer(2), at: .at(31)) == .pongMissing(after: .seconds(30)))
        #expect(machine.ping(at: .at(32)) == .none)
    }

    @Test("one lost pong does not spoil the round trips after it")
    func lostPong() {
        var machine = Self.watching(.seconds(30))
        _ = machine.ping(at: .at(1))
        _ = machine.received(at: .at(2))
        _ = machine.ping(at: .at(10))
        _ = machine.received(at: .at(10.1))
        // It answers one of the two, so no round trip is measured; but the server answers.
        #expect(machine.ponged(at: .at(10.1)) == .answer(roundTrip: nil))
        // The lost pong may still come until 40 s, and would look like the answer to this ping.
        _ = machine.ping(at: .at(20))
        _ = machine.received(at: .at(20.1))
        #expect(machine.ponged(at: .at(20.1)) == .answer(roundTrip: nil))
        _ = machine.ping(at: .at(41))
        _ = machine.received(at: .at(41.1))
        #expect(machine.ponged(at: .at(41.1)) == .answer(roundTrip: .milliseconds(100)))
    }

    @Test("pongs that come late are not measured against a newer ping")
    func latePongs() {
        var machine = Self.watching(.seconds(30))
        for second in [1.0, 2, 3] { _ = machine.ping(at: .at(second)) }
        _ = machine.received(at: .at(9))
        #expect(machine.ponged(at: .at(9)) == .answer(roundTrip: nil))
        #expect(machine.ponged(at: .at(9)) == .answer(roundTrip: nil))
        _ = machine.ping(at: .at(10))
        _ = machine.received(at: .at(10.1))
        #expect(machine.ponged(at: .at(10.1)) == .answer(roundTrip: nil))
        // One more was expected, and now none is.
        #expect(machine.ponged(at: .at(10.2)) == .answer(roundTrip: nil))
        #expect(machine.ponged(at: .at(10.3)) == .unexpected)
        _ = machine.ping(at: .at(11))
        _ = machine.received(at: .at(11.1))
        #expect(machine.ponged(at: .at(11.1)) == .answer(roundTrip: .milliseconds(100)))
    }

    @Test("a check pings whatever became of an earlier ping, and never twice at a time")
    func check() {
        var machine = Self.watching()
        #expect(machine.ping(at: .at(1)) == .ping(Self.timer(2), after: .seconds(30)))
        #expect(machine.check(at: .at(2)) == .none)
        _ = machine.received(at: .at(3))
        #expect(machine.check(at: .at(5)) == .ping(Self.timer(4), after: .seconds(30)))
        #expect(machine.check(at: .at(5)) == .none)
        #expect(machine.timerFired(Self.timer(1), at: .at(9999)) == .none)
        machine.ended()
        #expect(machine.check(at: .at(6)) == .none)
    }

    @Test("after an answer of unknown age it is not pinged again at once")
    func answerOfUnknownAge() throws {
        var machine = Self.watching()
        let woke = ChannelsTimestamp.at(8 * 3600)
        #expect(machine.check(at: woke) == .ping(Self.timer(2), after: .seconds(30)))
        // It may have waited to be read for all those hours, as far as anybody knows.
        let arrival = Arrival(earliest: .at(1), latest: woke)
        #expect(
            machine.received(at: woke, arrived: arrival)
                == StartedTimer(id: Self.timer(3), after: .seconds(30)))
        #expect(machine.ponged(at: woke) == .answer(roundTrip: .zero))
        // A gap still starts when something is known to have arrived.
        #expect(machine.lastReceived == .at(1))
        #expect(
            machine.timerFired(Self.timer(3), at: woke.advanced(by: .seconds(30)))
                == .startTimer(Self.timer(4), after: .seconds(90)))
    }

    @Test("after the end nothing is watched")
    func ended() {
        var machine = Self.watching()
        machine.ended()
        #expect(machine.timerFired(Self.timer(1), at: .at(120)) == .none)
        #expect(machine.received(at: .at(121)) == nil)
        #expect(machine.ponged(at: .at(121)) == .unexpected)
    }

    @Test("a client answers pings, pings itself and tells the round trip")
    func client() {
        var scene = MachineScene()
        scene.connect()
        scene.establish(activityTimeout: .seconds(30))
        scene.receive(.ping)
        #expect(scene.sent.map(\.message) == [.pong])
        scene.wait(30)
        #expect(scene.sent.map(\.message) == [.pong, .ping])
        #expect(scene.hasJustPinged)
        scene.wait(0.5)
        scene.receive(.pong)
        #expect(scene.kinds.last == .pongReceived(roundTrip: .milliseconds(500)))
        scene.receive(.pong)
        #expect(scene.problems.map(\.kind) == [.unexpectedMessage])
    }

    @Test("a client leaves a silent connection and connects again")
    func silentServer() {
        var scene = MachineScene().connected()
        scene.wait(149.9)
        #expect(scene.machine.state == .connected)
        scene.wait(0.1)
        #expect(scene.machine.state == .connecting)
        #expect(scene.changes.last?.cause == .ended(.pongMissing(after: .seconds(30))))
        #expect(scene.closed == [1])
        scene.wait(1)
        #expect(scene.opened == [1, 2])
    }

    @Test("on a busy channel a client still sends something in each timeout, for a whole day")
    func busyDay() {
        var scene = MachineScene().connected()
        let event = ChannelsEvent(name: "x", channel: .a, data: EventData("1"))
        for _ in 0..<(86_400 / 30) {
            scene.wait(30)
            if case .ping? = scene.sent.last?.message, scene.hasJustPinged {
                scene.receive(.pong)
            }
            scene.receive(.event(event))
        }
        #expect(scene.machine.state == .connected)
        #expect(scene.sent.count == 720)
    }

    @Test("a batch without messages is a sign of life")
    func emptyBatch() {
        var scene = MachineScene().connected()
        scene.wait(140)
        scene.receive()
        scene.wait(11)
        #expect(scene.machine.state == .connected)
    }

    @Test("while several pongs are under way, no round trip is made up, and no pong is a problem")
    func slowPongs() {
        var scene = MachineScene(
            ClientMachineOptions(address: "h:1", activityTimeout: .seconds(4)))
        scene.connect()
        scene.establish(activityTimeout: .seconds(4))
        let event = ChannelsEvent(name: "x", channel: .a, data: EventData("1"))
        // Pings go out after 4, 8 and 12 s, as the client sends nothing else.
        for _ in 0..<14 {
            scene.wait(1)
            scene.receive(.event(event))
        }
        for _ in 0..<3 {
            scene.receive(.pong)
            scene.wait(4)
            scene.receive(.event(event))
        }
        let roundTrips = scene.kinds.compactMap { kind -> Duration?? in
            if case .pongReceived(let roundTrip) = kind { .some(roundTrip) } else { nil }
        }
        #expect(roundTrips == [nil, nil, nil])
        #expect(scene.problems.isEmpty)
    }

    @Test("a user's ping ends the silence of a server that left out pongs, at its first pong")
    func pingByHand() {
        var scene = MachineScene().connected()
        scene.ping()
        scene.wait(15)
        scene.ping()
        let limits = scene.kinds.compactMap { kind -> Duration? in
            if case .pingSent(let ping) = kind { ping.timeLimit } else { nil }
        }
        #expect(limits == [.seconds(30), .seconds(15)])
        scene.receive(.pong)
        #expect(scene.kinds.last == .pongReceived(roundTrip: nil))
        #expect(!scene.machine.isAwaitingPong)
        scene.wait(60)
        #expect(scene.machine.state == .connected)
    }

    @Test("pings that go unanswered while the server sends are told once, and the connection stays")
    func oneWay() {
        var scene = MachineScene()
        scene.connect()
        scene.establish(activityTimeout: .seconds(30))
        let event = ChannelsEvent(name: "x", channel: .a, data: EventData("1"))
        for _ in 0..<100 {
            scene.wait(1)
            scene.receive(.event(event))
        }
        #expect(scene.machine.state == .connected)
        #expect(scene.problems.map(\.kind) == [.pongOverdue])
        // The first ping went out after 30 s.
        let told = scene.published.first { if case .problem = $0.kind { true } else { false } }
        #expect(told?.time == .at(60))
    }
}
