import BuoyTestBasics
import BuoyTestSupport
import Testing

/// The twelfth of the twelve things, at the program itself: what a session ends in is what a fresh
/// start shows.
@Suite("Twelve things, 12: the screen of a size", .inTurn)
struct ResizeTests {
    @Test("a storm of sizes ends in the screen that a fresh start has, with few frames")
    func storm() throws {
        let server = try PlayedServer()
        let terminal = try PseudoTerminal.watching(server, ["--subscribe", "news,presence-a"])
        #expect(terminal.shows("CONNECTED"))
        #expect(terminal.shows("news"))
        let mark = terminal.output.count
        var sizes = [(1, 1), (500, 200), (2, 60), (300, 2), (40, 8), (39, 7), (80, 24), (1, 200)]
        for step in 0..<92 { sizes.append((20 + step * 3 % 181, 5 + step * 7 % 61)) }
        for (columns, rows) in sizes {
            terminal.resize(columns: columns, rows: rows)
            terminal.read(seconds: 0.002)
        }
        terminal.resize(columns: 120, rows: 40)
        #expect(terminal.shows("presence-a"), "\(terminal.screen.text)")
        terminal.settle()
        let frames = ControlFunctions(terminal.output[mark...]).pieces
            .count { $0 == .csi("?2026", "l") }
        #expect(frames < 100)
        let fresh = try PseudoTerminal.watching(
            server, ["--subscribe", "news,presence-a"], columns: 120, rows: 40)
        #expect(fresh.shows("presence-a"))
        #expect(
            terminal.wait { stormy in
                fresh.settle(quiet: 5, seconds: 0.05)
                return Self.structure(stormy) == Self.structure(fresh)
            }, "\(terminal.screen.text)\n\(fresh.screen.text)")
        for program in [terminal, fresh] {
            program.type("Q")
            #expect(program.end() == 0)
        }
        expectRulesKept(fresh)
        #expect(OutputRules().findings(in: terminal.output) == [])
    }

    @Test("keys that are pressed right after a change of size mean what they mean at that size")
    func keysAfterResize() throws {
        let server = try PlayedServer()
        let terminal = try PseudoTerminal.watching(server, columns: 30, rows: 5)
        #expect(terminal.shows("40"), "\(terminal.screen.text)")
        // In a screen that is too small, `s` means nothing.
        for number in 1...3 {
            terminal.resize(columns: 120, rows: 40)
            terminal.type("slate-\(number)\r")
            #expect(
                terminal.wait { _ in
                    server.received.contains { $0.contains("late-\(number)") }
                }, "\(terminal.screen.text)")
            terminal.resize(columns: 30, rows: 5)
            #expect(terminal.shows("40"), "\(terminal.screen.text)")
        }
        terminal.type("Q")
        #expect(terminal.end() == 0)
        expectRulesKept(terminal)
    }

    /// The screen from the first pane on, without what time changes.
    private static func structure(_ terminal: PseudoTerminal) -> [String] {
        let rows = terminal.screen.lines.drop { !$0.contains("1 Channels") }
        return rows.filter { $0.firstMatch(of: /\d\d:\d\d:\d\d/) == nil }
            .map { $0.replacing(/[0-9]+/, with: "0") }
    }

    @Test(
        "each size class shows its header and its hints",
        arguments: [(30, 5), (60, 15), (80, 24), (200, 60)])
    func sizes(columns: Int, rows: Int) throws {
        let server = try PlayedServer()
        let terminal = try PseudoTerminal.watching(
            server, ["--subscribe", "news"], columns: columns, rows: rows)
        #expect(terminal.wait { _ in server.received.contains { $0.contains("subscribe") } })
        if rows >= 15 {
            #expect(terminal.shows("CONNECTED"), "\(terminal.screen.text)")
            #expect(
                terminal.shows("Channels 1"), "\(terminal.screen.text)")
        } else {
            #expect(terminal.shows("40"), "\(terminal.screen.text)")
        }
        terminal.type("Q")
        #expect(terminal.end() == 0)
        expectRulesKept(terminal)
    }
}
