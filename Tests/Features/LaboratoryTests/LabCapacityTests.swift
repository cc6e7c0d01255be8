import ArgumentParser
import BuoyScripts
import BuoyTextScreen
import ChannelsProtocol
import Testing

@testable import BuoyLaboratory

/// A server that makes only so many handshakes a second; every figure is worked out by hand.
@Suite("the capacity of the laboratory's server")
struct LabCapacityTests {
    /// All are cut at 10 s, and the server is back at 13 s.
    private static let restart = FaultScript(
        name: "restart", duration: .seconds(60),
        [.init(at: .seconds(10), .cut), .init(at: .seconds(10), .refuse, for: .seconds(3))])

    /// pusher-js comes at 11 s, in vain, at 26 s, and at 56 s.
    private static func herd(
        _ capacity: LabCapacity?, _ script: FaultScript = Self.restart, clients: Int = 50
    ) throws -> LabHerd {
        LabHerd(
            script, try #require(LabProfile.named("pusher-js")), clients: clients,
            capacity: capacity)
    }

    @Test("handshakes begin one after the other, and no more wait than fit")
    func queue() {
        var queue = HandshakeQueue(LabCapacity(perSecond: 2, queue: 3, overflow: .reset))
        let times = (0..<6).map { _ in queue.admit(at: .seconds(1)) }
        #expect(times == [1000, 1500, 2000, 2500, nil, nil].map { $0.map { .milliseconds($0) } })
        // Half a second later there is one place.
        #expect(queue.admit(at: .milliseconds(1500)) == .seconds(3))
        #expect(queue.admit(at: .milliseconds(1500)) == nil)
        #expect(queue.admit(at: .seconds(9)) == .seconds(9))
        #expect(queue.admit(at: .milliseconds(9100)) == .milliseconds(9500))
        queue.clear(at: .milliseconds(9200))
        #expect(queue.admit(at: .milliseconds(9300)) == .milliseconds(9300))

        var none = HandshakeQueue(LabCapacity(perSecond: 1, queue: 0, overflow: .reset))
        #expect(none.admit(at: .zero) == .zero)
        #expect(none.admit(at: .milliseconds(999)) == nil)
        #expect(none.admit(at: .seconds(1)) == .seconds(1))
    }

    @Test("a queue that is long enough makes handshakes slow, and refuses nobody")
    func slow() throws {
        let herd = try Self.herd(LabCapacity(perSecond: 10))
        let load = try #require(herd.load)
        #expect(load.asked[26] == 50)
        #expect(load.asked.reduce(0, +) == 50)
        #expect((load.refused, load.late) == (0, 0))
        // The last handshake starts at 30.9 s.
        #expect(herd.connected[25...31] == [0, 10, 20, 30, 40, 50, 50])
        #expect(herd.wasted == 50)
        #expect(herd.backInTime == 50)
    }

    @Test("who finds the queue full is refused, and waits for the next slot")
    func refused() throws {
        let herd = try Self.herd(LabCapacity(perSecond: 10, queue: 10, overflow: .reset))
        // At 26 s one starts, ten wait; at 56 s the same again.
        #expect(herd.load?.refused == 39 + 28)
        #expect(herd.connected.last == 22)
        #expect(herd.second(connecting: 1) == nil)
        #expect(herd.wasted == 50 + 39 + 28)
        #expect(herd.backInTime == 22)
    }

    @Test("closed with 4100 instead, pusher-js comes back each second")
    func closed() throws {
        let herd = try Self.herd(LabCapacity(perSecond: 10, queue: 10, overflow: .close))
        #expect(herd.load?.refused == 39 + 29 + 19 + 8)
        #expect(herd.second(connecting: 1) == 30)
        #expect(herd.totalAttempts == 50 + 50 + 39 + 29 + 19 + 8)
    }

    @Test("a packet that is dropped is sent again by TCP, without another attempt")
    func dropped() throws {
        // All first packets arrive before the first connection is in the backlog, so every client
        // believes it is connected. Requests are sent again after 0.2, 0.6, 1.4, 3, 6.2, 12.6 s.
        let herd = try Self.herd(LabCapacity(perSecond: 10, backlog: 9))
        #expect(herd.load?.refused == 39 + 37 + 33 + 25 + 14 + 3)
        #expect(herd.load?.asked[26...41].filter { $0 > 0 } == [50])
        #expect(herd.second(connecting: 1) == 38)
        #expect(herd.totalAttempts == 100)
    }

