import ArgumentParser
import Events
import Testing

@testable import Commands

/// The arguments of the commands that print lines.
@Suite("arguments of line commands")
struct LineArgumentTests {
    @Test(
        "wrong arguments of tail get a sentence that says what to do",
        arguments: [
            (["a", "--only", "evnt"], "did you mean event?"),
            (["a", "--only", "x"], "the kinds are"),
            (["a", "--count", "0"], "at least 1"), (["a", "--for", "10w"], "such as 5s"),
            (["a", "--json", "--fields", "x"], "not both"),
            (["a", "--fields", "x,,y"], "--fields"),
            (["a", "--filter", "(a"], "--filter: a parenthesis is not closed"),
            (["--key", "k", "--host", "h"], "names of the channels"),
        ])
    func tail(arguments: [String], words: String) {
        let error = #expect(throws: (any Error).self) { try TailCommand.parse(arguments) }
        let message = error.map(TailCommand.message) ?? ""
        #expect(message.contains(words), "\(message)")
    }

    @Test(
        "wrong arguments of once and check, too",
        arguments: [
            ([], "names of the channels"), (["a", "--data", "--json"], "not two of them"),
            (["a", "--timeout", "soon"], "--timeout: soon is not a time"),
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

    @Test("check refuses two forms of output, and days that make no sense")
    func check() {
        #expect(throws: (any Error).self) { try CheckCommand.parse(["--json", "--probe"]) }
        #expect(throws: (any Error).self) { try CheckCommand.parse(["--warn-days", "4000"]) }
        #expect(throws: Never.self) { try CheckCommand.parse(["a,b", "c", "--probe"]) }
    }

    @Test("kinds may be in the plural")
    func plural() {
        #expect(throws: Never.self) {
            try TailCommand.parse(["a", "--only", "events,members,gap,System"])
        }
    }
}
