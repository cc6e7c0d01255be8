import BuoyTestBasics
import BuoyTestSupport
import Testing

/// `buoy proxy` in a terminal, with a sandbox and a client as processes of their own.
@Suite("The proxy's dashboard", .inTurn)
struct ProxyProgramTests {
    /// The port that a program says it listens on.
    private func port(of running: Running) throws -> String {
        let address = /127\.0\.0\.1:(\d+)/
        let output = try #require(running.wait { $0.contains(address) }, "\(running.errors)")
        return String(try #require(output.firstMatch(of: address)).1)
    }

    @Test("a script waits for the first client when lines are printed, too")
    func script() throws {
        let sandbox = try Running(["sandbox", "--listen", "0"])
        let proxy = try Running([
            "proxy", "127.0.0.1:\(try self.port(of: sandbox))", "--listen", "127.0.0.1:0",
            "--fault-script", "gone",
        ])
        let address = /clients connect to ws:\/\/127\.0\.0\.1:(\d+)/
        #expect(waitUntil { proxy.errors.contains(address) }, "\(proxy.errors)")
        let port = try #require(proxy.errors.firstMatch(of: address)).1
        let client = try Running([
            "tail", "ticker-BTC", "--key", "buoy-sandbox-key", "--host", "127.0.0.1", "--port",
            String(port),
            "--no-tls",
        ])
        // It strikes as soon as it starts: before the client, it would meet nobody.
        let words = "it was cut (a fault made by buoy)"
        #expect(proxy.wait { $0.contains(words) } != nil, "\(proxy.errors)")
        withExtendedLifetime(client) {}
    }

    @Test("a client comes, is cut off, and its row says that it was lost and came back")
    func session() throws {
        let sandbox = try Running(["sandbox", "--listen", "0"])
        let server = try self.port(of: sandbox)
        let terminal = try PseudoTerminal(
            BuiltProgram.path, ["proxy", "127.0.0.1:\(server)", "--listen", "127.0.0.1:0"],
            columns: 120, rows: 40)
        #expect(terminal.shows("waiting for a client"), "\(terminal.screen.text)")
        #expect(terminal.shows("ws://127.0.0.1:\(server)"), "\(terminal.screen.text)")
        #expect(!terminal.screen.text.contains("r connects"))
        let listening = /client at ws:\/\/127\.0\.0\.1:(\d+)/
        let proxy = try #require(terminal.screen.text.firstMatch(of: listening)).1
        let client = try Running([
            "tail", "ticker-BTC", "--key", "buoy-sandbox-key", "--host", "127.0.0.1", "--port",
            String(proxy),
            "--no-tls",
        ])
        #expect(terminal.shows("CONNECTED"), "\(terminal.screen.text)")
        #expect(terminal.shows("ticker-BTC"), "\(terminal.screen.text)")
        terminal.type("<")
        #expect(terminal.shows("1 of 1 connected"), "\(terminal.screen.text)")
        #expect(terminal.shows("no connection lost yet"), "\(terminal.screen.text)")
        #expect(terminal.shows("1 of 1     "), "\(terminal.screen.text)")
        // What only the proxy can do to a client that is away, and that it tries again.
        terminal.type(":fault refuse\r")
        #expect(terminal.shows("y/N"), "\(terminal.screen.text)")
        terminal.type("y")
        #expect(terminal.shows("FAULT refuse"), "\(terminal.screen.text)")
        terminal.type(":fault cut\r")
        #expect(terminal.shows("0 of 1 connected"), "\(terminal.screen.text)")
        #expect(
            terminal.shows("it was cut (fault): away for"), "\(terminal.screen.text)"
        )
        #expect(terminal.shows("refused (a fault made by buoy)"), "\(terminal.screen.text)")
        terminal.type(":fault off\r")
        #expect(terminal.shows("1 of 1 connected"), "\(terminal.screen.text)")
        #expect(terminal.shows("back after"), "\(terminal.screen.text)")
        #expect(terminal.shows("the channel came back"), "\(terminal.screen.text)")
        #expect(client.wait { $0.contains("connected: socket id") } != nil, "\(client.errors)")
        client.interrupt()
        #expect(terminal.shows("closed on purpose"), "\(terminal.screen.text)")
        terminal.type("Q")
        #expect(terminal.end() == 0)
        expectRulesKept(terminal)
    }
}
