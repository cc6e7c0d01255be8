import BuoyTestBasics
import BuoyTestSupport
import Testing

/// `buoy one two`, with two sandboxes as processes of their own.
@Suite("Several servers at once", .inTurn)
struct SeveralServersProgramTests {
    private typealias Servers = ServerProgramTests.Servers

    private func publish(_ event: String, to server: Int, of servers: Servers) throws {
        let run = try Run(
            [
                "trigger", "orders", event, "1", "--host", "127.0.0.1", "--port",
                "\(servers.ports[server])", "--no-tls", "--key", "buoy-sandbox-key", "--app-id",
                "1",
            ], environment: ["BUOY_SECRET": "buoy-sandbox-secret"])
        try #require(run.status == 0, "\(run.errors)")
    }

    @Test("two servers as tabs, side by side, combined and compared, until one of them is gone")
    func session() throws {
        let servers = try Servers(["--quiet"])
        let terminal = try PseudoTerminal(
            BuiltProgram.path, ["one", "two", "--subscribe", "orders"], columns: 130, rows: 30,
            environment: servers.environment)
        #expect(terminal.shows("[one ●]"), "\(terminal.screen.text)")
        #expect(terminal.shows("CONNECTED  one  read-only"), "\(terminal.screen.text)")
        try self.publish("paid", to: 1, of: servers)
        #expect(terminal.shows("two ●+1"), "\(terminal.screen.text)")
        terminal.type("\u{1B}n")
        #expect(terminal.shows("CONNECTED  two"), "\(terminal.screen.text)")
        #expect(terminal.shows("[two ●]"))
        terminal.type("\u{1B}b")
        #expect(terminal.shows("CONNECTED  one"), "\(terminal.screen.text)")
        #expect(terminal.shows("CONNECTED  two"))
        terminal.type(":compare one two 500ms\r")
        #expect(terminal.shows("[all]"), "\(terminal.screen.text)")
        try self.publish("refunded", to: 0, of: servers)
        #expect(terminal.shows("1 only in one"), "\(terminal.screen.text)")
        #expect(terminal.shows("one + orders"), "\(terminal.screen.text)")
        servers.sandboxes[1].interrupt()
        #expect(terminal.shows("two ◐ connecting"), "\(terminal.screen.text)")
        terminal.type("\u{0F}")
        #expect(terminal.shows("Servers"), "\(terminal.screen.text)")
        terminal.press(.down)
        terminal.type("\r")
        #expect(terminal.shows("[two ◐"), "\(terminal.screen.text)")
        #expect(
            terminal.wait {
                ControlFunctions($0.output).commands(2).last?
                    .contains("connected - one, connecting - two") == true
            })
        terminal.type("Q")
        #expect(terminal.end() == 0)
        expectRulesKept(terminal)
    }

    @Test("webhooks are of one server, and so are options that name one")
    func refused() throws {
        let servers = try Servers(["--quiet"])
        let run = { (arguments: [String]) in
            try Run(arguments, environment: servers.environment)
        }
        let terminal = try PseudoTerminal(
            BuiltProgram.path, ["one", "two", "--webhooks", "0"],
            environment: servers.environment)
        #expect(terminal.writes("--webhooks requires a single server"), "\(terminal.screen.text)")
        #expect(terminal.end() == 2)
        let place = try run(["one", "two", "--host", "127.0.0.1", "--key", "k"])
        #expect(place.status == 2)
        #expect(
            place.errors.contains("--cluster apply to a single server"),
            "\(place.errors)")
    }
}
