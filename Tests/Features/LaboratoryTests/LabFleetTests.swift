import ArgumentParser
import BuoyScripts
import BuoyTextScreen
import ChannelsProtocol
import Synchronization
import Testing

@testable import BuoyLaboratory

/// Several profiles on one server, and herds that are played in parallel.
@Suite("fleets and plans of the laboratory")
struct LabFleetTests {
    private static let restart = FaultScript(
        name: "restart", duration: .seconds(90),
        [.init(at: .seconds(10), .cut), .init(at: .seconds(10), .refuse, for: .seconds(3))])

    private static func plan(_ capacity: LabCapacity?) throws -> LabPlan {
        LabPlan(
            Self.restart,
            fleet: [
                (try #require(LabProfile.named("pusher-js")), 30),
                (try #require(LabProfile.named("pusher-java")), 20),
            ], seed: 1, capacity: capacity, roundTrip: nil)
    }

    @Test("without a capacity, each part behaves as it does alone, and the total is their sum")
    func parts() throws {
        let plan = try Self.plan(nil)
        let herds = plan.rows.flatMap { plan.play($0) }
        #expect(herds.map(\.name) == ["pusher-js", "pusher-java", "all"])
        #expect(herds.map(\.clients) == [30, 20, 50])
        for (herd, clients) in zip(herds, [30, 20]) {
            let alone = LabHerd(
                Self.restart, try #require(LabProfile.named(herd.name)), clients: clients)
            #expect(herd.attempts == alone.attempts && herd.connected == alone.connected)
        }
        #expect(herds[2].attempts == zip(herds[0].attempts, herds[1].attempts).map(+))
        #expect(herds[2].wasted == herds[0].wasted + herds[1].wasted)
        #expect(herds[2].second(connecting: 1) == 26)
    }

    @Test("the parts share the server, so fast clients make slow ones wait")
    func shared() throws {
        // pusher-java is refused at 11 s and returns at 15 s; its 20 handshakes take until 35 s.
        let plan = try Self.plan(LabCapacity(perSecond: 1))
        let herds = plan.rows.flatMap { plan.play($0) }
        #expect(herds[1].second(connecting: 1) == 34)
        #expect(herds[0].second(connecting: 0.1) == 37)
        let report = LabReport(plan.script, herds: herds, isFleet: true)
        let lines = LabChart(.ascii, width: 100).lines(report, hasGraphs: false)
        #expect(lines[2] == "50 clients on one server, 1/s, backlog 511, then dropped")
        #expect(lines.contains { $0.hasPrefix("50 handshakes take at least 50s at 1/s.") })
        #expect(!lines.contains { $0.contains("Fastest") })
    }

    @Test("a long name makes the first column wider")
    func names() throws {
        let long = "pusher-js in=browser tls=no"
        let plan = LabPlan(
            Self.restart,
            fleet: [
                (try #require(LabProfile.named("pusher-js")), 1),
                (try LabProfile.typed(long, policies: []), 1),
            ], seed: 1, capacity: nil, roundTrip: nil)
        let report = LabReport(
            plan.script, herds: plan.rows.flatMap { plan.play($0) }, isFleet: true)
        let lines = LabChart(.ascii, width: 100).lines(report, hasGraphs: false)
        let rows = lines.filter { $0.hasPrefix("pusher-js") }
        #expect(rows.count == 2)
        #expect(rows.allSatisfy { $0.dropFirst(long.count).hasPrefix("     no  ") })
    }

    @Test("herds arrive in order, each with all earlier ones, and match those of a single run")
    func order() async throws {
        let profiles = try ["fixed", "pusher-js", "pysher"].map {
            try #require(LabProfile.named($0))
        }
        let plan = LabPlan(
            Self.restart, profiles, clients: 40, jitters: [true], seed: 1, capacity: nil,
            roundTrip: nil)
        let seen = Mutex<[[String]]>([])
        let report = try await plan.run { herds, report in
            #expect(report.herds.last == herds.last)
            seen.withLock { $0.append(report.herds.map(\.name)) }
        }
        #expect(
            seen.withLock { $0 } == [
                ["fixed"], ["fixed", "pusher-js"], ["fixed", "pusher-js", "pysher"],
            ])
        #expect(
            report
                == LabReport(Self.restart, profiles, clients: 40, jitters: [true], seed: 1))
        let chart = LabChart(.unicode, width: 100)
        let first = LabReport(report.script, herds: [report.herds[0]], isFleet: false)
        let parts =
            chart.head(first, hasGraphs: false)
            + report.herds.flatMap { chart.rows([$0], first, hasGraphs: false) }
            + chart.tail(report, hasGraphs: false)
        #expect(parts == chart.lines(report, hasGraphs: false))
    }

    @Test("a fully reconnected herd is not played to the end, but has figures for each second")
    func settled() throws {
        let script = FaultScript(
            name: "", duration: .seconds(80_000),
            [.init(at: .seconds(10), .cut), .init(at: .seconds(10), .refuse, for: .seconds(3))])
        let herd = LabHerd(script, try #require(LabProfile.named("pusher-js")), clients: 3)
        #expect(herd.connected.count == 80_000)
        #expect(herd.connected.last == 3)
    }

    @Test("a number for each policy makes a fleet; an error says what is wrong")
    func options() throws {
        func parse(_ words: String...) throws -> LabCommand {
            try LabCommand.parse(["restart", "--clients"] + words)
        }
        #expect(try parse("pusher-js tls=no=6000,pysher=3000").clients?.isEmpty == false)
        for (words, error) in [
            (["0"], "between 1 and 100000"), (["many"], "such as pusher-js=6000"),
            (["pusher-js=0"], "between 1 and 100000"),
            (["pusher-js=60000,pysher=60000"], "between 1 and 100000"),
            (["pusher-jss=5"], "--clients: unknown policy"),
            (["pysher=5", "--compare", "fixed"], "Name the policies in --clients"),
            (["5", "--pong-timeout", "0"], "--pong-timeout must be between"),
            (["5", "--server", "node"], "--server requires --capacity"),
            (["5", "--capacity", "1/s", "--server", "apache"], "'apache' is invalid"),
        ] {
            #expect {
                try LabCommand.parse(["restart", "--clients"] + words)
            } throws: {
                LabCommand.message(for: $0).contains(error)
            }
        }
    }

    @Test("a pong timeout replaces the default, but not a library's fixed one")
    func pongTimeout() throws {
        let script = FaultScript(
            name: "", duration: .seconds(200), [.init(at: .seconds(10), .silence(.both))])
        for (name, time) in [("pusher-js", 123), ("standard", 123)] {
            let profile = try #require(LabProfile.named(name)).waitingForPongs(.seconds(3))
            let timeline = LabTimeline(script, profile)
            #expect(timeline.spans.first.map { Int($0.end.inSeconds.rounded()) } == time)
        }
        let pysher = try #require(LabProfile.named("pysher"))
        #expect(pysher.waitingForPongs(.seconds(3)).pongTimeout == pysher.pongTimeout)
    }
}
