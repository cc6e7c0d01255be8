import BuoyTestBasics
import BuoyTestSupport
import Testing

/// The eleventh of the twelve things: no state is told by colour alone.
@Suite("Twelve things, 11: without colours", .inTurn)
struct ColourlessTests {
    private static var rules: OutputRules {
        var rules = OutputRules()
        rules.allowsColor = false
        return rules
    }

    @Test("with NO_COLOR each state of a connection has its word, and no colour is chosen")
    func connectionStates() throws {
        let server = try PlayedServer()
        let terminal = try PseudoTerminal.watching(
            server, ["--subscribe", "news"], environment: ["NO_COLOR": "1"])
        #expect(terminal.shows("● CONNECTED"), "\(terminal.screen.text)")
        #expect(terminal.shows("● news"), "\(terminal.screen.text)")
        terminal.type("D")
        #expect(terminal.shows("DISCONNECTED"), "\(terminal.screen.text)")
        terminal.type("r")
        #expect(terminal.shows("● CONNECTED"), "\(terminal.screen.text)")
        server.stop()
        #expect(
            terminal.wait { $0.screen.text.firstMatch(of: /RETRYING|UNAVAILABLE/) != nil },
            "\(terminal.screen.text)")
        terminal.type("Q")
        #expect(terminal.end() == 0)
        expectRulesKept(terminal, Self.rules)
    }

    @Test("with NO_COLOR a permanent refusal and a refused channel have their words")
    func failures() throws {
        var script = PlayedServer.Script()
        script.authorize = { _ in (403, Array("no".utf8)) }
        let server = try PlayedServer(script)
        let terminal = try PseudoTerminal.watching(
            server,
            [
                "--subscribe", "private-a", "--auth-endpoint",
                "http://127.0.0.1:\(server.port)/auth",
            ], environment: ["NO_COLOR": "1"])
        #expect(terminal.shows("✕ private-a"), "\(terminal.screen.text)")
        server.close(code: 4001, reason: Array("no such app".utf8))
        #expect(terminal.shows("✕ FAILED"), "\(terminal.screen.text)")
        terminal.type("Q")
        #expect(terminal.end() == 0)
        expectRulesKept(terminal, Self.rules)
    }
}
