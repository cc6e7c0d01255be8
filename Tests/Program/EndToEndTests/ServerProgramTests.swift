import BuoyScripts
import BuoyTestBasics
import BuoyTestSupport
import Foundation
import Testing

/// Servers by name, with two sandboxes as processes of their own.
@Suite("Servers by name", .inTurn)
struct ServerProgramTests {
    /// Two sandboxes, and a configuration with both: `one` is read-only.
    final class Servers {
        let configuration: String
        let ports: [Int]
        let sandboxes: [Running]

        /// - Parameter options: options of the sandboxes.
        init(_ options: [String] = []) throws {
            var ports: [Int] = []
            var sandboxes: [Running] = []
            for _ in 0..<2 {
                let sandbox = try Running(["sandbox", "--listen", "0"] + options)
                sandboxes.append(sandbox)
                let address = /127\.0\.0\.1:(\d+)/
                let output = try #require(
                    sandbox.wait { $0.contains(address) }, "\(sandbox.errors)")
                let match = try #require(output.firstMatch(of: address))
                ports.append(try #require(Int(match.1)))
            }
            (self.sandboxes, self.ports) = (sandboxes, ports)
            let file = FileManager.default.temporaryDirectory
                .appending(path: "buoy-servers-\(UUID().uuidString).toml")
            self.configuration = file.path(percentEncoded: false)
            try Data(Self.text(ports).utf8).write(to: file)
        }

        deinit { try? FileManager.default.removeItem(atPath: self.configuration) }

        private static func text(_ ports: [Int]) -> String {
            """
            [servers.one]
            host = "127.0.0.1"
            port = \(ports[0])
            key = "buoy-sandbox-key"
            tls = false
            app_id = "1"
            secret_command = ["printf", "%s\\\\n", "buoy-sandbox-secret"]
            channels = ["orders"]
            color = "red"
            read_only = true

            [servers.two]
            host = "127.0.0.1"
            port = \(ports[1])
            key = "buoy-sandbox-key"
            tls = false
            app_id = "1"
            secret_command = ["printf", "%s\\\\n", "buoy-sandbox-secret"]
            channels = ["presence-lobby"]

            [servers.broken]
            host = "127.0.0.1"
            key = "k"
            secret_file = "\(Nowhere.file)"
            """
        }

        var environment: [String: String] { ["BUOY_CONFIG": self.configuration] }
    }