    @Test("with a full backlog, a client sends its first packet again after 1, 2, 3 and 4 s")
    func ignored() {
        // A client arrives every 0.1 s, and every second one is served.
        let script = FaultScript(
            name: "", duration: .seconds(60),
            [
                .init(at: .seconds(10), .cut, for: .seconds(2), batches: 20)
            ])
        let herd = LabHerd(
            script, LabProfile(.fixed(.seconds(1))), clients: 20,
            capacity: LabCapacity(perSecond: 1, backlog: 0))
        #expect(herd.load?.asked.reduce(0, +) == herd.totalAttempts)
        #expect(herd.load?.refused ?? 0 > herd.wasted)
    }

    @Test("each server has its defaults, and options override them")
    func servers() {
        func words(_ text: String, _ server: LabServerKind) -> String? {
            LabCapacity(typed: text, server: server)?.words
        }
        for server in [LabServerKind.linux, .nginx, .node, .reverb] {
            #expect(words("30/s", server) == "30/s, backlog 511, then dropped")
        }
        #expect(words("0.5/s", .sandbox) == "0.5/s, backlog 1,024, then dropped")
        #expect(words("30/s", .haproxy) == "30/s, queue 150, then refused with 503")
        #expect(words("30/s full=4100", .haproxy) == "30/s, queue 150, then closed with 4100")
        #expect(words("30/s queue=5", .node) == "30/s, queue 5, backlog 511, then dropped")
        #expect(words("30/s full=503", .node) == "30/s, queue 511, then refused with 503")
        #expect(LabCapacity(perSecond: 1, server: .node).chargesHello)
        #expect(!LabCapacity(perSecond: 1, server: .nginx).chargesHello)
    }

    @Test("a client that stops waiting has wasted its attempt and the server's handshake")
    func late() {
        let script = FaultScript(
            name: "", duration: .seconds(60), [.init(at: .seconds(10), .cut)])
        let herd = LabHerd(
            script, LabProfile(.fixed(.seconds(1))), clients: 20,
            capacity: LabCapacity(perSecond: 1))
        // Of 20 who come at 11 s, ten are served within their 10 s. The others come at 22 s, behind
        // ten places that nobody waits for any more; then at 33, 44 and 55 s.
        #expect(herd.load?.late == 10 + 9 + 7 + 3)
        #expect(herd.wasted == 10 + 9 + 7 + 3)
        #expect(herd.second(connecting: 1) == 59)
    }

    @Test("a server that is stopped loses its queue")
    func stopped() {
        let script = FaultScript(
            name: "", duration: .seconds(60),
            [.init(at: .seconds(10), .cut), .init(at: .seconds(20), .refuse, for: .seconds(5))])
        let herd = LabHerd(
            script, LabProfile(.fixed(.seconds(1))), clients: 20,
            capacity: LabCapacity(perSecond: 1))
        // Nine are served before. Eleven try until 25.1 s, when the queue is empty; the last of
        // them waits too long by 40 ms.
        #expect(herd.connected[19...24].allSatisfy { $0 == 9 })
        #expect(herd.load?.late == 1)
        #expect(herd.second(connecting: 1) == 36)
    }

    @Test("a queue that falls silent answers nobody, and one that rejects rejects all")
    func laterFaults() {
        for (fault, wasted) in [(Fault.silence(.both), 10), (.reject(4001), 10)] {
            let script = FaultScript(
                name: "", duration: .seconds(30),
                [.init(at: .seconds(10), .cut), .init(at: .milliseconds(20_500), fault)])
            let herd = LabHerd(
                script, LabProfile(.fixed(.seconds(1))), clients: 20,
                capacity: LabCapacity(perSecond: 1))
            #expect(herd.connected[20] == 10, "\(fault)")
            #expect(herd.wasted >= wasted)
            #expect(herd.connected.last == 10)
            #expect(herd.gaveUp == (fault == .reject(4001) ? 10 : 0))
        }
    }

