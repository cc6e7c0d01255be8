import BuoyTestBasics
import BuoyTestSupport
import Testing

/// The eighth of the twelve things: scrolling up holds still, says how much is new, and one key
/// follows again.
@Suite("Twelve things, 8: scrolling", .inTurn)
struct ScrollingTests {
    @Test("rows that are read stay where they are, and what is new is counted")
    func holdsStill() throws {
        let server = try PlayedServer()
        let terminal = try PseudoTerminal.watching(
            server, ["--subscribe", "news"], columns: 120, rows: 40)
        #expect(terminal.wait { _ in server.received.contains { $0.contains("subscribe") } })
        for number in 1...100 { server.send("tick", on: "news", data: "number \(number).") }
        #expect(terminal.shows("number 100."), "\(terminal.screen.text)")
        terminal.type("3")
        terminal.press(.pageUp, .pageUp)
        #expect(terminal.wait { !$0.screen.text.contains("number 100.") })
        terminal.settle()
        let before = Self.rows(terminal)
        #expect(before.count > 3)
        for number in 101...150 { server.send("tick", on: "news", data: "number \(number).") }
        #expect(terminal.shows("50 new"), "\(terminal.screen.text)")
        #expect(Self.rows(terminal) == before)
        for number in 151...160 {
            server.send("tick", on: "news", data: "number \(number).")
            #expect(terminal.shows("\(number - 100) new"))
            #expect(Self.rows(terminal) == before)
        }
        terminal.type("G")
        #expect(terminal.shows("number 160."), "\(terminal.screen.text)")
        #expect(
            terminal.wait { $0.screen.text.firstMatch(of: #/[0-9] new /#) == nil },
            "\(terminal.screen.text)")
        server.send("tick", on: "news", data: "number 161.")
        #expect(terminal.shows("number 161."))
        terminal.type("Q")
        #expect(terminal.end() == 0)
        expectRulesKept(terminal)
    }

    /// The rows of events.
    private static func rows(_ terminal: PseudoTerminal) -> [String] {
        terminal.screen.lines.filter { $0.contains("number ") && $0.contains("tick") }
    }
}