    @Test(
        "Ctrl-O and Enter leave a server for another one, which is subscribed to its own channels")
    func picker() throws {
        let servers = try Servers()
        let terminal = try PseudoTerminal(
            BuiltProgram.path, ["one"], columns: 100, rows: 30,
            environment: servers.environment)
        #expect(terminal.shows("CONNECTED  one  read-only"), "\(terminal.screen.text)")
        #expect(terminal.shows("127.0.0.1:\(servers.ports[0])"))
        #expect(terminal.shows("● orders"))
        terminal.type("P")
        #expect(terminal.shows("one is read-only (read_only in [servers.one])"))
        terminal.type(":server broken\r")
        #expect(
            terminal.shows(
                "connect to broken: --secret-file: cannot read \(Nowhere.file.prefix(12))"),
            "\(terminal.screen.text)")
        #expect(terminal.screen.text.contains("CONNECTED  one"))
        terminal.type("\u{0F}")
        #expect(terminal.shows("read-only, in use"), "\(terminal.screen.text)")
        terminal.press(.down)
        terminal.type("\r")
        #expect(terminal.shows("CONNECTED  two"), "\(terminal.screen.text)")
        #expect(terminal.shows("127.0.0.1:\(servers.ports[1])"))
        #expect(terminal.shows("presence-lobby"))
        #expect(terminal.wait { !$0.screen.text.contains("orders") }, "\(terminal.screen.text)")
        terminal.type("P")
        #expect(terminal.shows("publish>"), "\(terminal.screen.text)")
        terminal.type("\u{3}Q")
        #expect(terminal.end() == 0)
        expectRulesKept(terminal)
    }

    @Test("commands take a server by name, and a read-only one refuses to publish")
    func commands() throws {
        let servers = try Servers()
        let run = { (arguments: [String]) in
            try Run(
                arguments,
                environment: servers.environment.merging(["BUOY_HOST": "127.0.0.9"]) { $1 })
        }
        let listed = try run(["channels", "--server", "one", "--json"])
        #expect(listed.status == 0, "\(listed.errors)")
        let refused = try run(["trigger", "--server", "one", "orders", "x", "1"])
        #expect(refused.status == 2)
        #expect(
            refused.errors == "buoy: one is read-only (read_only in [servers.one]).\n")
        let published = try run(["trigger", "--server", "two", "orders", "x", "1"])
        #expect(published.status == 0, "\(published.errors)")
        // Another place has its own TLS.
        let place = ["channels", "--server", "two", "--host", "127.0.0.1"]
        let port = ["--port", "\(servers.ports[1])"]
        #expect(try run(place + port).status == 4)
        #expect(try run(place + port + ["--no-tls"]).status == 0)
        for option in ["--publish", "--rules"] {
            let checked = try run(["check", "--server", "one", option])
            #expect(checked.status == 2)
            #expect(
                checked.errors == "buoy: one is read-only (read_only in [servers.one]).\n")
        }
        let ended = try run(["terminate", "--server", "one", "ana"])
        #expect(ended.status == 2)
        #expect(ended.errors.hasPrefix("buoy: one is read-only"), "\(ended.errors)")
        let unasked = try run(["terminate", "--server", "two", "ana"])
        #expect(unasked.status == 2)
        #expect(unasked.errors.contains("without a terminal: add --yes."), "\(unasked.errors)")
        let tail = try run(["tail", "--server", "one", "--count", "1", "--only", "channel"])
        #expect(tail.output.contains("orders"), "\(tail.output)\(tail.errors)")
        let check = try run(["check", "--server", "two"])
        #expect(check.output.contains("presence-lobby"), "\(check.output)\(check.errors)")
        #expect(check.status == 0)
        let both = try run(["check", "--server", "one", "--server", "two"])
        #expect(both.status == 2)
        #expect(both.errors.contains("check uses one server, not one and two"))
        let lines = try run(["server"])
        #expect(lines.output.hasPrefix("one     127.0.0.1:\(servers.ports[0])"), "\(lines.output)")
    }

    @Test("options win over a server in the place of a command, as with --server")
    func words() throws {
        let servers = try Servers()
        let run = { (arguments: [String]) in
            try Run(
                arguments, environment: servers.environment,
                until: { $0.contains("~subscribed") })
        }
        for words in [["one"], ["--server", "one"]] {
            let other = try run(words + ["--port", "\(servers.ports[1])"])
            #expect(other.output.contains("orders ~subscribed"), "\(other.output)\(other.errors)")
        }
        let host = try run([
            "one", "--host", "127.0.0.1", "--port", "\(servers.ports[1])", "--no-tls",
        ])
        #expect(host.output.contains("orders ~subscribed"), "\(host.output)\(host.errors)")
        let both = try Run(["one", "two", "--host", "x"], environment: servers.environment)
        #expect(both.status == 2)
        #expect(
            both.errors.contains("--cluster apply to a single server"), "\(both.errors)")
        let none = try Run(["one", "--user-info", "{}"], environment: servers.environment)
        #expect(none.errors.contains("--user-info needs --user-id"), "\(none.errors)")
    }

    @Test(
        "a name that is neither a command nor a server is told with the nearest one",
        arguments: [
            (["onne"], "unknown command or server \"onne\"; did you mean \"one\"?"),
            (["chek"], "unknown command or server \"chek\"; did you mean \"check\"?"),
            (
                ["one", "tail"],
                "\"tail\" is a command, not a server. Use: buoy tail --server one"
            ),
            (["tail", "--server", "onne"], "unknown server \"onne\"; did you mean \"one\"?"),
        ])
    func unknown(arguments: [String], words: String) throws {
        let servers = try Servers()
        let run = try Run(arguments, environment: servers.environment)
        #expect(run.status == 2)
        #expect(run.errors.contains(words), "\(run.errors)")
    }

    @Test("without servers, the list of them is empty, and says where to add one")
    func noServers() throws {
        let file = FileManager.default.temporaryDirectory
            .appendingPathComponent("empty-\(UUID().uuidString).toml")
        try Data().write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let run = try Run(["server"], environment: ["BUOY_CONFIG": file.path])
        #expect(run.status == 0)
        #expect(run.output.isEmpty)
        #expect(run.errors.contains("and host, to \(file.path)"), "\(run.errors)")
    }

    @Test("no server can be called like a command of the program")
    func commandNames() throws {
        let schema = try Run(["config", "--schema"]).output
        let help = try Run(["--help"]).output
        let names = help.matches(of: /(?m)^  ([a-z-]+)  +[A-Z].*\.$/).map { String($0.1) }
        #expect(names.count > 15, "\(names)")
        for name in names + ["watch", "manual", "help"] {
            #expect(schema.contains("\"\(name)\""), "\(name)")
        }
        let file = SourceTree.root.appending(path: "docs/configuration.schema.json")
        let recorded = try String(contentsOf: file, encoding: .utf8)
        #expect(
            schema.trimmingCharacters(in: .newlines) == recorded.trimmingCharacters(in: .newlines),
            "record it: buoy config --schema > docs/configuration.schema.json")
    }
}
