import BuoyScripts
import ChannelsProtocol
import Testing

@testable import BuoyLaboratory

@Suite("herds of the laboratory")
struct LabHerdTests {
    private static let restart = FaultScript(
        name: "", duration: .seconds(60),
        [.init(at: .seconds(10), .cut), .init(at: .seconds(10), .refuse, for: .seconds(3))])

    @Test("clients without jitter come all in the same second, with jitter they spread")
    func jitter() throws {
        let profile = try #require(LabProfile.named("standard"))
        let together = LabHerd(Self.restart, profile, clients: 500, hasJitter: false)
        let apart = LabHerd(Self.restart, profile, clients: 500)
        #expect(together.attempts.dropFirst(12).max() == 500)
        #expect((apart.attempts.dropFirst(12).max() ?? 0) < 400)
        #expect(apart.connected.last == 500)
        #expect(together.connected[9] == 500)
        #expect(together.connected[10] == 0)
    }

    @Test("the curve beside a room's herd is that of the laboratory", arguments: [0, 10])
    func prediction(secondsAway: Int) throws {
        let away = Duration.seconds(secondsAway)
        let script = FaultScript(
            name: "", duration: .seconds(60),
            [.init(at: .seconds(5), .cut), .init(at: .seconds(5), .refuse, for: away)])
        let herd = LabHerd(script, try #require(LabProfile.named("standard")), clients: 1000)
        let expected = ReconnectionPolicy.standard.returns(
            of: 1000, after: .closed(nil, reason: ""), refusedFor: away)
        for second in 5..<60 {
            let predicted = expected.count { $0 < .seconds(second - 4) }
            // Both choose at random; a share of 1,000 is within 6 percentage points.
            #expect(abs(herd.connected[second] - predicted) <= 60, "\(second)")
        }
    }

    @Test("those who give up are counted, and are never connected again")
    func givingUp() throws {
        let script = FaultScript(
            name: "", duration: .seconds(60),
            [.init(at: .seconds(1), .close(4004)), .init(at: .seconds(1), .reject(4004))])
        let herd = LabHerd(script, try #require(LabProfile.named("pusher-js")), clients: 50)
        #expect(herd.gaveUp == 50)
        #expect(herd.totalAttempts == 0)
        #expect(herd.second(connecting: 0.5) == nil)
    }

    @Test("a share is connected from the first second in which it stays so")
    func shares() throws {
        let herd = LabHerd(
            Self.restart, try #require(LabProfile.named("pusher-js")), clients: 20)
        // A second after the loss nothing listens; the slot ends 15 s later.
        #expect(herd.second(connecting: 1) == 26)
        #expect(herd.attempts[11] == 20)
        #expect(herd.attempts[26] == 20)
    }

    @Test("the same seed gives the same herd, and each size is within its limits")
    func seeds() throws {
        let profile = try #require(LabProfile.named("standard"))
        let script = try #require(FaultScript.named("deploy"))
        #expect(
            LabHerd(script, profile, clients: 30, seed: 3)
                == LabHerd(script, profile, clients: 30, seed: 3))
        #expect(
            LabHerd(script, profile, clients: 30, seed: 3)
                != LabHerd(script, profile, clients: 30, seed: 4))
        #expect(LabHerd(script, profile, clients: -1).clients == 1)
    }

    @Test("what is due at the same time happens in the order in which it was added")
    func agenda() {
        var agenda = Agenda<Int>(until: .seconds(20))
        var generator = SeededGenerator(seed: 7)
        // Seconds, and a few close together; before the start, and after the end.
        let times = (0..<500).map { index in
            index % 2 == 0
                ? Duration.seconds(Int.random(in: -3..<25, using: &generator))
                : .microseconds(Int.random(in: 0..<3000, using: &generator))
        }
        for (index, time) in times.enumerated() { agenda.add(index, at: time) }
        var order: [(Duration, Int)] = []
        while let (time, index) = agenda.next() {
            order.append((time, index))
            // What is added meanwhile is due in its turn.
            if index < 500 { agenda.add(500 + index, at: time + .nanoseconds(1_500_000 + index)) }
        }
        let expected = times.enumerated().filter { $1 <= .seconds(20) }
        #expect(order.filter { $0.1 < 500 }.count == expected.count)
        #expect(order.count > expected.count)
        #expect(zip(order, order.dropFirst()).allSatisfy { $0 < $1 })
    }
}