    @Test("before the script there is room for everybody, and without a limit nothing changes")
    func before() throws {
        let limited = try Self.herd(LabCapacity(perSecond: 1, backlog: 0))
        #expect(limited.connected[9] == 50)
        let free = try Self.herd(nil)
        let plenty = try Self.herd(LabCapacity(perSecond: 1_000_000))
        #expect(free.attempts == plenty.attempts)
        #expect(free.connected == plenty.connected)
        #expect(free.load == nil)
    }

    @Test("who is away for more than two minutes comes back too late for a history")
    func history() {
        for (outage, back) in [(119, 20), (122, 0)] {
            let script = FaultScript(
                name: "", duration: .seconds(200),
                [
                    .init(at: .seconds(10), .cut),
                    .init(at: .seconds(10), .refuse, for: .seconds(outage)),
                ])
            let herd = LabHerd(script, LabProfile(.fixed(.milliseconds(500))), clients: 20)
            #expect(herd.backInTime == back)
            #expect(herd.connected.last == 20)
        }
    }

    @Test("a drain closes its batches one after the other")
    func drain() throws {
        let herd = try Self.herd(nil, try #require(FaultScript.named("drain")), clients: 400)
        let seconds = herd.attempts.indices.filter { herd.attempts[$0] > 0 }
        #expect(seconds == [10, 16, 22, 28, 34, 40, 46, 52, 58, 64])
        #expect(herd.totalAttempts == 400)
        #expect(herd.wasted == 0)
    }

    // MARK: The table

    private static func report(_ names: [String], _ capacity: LabCapacity?) throws -> LabReport {
        LabReport(
            Self.restart, try names.map { try #require(LabProfile.named($0)) }, clients: 50,
            jitters: [true], seed: 1, capacity: capacity)
    }

    private static func words(_ line: String) -> String {
        line.split(separator: " ").joined(separator: " ")
    }

    @Test("a row has the peak, its share of the capacity, the waste and the times")
    func table() throws {
        let report = try Self.report(["pusher-js"], LabCapacity(perSecond: 10))
        let lines = LabChart(.unicode, width: 100).lines(report, hasGraphs: false)
        #expect(lines[2] == "50 clients per policy, 10/s, backlog 511, then dropped")
        #expect(
            Self.words(lines[4]) == "jitter peak/s of capacity wasted late 50% 99% all in 2m")
        #expect(Self.words(lines[5]) == "pusher-js no 50 500% 50 0 15s 17s 17s 100%")
        #expect(
            report.conclusions == [
                "Fastest full recovery: pusher-js, 17s.", "Fewest wasted attempts: pusher-js, 50.",
                "50 handshakes take at least 5.0s at 10/s.",
            ])
        #expect(LabChart(.unicode, width: 100).lines(report).contains { $0.contains("peak 500%") })
    }

    @Test("the conclusions name the soonest, the thriftiest, and the best with or without jitter")
    func conclusions() throws {
        let report = try Self.report(["pusher-js", "fixed", "standard", "pusher-java"], nil)
        let seconds = report.herds.map { report.seconds(until: 1, of: $0) }
        #expect(seconds[0] == 13)
        // Cut at 10 s, refused at 11 s; then 2² s later.
        #expect(seconds[3] == 2)
        // Every five seconds.
        #expect(seconds[1] == 2)
        let soonest = seconds.compactMap { $0 }.min()
        for (herd, second) in zip(report.herds, seconds) {
            #expect(report.conclusions[0].contains(herd.name) == (second == soonest))
        }
        #expect(report.conclusions[1] == "Fewest wasted attempts: fixed, 0.")
        #expect(report.conclusions[2].hasPrefix("Fastest with"))

        let slow = try Self.report(["pusher-js"], LabCapacity(perSecond: 2))
        #expect(
            slow.conclusions.suffix(2) == [
                "50 handshakes take at least 25s at 2/s.",
                "The last client in a full queue waits 25s, but most clients give up sooner: shorten the queue.",
            ])

