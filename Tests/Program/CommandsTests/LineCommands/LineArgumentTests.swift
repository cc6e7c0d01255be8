import ArgumentParser
import BuoyDashboard
import Testing

@testable import BuoyCommands

/// The arguments of the commands that print lines.
@Suite("arguments of line commands")
struct LineArgumentTests {
    @Test(
        "wrong arguments of tail get a sentence that says what to do",
        arguments: [
            (["a", "--only", "evnt"], "did you mean \"event\"?"),
            (["a", "--only", "x"], "choose from event"),
            (["a", "--count", "0"], "at least 1"), (["a", "--for", "10w"], "such as 5s"),
            (["a", "--json", "--fields", "x"], "not both"),
            (["a", "--plain", "--json"], "Use only one of"),
            (["a", "--only", "alrt"], "\"alert\"?"),
            (["a", "--fields", "x,,y"], "--fields"),
            (["a", "--filter", "(a"], "--filter: unclosed parenthesis"),
            (["--key", "k", "--host", "h"], "Name at least one channel to print."),
        ])
    func tail(arguments: [String], words: String) {
        let error = #expect(throws: (any Error).self) { try TailCommand.parse(arguments) }
        let message = error.map(TailCommand.message) ?? ""
        #expect(message.contains(words), "\(message)")
    }

    @Test(
        "wrong arguments of once and check, too",
        arguments: [
            (["a", "--data", "--json"], "Use only one of"),
            (["a", "--timeout", "soon"], "--for must be a time"),
            (["a", "--event", "a\"b("], ""),
        ])
    func once(arguments: [String], words: String) {
        guard !words.isEmpty else {
            #expect(throws: Never.self) { try OnceCommand.parse(arguments) }
            return
        }
        let error = #expect(throws: (any Error).self) { try OnceCommand.parse(arguments) }
        let message = error.map(OnceCommand.message) ?? ""
        #expect(message.contains(words), "\(message)")
    }

    @Test("check refuses two forms of output, and limits that make no sense")
    func check() {
        for limits in [["--warn", "1s"], ["--probe", "--warn", "2s", "--crit", "1s"]] {
            #expect(throws: (any Error).self) { try CheckCommand.parse(limits) }
        }
        #expect(throws: (any Error).self) { try CheckCommand.parse(["--json", "--probe"]) }
        #expect(throws: (any Error).self) { try CheckCommand.parse(["--warn-days", "4000"]) }
        #expect(throws: Never.self) { try CheckCommand.parse(["a,b", "c", "--probe"]) }
    }

    @Test(
        "the window of a comparison is a third of its time, and at most ten seconds",
        arguments: [
            ([], 10_000), (["--for", "3s"], 1000), (["--for", "1h"], 10_000),
            (["--for", "10s", "--window", "5s"], 5000),
        ])
    func window(arguments: [String], milliseconds: Int) throws {
        let comparing = try ComparingArguments.parse(arguments)
        #expect(try comparing.window() == .milliseconds(milliseconds))
    }

    @Test("a window of more than half of the time is refused")
    func longWindow() {
        #expect(throws: (any Error).self) {
            try ComparingArguments.parse(["--for", "10s", "--window", "6s"])
        }
    }

    @Test("kinds may be in the plural")
    func plural() {
        #expect(throws: Never.self) {
            try TailCommand.parse(["a", "--only", "events,members,gap,System,Alerts"])
        }
    }
}
