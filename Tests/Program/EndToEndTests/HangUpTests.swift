import BuoyTestBasics
import BuoyTestSupport
import Foundation
import Glibc
import Testing

/// The second of the twelve things: the program ends, and uses no processor time, when its terminal
/// goes away.
@Suite("Twelve things, 2: the dead terminal", .inTurn)
struct HangUpTests {
    @Test(
        "ends with its terminal, also where SIGHUP is ignored as under nohup",
        arguments: [nil, "trap '' HUP;"])
    func ends(redirection: String?) throws {
        let terminal = try PseudoTerminal(BuiltProgram.path, redirection: redirection)
        #expect(terminal.shows("CONNECTED"), "\(terminal.screen.text)")
        let used = try #require(TerminalProcess.processorSeconds(of: terminal.process))
        terminal.hangUp()
        // An ended process is looked at before it is waited for, and its figures go.
        waitUntil { TerminalProcess.state(of: terminal.process) == "Z" }
        let after = try #require(TerminalProcess.processorSeconds(of: terminal.process))
        #expect(terminal.end(seconds: 1) == 129)
        #expect(after - used < 0.5)
    }

    @Test("lines end with their terminal too")
    func lines() throws {
        let terminal = try PseudoTerminal(BuiltProgram.path, ["tail", "--sandbox"])
        #expect(terminal.writes("-> connected"), "\(terminal.screen.text)")
        terminal.hangUp()
        #expect(terminal.end() != nil)
    }
}