        let never = LabReport(
            try #require(FaultScript.named("gone")), LabProfile.compared, clients: 5,
            jitters: [true], seed: 1)
        #expect(
            never.conclusions == ["No policy reconnects all clients by the end of the script."])
    }

    @Test("a policy without its jitter says so among the others")
    func twins() throws {
        let report = LabReport(
            Self.restart, [try #require(LabProfile.named("standard"))], clients: 20,
            jitters: [true, false], seed: 1)
        #expect(
            report.herds.map { report.label(of: $0) } == ["standard", "standard without jitter"])
        let steady = LabReport(
            Self.restart, [try LabProfile.typed("standard jitter=none", policies: [])], clients: 20,
            jitters: [true], seed: 1)
        #expect(steady.herds.map(\.attempts) == [report.herds[1].attempts])
    }

    @Test(
        "the table fits every width, and keeps what matters most", arguments: [60, 72, 80, 97, 98])
    func widths(width: Int) throws {
        for capacity in [nil, LabCapacity(perSecond: 10, queue: 5)] {
            let report = try Self.report(["standard", "pusher-js", "libpusher"], capacity)
            let lines = LabChart(.ascii, width: width).lines(report, hasGraphs: false)
            #expect(lines.allSatisfy { $0.count <= width && $0.allSatisfy(\.isASCII) })
            let heading = lines.first { $0.contains("jitter") } ?? ""
            #expect(heading.contains("99%") && heading.contains("in 2m"))
            #expect(heading.contains("late") == (capacity != nil && width >= 98))
            #expect(heading.contains("50%") == (width >= 80))
        }
    }

    @Test("every policy that tries again is in the comparison, and only those")
    func returning() {
        let names = LabProfile.returning.map(\.name)
        #expect(names.contains("pusher-java") && names.contains("pusher-js"))
        #expect(!names.contains("never") && !names.contains("libpusher-classic"))
        #expect(names.count == ReconnectionPolicy.profiles.count - 2)
    }

    /// Eleven are let in at 26, 56, 116 and 176 s, and six at 236 s.
    @Test("programs get the load, and the table as CSV")
    func formats() throws {
        let report = try Self.report(
            ["pusher-js"], LabCapacity(perSecond: 10, queue: 10, overflow: .reset))
        let json = try #require(JSONValue.parse(report.json))
        let herd = try #require(json["herds"]?.arrayValue?.first)
        #expect(herd["load"]?["capacity"]?.intValue == 10)
        #expect(herd["load"]?["queue"]?.intValue == 10)
        #expect(herd["load"]?["refused"]?.intValue == 90)
        #expect(herd["load"]?["when_full"]?.stringValue == "reset")
        #expect(herd["load"]?["asked_per_second"]?.arrayValue?.count == 613)
        #expect(herd["wasted"]?.intValue == 140)
        #expect(herd["back_in_two_minutes"]?.intValue == 33)
        #expect(herd["half_after"]?.intValue == 103)
        #expect(herd["all_after"]?.intValue == 223)
        let rows = report.csv.split(separator: "\r\n")
        #expect(rows.count == 2)
        #expect(rows[1] == "pusher-js,false,50,10,50,90,0,140,103,223,223,33,0")
        for word in ["500%,", "140", "Fastest", "3m43s."] {
            #expect(try report.svg.contains(word), "\(word)")
        }
    }

    // MARK: On the command line

    @Test("the options of the server are read together")
    func options() throws {
        func parse(_ words: String, _ capacity: String) throws -> LabCommand {
            try LabCommand.parse(
                words.split(separator: " ").map(String.init) + ["--capacity", capacity])
        }
        #expect(try parse("restart --clients 10", "500/s queue=5 full=4100").clients == "10")
        #expect(
            LabCapacity(typed: "500/s queue=5 full=4100")
                == LabCapacity(perSecond: 500, queue: 5, overflow: .close))
        #expect(LabCapacity(typed: "500/s full=drop")?.backlog == 511)
        for (words, capacity, error) in [
            ("restart", "500/s", "--capacity requires --clients."),
            ("restart --clients 5", "500", "such as 500/s"),
            ("restart --clients 5", "0/s", "between 0.01/s and 1000000/s"),
            ("restart --clients 5", "5/s queue=-1", "with any of backlog=511"),
            ("restart --clients 5", "5/s full=shrug", "full=drop|503|4100|reset"),
            ("restart --clients 5", "5/s fast", "with any of"),
        ] {
            #expect {
                try parse(words, capacity)
            } throws: {
                LabCommand.message(for: $0).contains(error)
            }
        }
        #expect(LabCapacity(typed: "9999999/s") == nil)
        #expect(LabCapacity(typed: "30/s")?.typed == "30/s")
    }
}
