import BuoyTestBasics
import BuoyTestSupport
import Foundation
import Glibc
import Testing

/// The program in a pseudo-terminal, with its own sandbox.
@Suite(.inTurn)
struct DashboardProgramTests {
    @Test("connects by itself, lists channels and events, and q leaves a clean terminal")
    func startsAndQuits() throws {
        let terminal = try PseudoTerminal(BuiltProgram.path)
        let before = terminal.settings
        #expect(terminal.shows("CONNECTED"), "\(terminal.screen.text)")
        #expect(terminal.shows("ticker-BTC"))
        #expect(terminal.shows("presence-lobby"))
        #expect(terminal.shows("price"))
        terminal.type("q")
        #expect(terminal.end() == 0)
        #expect(terminal.settings == before)
        #expect(terminal.screen.modes.isDisjoint(with: ["?1049", "?2004", "?1004", "?2026"]))
        #expect(terminal.screen.unknown == [])
    }

    @Test("subscribes and unsubscribes by key")
    func subscribes() throws {
        let terminal = try PseudoTerminal(BuiltProgram.path, columns: 120, rows: 40)
        #expect(terminal.shows("CONNECTED"))
        #expect(terminal.shows("presence-lobby"))
        terminal.type("s")
        #expect(terminal.shows("subscribe"))
        terminal.type("cache-weather\r")
        #expect(terminal.shows("1 Channels 6"), "\(terminal.screen.text)")
        terminal.type("1Gu")
        #expect(terminal.shows("1 Channels 5"), "\(terminal.screen.text)")
        #expect(terminal.shows("~unsubscribed"))
        terminal.type("Q")
        #expect(terminal.end() == 0)
    }

    @Test("--ascii draws nothing but ASCII")
    func ascii() throws {
        let terminal = try PseudoTerminal(BuiltProgram.path, ["--ascii"])
        #expect(terminal.shows("o CONNECTED"), "\(terminal.screen.text)")
        #expect(terminal.shows("presence-lobby"))
        terminal.type("?")
        #expect(terminal.shows("Keys"))
        terminal.type("\u{3}")
        terminal.type("Q")
        #expect(terminal.end() == 0)
        #expect(terminal.output.allSatisfy { $0 < 0x80 })
    }

    @Test(
        "signals end it with a terminal as it was, and tell so in the exit code",
        arguments: [SIGTERM, SIGINT, SIGHUP])
    func signals(signal: Int32) throws {
        let terminal = try PseudoTerminal(BuiltProgram.path)
        let before = terminal.settings
        #expect(terminal.shows("CONNECTED"))
        terminal.send(signal: signal)
        #expect(terminal.end() == 128 + signal)
        #expect(terminal.settings == before)
        #expect(!terminal.screen.modes.contains("?1049"))
    }

    @Test("a terminal of which nothing is known gets lines, and is told why")
    func unknownTerminal() throws {
        let terminal = try PseudoTerminal(
            BuiltProgram.path, columns: 120, rows: 40, environment: ["TERM": ""])
        #expect(terminal.shows("TERM is not set"), "\(terminal.screen.text)")
        #expect(terminal.shows("-> connected"), "\(terminal.screen.text)")
        terminal.send(signal: SIGTERM)
        #expect(terminal.end() == 143)
    }

    @Test("a crash gives the terminal back", arguments: [SIGSEGV, SIGABRT, SIGILL])
    func crashes(signal: Int32) throws {
        let terminal = try PseudoTerminal(
            BuiltProgram.path, environment: ["SWIFT_BACKTRACE": "enable=no"])
        let before = terminal.settings
        #expect(terminal.shows("CONNECTED"))
        terminal.send(signal: signal)
        #expect(terminal.end() == 128 + signal)
        #expect(terminal.settings == before)
        #expect(!terminal.screen.modes.contains("?1049"))
    }

    @Test("a crash that Swift describes ends the program too, and the report says how things were")
    func describedCrash() throws {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "buoy-crash-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let backtrace = "enable=yes,interactive=no,symbolicate=off,threads=crashed"
        let terminal = try PseudoTerminal(
            BuiltProgram.path,
            environment: ["SWIFT_BACKTRACE": backtrace, "XDG_STATE_HOME": folder.path])
        #expect(terminal.shows("CONNECTED"))
        terminal.send(signal: SIGSEGV)
        #expect(terminal.end(seconds: 30) == 128 + SIGSEGV)
        let state = folder.appending(path: "buoy")
        let names = try FileManager.default.contentsOfDirectory(atPath: state.path)
        let name = try #require(names.first { $0.hasPrefix("crash-") })
        let report = try String(contentsOf: state.appending(path: name), encoding: .utf8)
        #expect(report.contains("signal: SIGSEGV"))
        #expect(report.contains("TERM: "), "\(report)")
        #expect(!report.contains("ticker-BTC"))
    }

