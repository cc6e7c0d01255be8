import BuoyTestBasics
import ChannelsProtocol
import Testing

@testable import BuoyScripts

@Suite("faults as they are typed")
struct FaultLineTests {
    @Test("each part of a line is read")
    func parts() throws {
        let step = try FaultLine.step("at 10s delay 500ms 200ms for 1m every 2h 3 times")
        #expect(
            step
                == FaultScript.Step(
                    at: .seconds(10), .delay(.milliseconds(500), jitter: .milliseconds(200)),
                    for: .seconds(60), every: .seconds(7200), count: 3))
        #expect(try FaultLine.step("silence in for 30s").fault == .silence(.received))
        #expect(try FaultLine.step("silence").fault == .silence(.both))
        #expect(try FaultLine.step("delay 2s for 5s").fault == .delay(.seconds(2), jitter: .zero))
        #expect(try FaultLine.step(" close  4200 ").fault == .close(4200))
        #expect(try FaultLine.step("buffer 2s for 1m").fault == .buffer(.seconds(2)))
        #expect(try FaultLine.step("loss for 46s").fault == .loss)
        #expect(
            try FaultLine.step("close 4200 for 60s in 10 batches every 5m 2 times")
                == FaultScript.Step(
                    at: .zero, .close(4200), for: .seconds(60), batches: 10, every: .seconds(300),
                    count: 2))
    }

    @Test(
        "fuzz: a mutated line is a step that can be planned, or an error",
        arguments: Mutations.seeds(4))
    func mutated(seed: UInt64) throws {
        var dice = Dice(seed: seed)
        let lines =
            FaultKind.allCases.map { "at 10s \($0.example) every 9999s 3 times" }
            + ["at 10s close 4200 for 60s in 10 batches every 9999s 3 times"]
        let mutations = Mutations(
            of: lines.map { Array($0.utf8) },
            pieces: [
                " ", "at ", "for ", "in ", "every ", "9999999999999999h", "1000000h", "times",
                "batches",
            ])
        let mutated = (0..<400).map { _ in String(decoding: mutations.next(&dice), as: UTF8.self) }
        for text in lines + mutated {
            guard let step = try? FaultLine.step(text) else { continue }
            #expect(try FaultLine.step(step.words) == step)
            for now in [ChannelsTimestamp.zero, Self.late] {
                var schedule = FaultSchedule()
                schedule.plan([step], at: now)
                for change in schedule.due(at: now) { #expect(!change.sentence.isEmpty) }
                #expect(schedule.planned.count <= 1)
            }
            let script = FaultScript(name: "x", duration: FaultScript.longest, [step])
            #expect(script.occurrences.count <= 10_000)
        }
    }

    private static let late = ChannelsTimestamp(
        monotonicNanoseconds: .max - 5, wallMicroseconds: .max - 5)

    @Test("what is written is read again", arguments: FaultKind.allCases)
    func roundTrip(kind: FaultKind) throws {
        for end in ["", " every 5m", " every 5m 5 times"] {
            let step = try FaultLine.step("at 1500ms \(kind.example)\(end)")
            #expect(step.fault.kind == kind)
            #expect(try FaultLine.step(step.words) == step)
        }
    }

    @Test(
        "an error says what is missing",
        arguments: [
            ("", "expected a fault: cut"), ("silense", "did you mean \"silence\"?"),
            ("at", "\"at\" must be followed by a time"),
            ("at soon cut", "\"at\" must be followed by a time"),
            ("cut for", "\"for\" must be followed by a time"),
            ("cut now", "unexpected \"now\" after \"cut\""),
            ("cut 3", "unexpected \"3\" after \"cut\"; expected \"for TIME\" or \"every TIME\""),
            ("silence sideways", "\"in\", \"out\", \"old\", \"for TIME\" or \"every TIME\""),
            ("delay 1s x", "after \"delay 1s\"; expected a jitter such as 200ms, \"for TIME\" or"),
            ("cut every 8s x", "after \"cut\"; expected \"for TIME\" or \"COUNT times\""),
            ("close", "a number from 1000 to 4999"),
            ("close 1005", "cannot carry 1005"), ("status 200", "a number from 300 to 599"),
            ("error 1000", "a number from 4000 to 4399"), ("delay 2h", "at most 60s"),
            ("buffer", "\"buffer\" must be followed by a time"),
            ("buffer 2m", "a buffer is at most 60s"),
            ("loss 3", "unexpected \"3\" after \"loss\""),
            ("silence for 30s every 30s", "must end before the next one starts"),
            ("refuse for 9s in 2 batches", "unexpected \"in\" after \"refuse\"; expected \"every"),
            ("cut in 2 batches", "unexpected \"in\" after \"cut\"; expected \"for TIME"),
            ("cut for 9s x", "expected \"in COUNT batches\" or \"every TIME\""),
            ("cut for 9s in 1 batches", "batches from 2 to 1000"), ("cut for 9s in", "2 to 1000"),
            ("cut every 1s 0 times", "1 to 1000 times"), ("throttle 0", "a number from 1 to"),
        ])
    func errors(line: String, expected: String) {
        #expect {
            try FaultLine.step(line)
        } throws: { error in
            "\(error)".contains(expected)
        }
    }

    @Test("what may come next is offered")
    func candidates() {
        #expect(FaultLine.candidates(after: []).contains("no-pongs"))
        #expect(FaultLine.candidates(after: ["at", "5s"]).contains("cut"))
        #expect(FaultLine.candidates(after: ["close"]).contains("4200"))
        #expect(FaultLine.candidates(after: ["buffer"]).contains("2s"))
        #expect(FaultLine.candidates(after: []).contains("loss"))
        #expect(FaultLine.candidates(after: ["silence"]) == ["in", "out", "old", "for", "every"])
        #expect(FaultLine.candidates(after: ["refuse", "for", "5s"]) == ["every"])
        #expect(FaultLine.candidates(after: ["cut", "for", "5s"]) == ["in", "every"])
        #expect(FaultLine.candidates(after: ["cut", "for", "5s", "in"]).contains("10"))
        #expect(FaultLine.candidates(after: ["silence", "in"]) == ["for", "every"])
    }

    @Test("in batches, connections are reached together, the last batch before the end")
    func batches() throws {
        let step = try FaultLine.step("at 10s close 4200 for 60s in 10 batches")
        #expect(step.words == "at 10s close 4200 for 1m in 10 batches")
        let offsets = [0, 0.05, 0.0999, 0.1, 0.55, 0.999, 1].map { step.offset(chance: $0) }
        #expect(offsets == [0, 0, 0, 6, 30, 54, 54].map { .seconds($0) })
        #expect(step.end == .seconds(64))
        let repeated = FaultScript(
            name: "", duration: .seconds(900),
            [try FaultLine.step("cut for 60s in 4 batches every 5m 2 times")])
        #expect(repeated.occurrences.map(\.batches) == [4, 4])
        var schedule = FaultSchedule()
        schedule.plan([step], at: .zero, chance: 0.25)
        #expect(
            schedule.planned.map(\.start) == [ChannelsTimestamp.zero.advanced(by: .seconds(22))])
    }

    @Test("an example of each kind is a step that ends by itself", arguments: FaultKind.allCases)
    func examples(kind: FaultKind) throws {
        let step = try FaultLine.step(kind.example)
        #expect(step.end != nil)
    }
}
