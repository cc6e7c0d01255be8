import BuoyTestBasics
import BuoyTestSupport
import Foundation
import Testing

/// `buoy tail` as the headless program: several servers, alerts of the configuration, and faults.
@Suite("buoy tail without a screen", .inTurn)
struct TailProgramTests {
    /// Two servers that are played, and a configuration with both.
    private final class Servers {
        let one: PlayedServer
        let two: PlayedServer
        let folder: TestFolder
        let configuration: String
        var environment: [String: String] { ["BUOY_CONFIG": self.configuration] }

        /// - Parameter rules: further text of the configuration.
        init(_ rules: String = "") throws {
            self.one = try PlayedServer()
            self.two = try PlayedServer()
            self.folder = try TestFolder()
            self.configuration = try PlayedServer.configuration(
                of: [self.one, self.two], each: #"channels = ["orders"]"#, rules: rules,
                in: self.folder)
        }

        deinit {
            self.one.stop()
            self.two.stop()
        }

        /// Waits until both clients have requested their channel.
        func waitForClients() throws {
            for server in [self.one, self.two] {
                try #require(
                    waitUntil { server.received.contains { $0.contains("pusher:subscribe") } })
            }
        }
    }

    private static let both = ["--server", "one", "--server", "two"]

    @Test(
        "the lines of several servers name them",
        arguments: [
            ([], " one orders paid {\"n\":1}", " two orders paid {\"n\":2}"),
            (["--json"], #""server":"one","kind":"received""#, #""server":"two""#),
            (["--fields", "server,n"], "one\t1\n", "two\t2\n"),
            (["--plain"], " one: On orders: paid", " two: On orders: paid"),
        ])
    func several(options: [String], first: String, second: String) throws {
        let servers = try Servers()
        let running = try Running(
            ["tail"] + Self.both + options, environment: servers.environment)
        try servers.waitForClients()
        servers.one.send("paid", on: "orders", data: #"{"n":1}"#)
        servers.two.send("paid", on: "orders", data: #"{"n":2}"#)
        let output = running.wait { $0.contains(first) && $0.contains(second) }
        #expect(output != nil, "\(running.output)\(running.errors)")
        running.interrupt()
        #expect(running.waitForEnd() == 130)
    }

    @Test("a server that is refused is left with its reason, and the last one ends it")
    func ends() throws {
        let servers = try Servers()
        let running = try Running(["tail"] + Self.both, environment: servers.environment)
        try servers.waitForClients()
        servers.one.close(code: 4001, reason: [])
        #expect(
            running.wait { _ in running.errors.contains("buoy: one: ") } != nil,
            "\(running.errors)")
        servers.two.send("paid", on: "orders", data: "1")
        #expect(running.wait { $0.contains(" two orders paid 1") } != nil, "\(running.errors)")
        servers.two.close(code: 4004, reason: [])
        #expect(running.waitForEnd() == 3)
        #expect(running.errors.contains("buoy: two: "), "\(running.errors)")
    }

    @Test("with metrics, servers that are refused or down stay, each with its state")
    func stays() async throws {
        let servers = try Servers()
        servers.two.stop()
        let running = try Running(
            ["tail", "--metrics", "127.0.0.1:0"] + Self.both, environment: servers.environment)
        try #require(waitUntil { !servers.one.received.isEmpty })
        servers.one.close(code: 4001, reason: [])
        let url = try MetricsProgramTests.url(of: running)
        let failure = #"{server="one",code="4001",cause="application does not exist"} 1"#
        let text = try await MetricsProgramTests.text(
            url, until: "channels_client_failure_info" + failure)
        for (server, state) in [("one", "failed"), ("two", "connecting")] {
            let line = #"channels_client_state{server="\#(server)",state="\#(state)"} 1"#
            #expect(text.contains("\n\(line)\n"), "\(line)")
        }
        #expect(
            running.wait { _ in running.errors.contains("one: staying for --metrics") } != nil,
            "\(running.errors)")
        running.send(SIGTERM)
        #expect(running.waitForEnd() == 143)
    }

    @Test("the only server may be refused with metrics too, which its code tells after the time")
    func staysAlone() throws {
        let server = try PlayedServer(
            PlayedServer.Script(refusal: #"{"code":4001,"message":"no"}"#))
        defer { server.stop() }
        let run = try Run([
            "tail", "orders", "--metrics", "127.0.0.1:0", "--key", "k", "--host", "127.0.0.1",
            "--port", "\(server.port)", "--no-tls", "--for", "2s",
        ])
        #expect(run.status == 3, "\(run.errors)")
        #expect(run.errors.contains("buoy: staying for --metrics"), "\(run.errors)")
    }

    @Test("a server that was not reached counts in the exit code, also if the others are")
    func notReached() throws {
        let servers = try Servers()
        servers.one.stop()
        let run = try Run(
            ["tail", "--for", "2s"] + Self.both, environment: servers.environment)
        #expect(run.status == 4, "\(run.errors)")
        #expect(run.errors.contains("buoy: one: The server was not reached"), "\(run.errors)")
        #expect(!run.errors.contains("buoy: two: "), "\(run.errors)")
    }

    @Test("each of several servers has its file and its label")
    func recordingAndMetrics() async throws {
        let servers = try Servers()
        let file = servers.folder.file("session.jsonl")
        let running = try Running(
            ["tail", "--record", file, "--metrics", "127.0.0.1:0"] + Self.both,
            environment: servers.environment)
        try servers.waitForClients()
        let url = try MetricsProgramTests.url(of: running)
        let text = try await MetricsProgramTests.text(
            url, until: #"channels_client_state{server="two",state="connected"} 1"#)
        #expect(text.contains(#"channels_client_attempts_total{server="one"} 1"#))
        running.interrupt()
        #expect(running.waitForEnd() == 130)
        for name in ["one", "two"] {
            let recording = try String(
                contentsOfFile: servers.folder.file("session.\(name).jsonl"), encoding: .utf8)
            #expect(recording.contains(#""server":"\#(name)""#), "\(recording.prefix(300))")
        }
        #expect(!FileManager.default.fileExists(atPath: file))
    }

    @Test("an alert of the configuration is a line, and runs its program")
    func alert() throws {
        let folder = try TestFolder()
        let servers = try Servers(
            """
            [[alerts]]
            name = "paid"
            when = "event:paid"
            pause = "1h"
            exec = ["sh", "-c", "cd \(folder.path) && cat > new && mv new alert"]
            """)
        let running = try Running(
            ["tail", "--only", "alerts", "--json"] + Self.both, environment: servers.environment)
        try servers.waitForClients()
        servers.two.send("paid", on: "orders", data: #"{"n":2}"#)
        let line = #""server":"two","kind":"alert","detail":"paid: paid on orders""#
        #expect(running.wait { $0.contains(line) } != nil, "\(running.output)\(running.errors)")
        let file = folder.file("alert")
        #expect(waitUntil { FileManager.default.fileExists(atPath: file) })
        let alert = try String(contentsOfFile: file, encoding: .utf8)
        #expect(alert.hasPrefix(#"{"alert":"paid","time":""#), "\(alert)")
        #expect(alert.contains(#""server":"two""#), "\(alert)")
        running.interrupt()
        #expect(running.waitForEnd() == 130)
        #expect(running.output.split(separator: "\n").count == 1, "\(running.output)")
    }

    @Test("alerts are of a configuration that is read, which --config does alone")
    func configuration() throws {
        let servers = try Servers("[[alerts]]\nname = \"up\"\nstate = \"connected\"\n")
        let address = ["--key", "k", "--host", "127.0.0.1", "--port", "\(servers.one.port)"]
        let tail = ["tail", "orders", "--no-tls", "--for", "1s"] + address
        let without = try Run(tail, environment: servers.environment)
        #expect(without.status == 0, "\(without.errors)")
        #expect(!without.output.contains("!alert"), "\(without.output)")
        let with = try Run(tail + ["--config", servers.configuration])
        #expect(with.output.contains("connection !alert up: connected"), "\(with.output)")
        let missing = try Run(tail + ["--config", Nowhere.file])
        #expect(missing.status == 2)
    }

    @Test("a fault strikes, and is told")
    func fault() throws {
        let server = try PlayedServer()
        defer { server.stop() }
        let running = try Running([
            "tail", "orders", "--key", "k", "--host", "127.0.0.1", "--port", "\(server.port)",
            "--no-tls", "--fault", "at 1s cut",
        ])
        #expect(running.wait { $0.contains("connection !") } != nil, "\(running.output)")
        #expect(running.errors.contains("buoy: fault "), "\(running.errors)")
        running.interrupt()
        #expect(running.waitForEnd() == 130)
    }

    @Test("what the program does is appended to a file")
    func log() throws {
        let folder = try TestFolder()
        let file = folder.file("log")
        let run = try Run(["tail", "--sandbox", "ticker-BTC", "--count", "2", "--log-file", file])
        #expect(run.status == 0, "\(run.errors)")
        #expect(try String(contentsOfFile: file, encoding: .utf8).contains("connected"))
    }

    @Test("the dashboard without a terminal is tail")
    func dashboard() throws {
        let running = try Running(["--sandbox"])
        let line = running.wait { $0.contains(" connection ~state ") }
        #expect(line != nil, "\(running.output)\(running.errors)")
        #expect(running.errors == "")
        running.interrupt()
        #expect(running.waitForEnd() == 130)
    }
}