    @Test("SIGUSR2 reads the configuration again, every time; what is wrong in it is told")
    func reloads() throws {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "buoy-reload-\(UUID().uuidString)")
        let file = folder.appending(path: "buoy/config.toml")
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let write = { (text: String) in
            try Data(text.utf8).write(to: file)
        }
        try write("")
        let terminal = try PseudoTerminal(
            BuiltProgram.path, columns: 120, rows: 40,
            environment: ["XDG_CONFIG_HOME": folder.path])
        #expect(terminal.shows("q quit"))
        for key in ["F5", "F6"] {
            try write("[keys]\nquit = [\"\(key)\"]\n")
            terminal.send(signal: SIGUSR2)
            #expect(terminal.shows("\(key) quit"), "\(terminal.screen.text)")
        }
        try write("quit = 1\n")
        terminal.send(signal: SIGUSR2)
        #expect(terminal.shows("unknown key \"quit\""), "\(terminal.screen.text)")
        #expect(terminal.shows("F6 quit"))
        terminal.send(signal: SIGTERM)
        #expect(terminal.end() == 143)
    }

    @Test("a terminal type that is not known is told, also while much else is")
    func replacedTerminal() throws {
        let terminal = try PseudoTerminal(
            BuiltProgram.path, columns: 120, rows: 40, environment: ["TERM": "xterm-nobody"])
        #expect(terminal.shows("presence-lobby"))
        #expect(terminal.shows("xterm-nobody"), "\(terminal.screen.text)")
        terminal.type("Q")
        #expect(terminal.end() == 0)
    }

    @Test("binds here and everywhere, counts hits, switches off and unbinds by key")
    func binds() throws {
        let terminal = try PseudoTerminal(BuiltProgram.path, columns: 120, rows: 40)
        #expect(terminal.shows("CONNECTED"))
        #expect(terminal.shows("ticker-BTC"))
        terminal.type("bprice\r")
        #expect(terminal.shows("4 Bindings 1"), "\(terminal.screen.text)")
        terminal.type("Bprice\r")
        #expect(terminal.shows("4 Bindings 2"))
        #expect(terminal.shows("all channels"))
        terminal.type("4 ")
        #expect(terminal.shows("off"), "\(terminal.screen.text)")
        terminal.type("u")
        #expect(terminal.shows("4 Bindings 1"))
        terminal.type("u")
        #expect(terminal.shows("4 Bindings 0"))
        terminal.type("Q")
        #expect(terminal.end() == 0)
    }

    @Test("sends a client event, and names the rule that forbids one")
    func clientEvents() throws {
        let terminal = try PseudoTerminal(BuiltProgram.path, columns: 120, rows: 40)
        #expect(terminal.shows("CONNECTED"))
        #expect(terminal.shows("private-orders"))
        #expect(terminal.shows("order.created"))
        terminal.type("jjc\u{15}private-orders client-hello {\"a\":1}\r")
        #expect(terminal.shows(">client-hello"), "\(terminal.screen.text)")
        terminal.type("c\u{15}ticker-BTC client-hello 1\r")
        #expect(terminal.shows("private and presence channels"), "\(terminal.screen.text)")
        terminal.type("\u{1B}q")
        _ = terminal.end(seconds: 1)
    }

    @Test("tries a failed channel again by key")
    func triesAgain() throws {
        let sandbox = try Running(["sandbox", "--listen", "0", "--quiet"])
        defer { sandbox.interrupt() }
        let greeting = try #require(sandbox.wait { $0.contains("new Pusher") })
        let port = try #require(greeting.firstMatch(of: /127\.0\.0\.1:(\d+)/)).1
        let terminal = try PseudoTerminal(
            BuiltProgram.path,
            [
                "--key", "buoy-sandbox-key", "--host", "127.0.0.1", "--port", String(port),
                "--no-tls", "--subscribe", "private-a",
            ])
        #expect(terminal.shows("t try again"), "\(terminal.screen.text)")
        #expect(terminal.screen.text.matches(of: /!refused/).count == 1)
        terminal.type("t")
        #expect(
            terminal.wait { $0.screen.text.matches(of: /!refused/).count == 2 },
            "\(terminal.screen.text)")
        terminal.type("Q")
        #expect(terminal.end() == 0)
    }

    @Test("signs in to its own sandbox, and opens what is sealed there")
    func signsIn() throws {
        let terminal = try PseudoTerminal(
            BuiltProgram.path, ["--sign-in", "--subscribe", "private-encrypted-vault"],
            columns: 120, rows: 40)
        #expect(terminal.shows("~ signed in"), "\(terminal.screen.text)")
        #expect(terminal.shows("as you"))
        #expect(terminal.shows("{\"box\":"), "\(terminal.screen.text)")
        terminal.type("Q")
        #expect(terminal.end() == 0)
    }

    @Test("offers the sandbox's encrypted channel for completion")
    func completesVault() throws {
        let terminal = try PseudoTerminal(BuiltProgram.path)
        #expect(terminal.shows("CONNECTED"))
        terminal.type("sprivate-e\t\r")
        #expect(terminal.shows("private-encrypted-vault"), "\(terminal.screen.text)")
        terminal.type("Q")
        #expect(terminal.end() == 0)
    }

    @Test("warns of an endpoint on which others can listen")
    func warns() throws {
        let terminal = try PseudoTerminal(
            BuiltProgram.path,
            [
                "--key", "k", "--host", "127.0.0.1", "--port", "1", "--auth-endpoint",
                "http://auth.test/",
            ])
        #expect(terminal.shows("unencrypted"), "\(terminal.screen.text)")
        terminal.type("Q")
        #expect(terminal.end() == 0)
    }

    @Test("searches, filters, pauses, inspects and helps by key")
    func reads() throws {
        let terminal = try PseudoTerminal(BuiltProgram.path, columns: 120, rows: 40)
        #expect(terminal.shows("order.created"))
        terminal.type("3/order\r")
        #expect(terminal.shows("search order"), "\(terminal.screen.text)")
        #expect(terminal.shows("PAUSED"))
        terminal.type("\r")
        #expect(terminal.shows("5 Inspector"))
        #expect(terminal.shows("\"total\":"))
        terminal.type("\u{1B}")
        #expect(terminal.wait { !$0.screen.text.contains("5 Inspector") })
        terminal.type("fchannel:presence-*\r")
        #expect(terminal.shows("filter channel:presence-*"))
        #expect(terminal.wait { !$0.screen.text.contains("order.created") })
        terminal.type("?")
        #expect(terminal.shows("? all "))
        terminal.type("unsub")
        #expect(terminal.shows("Keys and commands"))
        #expect(terminal.shows("Unsubscribe"))
        terminal.type("\u{1B}")
        #expect(terminal.wait { !$0.screen.text.contains("Keys and commands") })
        terminal.type("Q")
        #expect(terminal.end() == 0)
    }

    @Test("disconnects, says so, and connects again by key")
    func disconnects() throws {
        let terminal = try PseudoTerminal(BuiltProgram.path)
        #expect(terminal.shows("CONNECTED"))
        #expect(terminal.shows("presence-lobby"))
        terminal.type("D")
        #expect(terminal.shows("DISCONNECTED"), "\(terminal.screen.text)")
        terminal.type("r")
        #expect(terminal.wait { $0.screen.text.contains("● CONNECTED") }, "\(terminal.screen.text)")
        terminal.type("Q")
        #expect(terminal.end() == 0)
    }

    @Test("ends when its terminal goes away")
    func hangsUp() throws {
        let terminal = try PseudoTerminal(BuiltProgram.path)
        #expect(terminal.shows("CONNECTED"))
        terminal.hangUp()
        let status = terminal.end()
        #expect(status == 129, "\(String(describing: status))")
    }

    @Test("follows the size of the terminal")
    func resizes() throws {
        let terminal = try PseudoTerminal(BuiltProgram.path)
        #expect(terminal.shows("CONNECTED"))
        terminal.resize(columns: 30, rows: 5)
        #expect(terminal.shows("40"), "\(terminal.screen.text)")
        terminal.resize(columns: 120, rows: 40)
        #expect(terminal.shows("presence-lobby"), "\(terminal.screen.text)")
        terminal.type("Q")
        #expect(terminal.end() == 0)
    }

    @Test(
        "starts in odd terminals and locales too",
        arguments: [
            ["TERM": "xterm-ghostty"], ["TERM": "vt100"], ["LC_ALL": "C"], ["NO_COLOR": "1"],
        ])
    func oddTerminals(environment: [String: String]) throws {
        let terminal = try PseudoTerminal(BuiltProgram.path, environment: environment)
        #expect(terminal.shows("CONNECTED"), "\(terminal.screen.text)")
        terminal.type("Q")
        #expect(terminal.end() == 0)
    }

    @Test("a terminal that cannot place its cursor gets lines")
    func dumbTerminal() throws {
        let terminal = try PseudoTerminal(BuiltProgram.path, environment: ["TERM": "dumb"])
        #expect(
            terminal.writes("Connected to"), "\(terminal.screen.text)")
        #expect(!terminal.output.contains(0x1B))
        terminal.send(signal: SIGINT)
        #expect(terminal.end() == 130)
    }
}
