import ArgumentParser
import BuoyScripts
import BuoyTestBasics
import ChannelsProtocol
import Testing

@testable import BuoyProgramSupport

@Suite("scripts of faults in files")
struct FaultScriptFileTests {
    @Test(
        "fuzz: a mutated file is a script, or an error that names it",
        arguments: Mutations.seeds(4))
    func mutated(seed: UInt64) {
        var dice = Dice(seed: seed)
        let text = """
            name = "a restart"
            duration = "3m"
            connected = true
            steps = ["at 10s cut", "at 10s refuse for 5s", "close 4200 every 4s 10 times"]
            """
        let mutations = Mutations(
            of: [Array(text.utf8)],
            pieces: ["\"", ", ", "9999999999999999h", "1000000h", "24h", "[", "\n", "steps = "])
        for _ in 0..<150 {
            let text = String(decoding: mutations.next(&dice), as: UTF8.self)
            do {
                let script = try FaultScriptFile.script(text, path: "a.toml")
                #expect(script.occurrences.count <= 30_000)
                #expect(script.duration <= FaultScript.longest)
            } catch {
                #expect("\(error)".hasPrefix("a.toml"), "\(error)")
            }
        }
    }

    @Test("all keys are read")
    func reading() throws {
        let text = """
            name = "our deploy"
            duration = "2m"
            connected = false
            steps = ["at 1s cut for 500ms", "at 2500ms close 4200"]
            """
        let script = try FaultScriptFile.script(text, path: "a/b.toml")
        #expect(
            script
                == FaultScript(
                    name: "our deploy", duration: .seconds(120), isConnected: false,
                    [
                        .init(at: .seconds(1), .cut, for: .milliseconds(500)),
                        .init(at: .milliseconds(2500), .close(4200)),
                    ]))
    }

    @Test("the name is that of the file, and five minutes are played after the last step")
    func defaults() throws {
        let text = "steps = [\"at 10s refuse for 5s\"]\n"
        let script = try FaultScriptFile.script(text, path: "a/flaky link.toml")
        #expect(script.name == "flaky link")
        #expect(script.duration == .seconds(315))
        #expect(script.isConnected)
    }

    @Test("a file says all its errors, in the order of the lines")
    func severalErrors() {
        let text = "steps = [\"fire\",\n  \"cut\", 1]\nduration = \"x\"\nwhen = 1\n"
        let error = #expect(throws: ValidationError.self) {
            try FaultScriptFile.script(text, path: "x.toml")
        }
        let lines = error?.message.split(separator: "\n").map(String.init) ?? []
        #expect(lines.count == 4, "\(lines)")
        let expected = [
            "line 1, step 1: unknown fault \"fire\"", "line 2, step 3: a step must be a string",
            "line 3: duration must be a time", "line 4: unknown key \"when\"",
        ]
        for (line, words) in zip(lines, expected) {
            #expect(line.hasPrefix("x.toml, \(words)"), "\(line)")
        }
    }

    @Test(
        "an error names its place",
        arguments: [
            ("name = 3\n", "steps must be a list"),
            ("name = 3\nsteps = [\"cut\"]\n", "name must be a string"),
            ("name = \"a\\u001B\"\nsteps = [\"cut\"]\n", "without control characters"),
            ("a" + String(repeating: ".a", count: 50_000) + " = 1", "too many dots"),
            ("steps = 1\n", "steps must be a list"),
            ("steps = []\n", "steps must be a list"),
            ("steps = [1]\n", "step 1: a step must be a string"),
            ("steps = [\"cut\", \"fire\"]\n", "step 2: unknown fault \"fire\""),
            ("steps = [\"cut\"]\nwhen = 1\n", "line 2: unknown key \"when\""),
            ("duration = \"5s\"\nsteps = [\"at 9s cut\"]\n", "longer than the duration"),
            ("duration = 5\nsteps = [\"cut\"]\n", "duration must be a time"),
            ("connected = 1\nsteps = [\"cut\"]\n", "connected must be true or false"),
            ("steps = [\n", "line"),
        ])
    func errors(text: String, expected: String) {
        #expect {
            try FaultScriptFile.script(text, path: "x.toml")
        } throws: { error in
            let message = (error as? ValidationError)?.message ?? ""
            return message.hasPrefix("x.toml") && message.contains(expected)
        }
    }
}
