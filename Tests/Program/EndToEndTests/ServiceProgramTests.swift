import BuoyTestBasics
import BuoyTestSupport
import ChannelsTransport
import Foundation
import Testing

/// The commands that serve something, as programs that call each other on loopback.
@Suite("buoy auth-server, buoy webhooks and the sandbox's webhooks", .inTurn)
struct ServiceProgramTests {
    private let secret = try? SecretFile("buoy-sandbox-secret")

    private func start(_ arguments: String...) throws -> (Running, Int) {
        let path = try #require(self.secret).path
        let running = try Running(
            arguments, environment: ["BUOY_KEY": "buoy-sandbox-key", "BUOY_SECRET_FILE": path])
        let address = /127\.0\.0\.1:(\d+)/
        let output = try #require(running.wait { $0.contains(address) }, "\(running.errors)")
        let match = try #require(output.firstMatch(of: address))
        return (running, try #require(Int(match.1)))
    }

    private func subscribe(to channel: String, sandbox: Int, endpoint: Int) throws -> Run {
        try Run(
            [
                "--key", "buoy-sandbox-key", "--host", "127.0.0.1", "--port", "\(sandbox)",
                "--no-tls", "--auth-endpoint", "http://127.0.0.1:\(endpoint)/auth", "--subscribe",
                channel,
            ], until: { $0.contains("~members") || $0.contains("!refused") })
    }

    @Test("a client is authorized, its webhooks arrive, are kept, and are sent again")
    func everything() throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "buoy-hooks-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "hooks.jsonl").path(percentEncoded: false)
        let (hooks, hooksPort) = try self.start("webhooks", "--listen", "0", "--save", file)
        let (auth, authPort) = try self.start(
            "auth-server", "--listen", "0", "--refuse", "presence-closed", "--user-id", "ana")
        let (sandbox, sandboxPort) = try self.start(
            "sandbox", "--quiet", "--listen", "0", "--webhook-url",
            "http://127.0.0.1:\(hooksPort)/#channel_occupied,member_added")

        let joined = try self.subscribe(
            to: "presence-room", sandbox: sandboxPort, endpoint: authPort)
        #expect(joined.output.contains("presence-room ~members 1 member"))
        let refused = try self.subscribe(
            to: "presence-closed", sandbox: sandboxPort, endpoint: authPort)
        #expect(refused.output.contains("Channel presence-closed is configured to be refused"))
        let lines = try #require(hooks.wait { $0.contains("member_added") })
        #expect(lines.contains(" channel_occupied presence-room\n"))
        #expect(lines.contains(" member_added presence-room user ana\n"))

        let signed = try #require(auth.wait { $0.contains("refused 403") })
        #expect(signed.contains(#":presence-room:{"user_id":"ana","user_info":{"name":"ana"}}"#))
        #expect(!signed.contains("buoy-sandbox-secret"))

        let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions]
        #expect(mode as? Int == 0o600)
        let again = try Run(
            [
                "webhooks", "--replay", file, "--as-saved", "--forward",
                "http://127.0.0.1:\(hooksPort)",
            ])
        #expect(again.status == 0, "\(again.errors)")
        #expect(again.output.contains("-> 200"))
        for program in [hooks, auth, sandbox] {
            program.interrupt()
            #expect(program.waitForEnd() == 130)
        }
    }

    private func answer(_ port: Int, _ host: String, _ start: String = "GET /") -> String {
        let socket = RawSocket.connect(port: port)
        socket.write("\(start) HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n")
        return socket.readTextToEnd()
    }

    @Test(
        "everything that listens refuses names that are not its own, and says how to allow them",
        arguments: [
            ["sandbox", "--quiet", "--listen", "0"], ["auth-server", "--listen", "0"],
            ["webhooks", "--listen", "0"],
            [
                "proxy", "127.0.0.1:1", "--listen", "127.0.0.1:0",
                "--when-unreachable", "status 502",
            ],
            // What is called is the first port that it names: that of the metrics.
            ["sandbox", "--quiet", "--listen", "[::]:0", "--metrics", "127.0.0.1:0"],
        ])
    func hosts(arguments: [String]) throws {
        let path = try #require(self.secret).path
        let running = try Running(
            arguments + ["--allow-host", "good.test"],
            environment: ["BUOY_KEY": "buoy-sandbox-key", "BUOY_SECRET_FILE": path])
        let address = /127\.0\.0\.1:(\d+)/
        func text() -> String { running.errors + running.output }
        waitUntil { text().contains(address) }
        let port = try #require(text().firstMatch(of: address).flatMap { Int($0.1) }, "\(text())")
        let evil = self.answer(port, "evil.test")
        #expect(evil.hasPrefix("HTTP/1.1 403"), "\(evil)")
        #expect(evil.contains("--allow-host evil.test"), "\(evil)")
        for host in ["good.test", "localhost:1", "192.168.7.9"] {
            let good = self.answer(port, host)
            #expect(!good.contains("--allow-host") && !good.isEmpty, "\(good)")
        }
        running.interrupt()
        #expect(running.waitForEnd() == 130)
    }

    @Test(
        "an address that other machines can reach is warned of in the same words",
        arguments: [
            ["sandbox", "--quiet", "--listen", "0.0.0.0:0"],
            ["auth-server", "--listen", "0.0.0.0:0"],
            ["webhooks", "--listen", "0.0.0.0:0"],
            ["proxy", "127.0.0.1:1", "--listen", "0.0.0.0:0"],
            ["sandbox", "--quiet", "--listen", "0", "--metrics", "0.0.0.0:0"],
        ])
    func exposure(arguments: [String]) throws {
        let path = try #require(self.secret).path
        let running = try Running(
            arguments, environment: ["BUOY_KEY": "buoy-sandbox-key", "BUOY_SECRET_FILE": path])
        let warning = "Warning: 0.0.0.0 is not a loopback address: anyone who can reach it can "
        func text() -> String { running.errors + running.output }
        #expect(waitUntil { text().contains(warning) }, "\(text())")
        running.interrupt()
        #expect(running.waitForEnd() == 130)
    }

    @Test("without a key or a secret the commands say which option gives one")
    func missing() throws {
        for command in ["webhooks", "auth-server"] {
            let keyless = try Run([command])
            #expect(keyless.status == 2)
            #expect(keyless.errors.contains("--key"))
            let open = try Run([command, "--key", "a"])
            #expect(open.status == 2)
            #expect(open.errors.contains("--secret-file"))
            let visible = try Run([command, "--key", "a", "--secret", "b"])
            #expect(visible.status == 2)
            #expect(visible.errors.contains("other users can see arguments"))
        }
    }

    @Test("the dashboard shows the sandbox's webhooks, and refuses those of others")
    func dashboard() throws {
        let terminal = try PseudoTerminal(
            BuiltProgram.path, ["--webhooks", "0"], columns: 120, rows: 40)
        #expect(terminal.shows("CONNECTED"))
        terminal.type("6z")
        #expect(terminal.shows("webhook channel_occupied"))
        terminal.type("Q")
        #expect(terminal.end() == 0)
    }

    @Test("webhooks need a secret that verifies them, and a port that is free")
    func webhookErrors() throws {
        let missing = try PseudoTerminal(
            BuiltProgram.path,
            ["--key", "k", "--host", "127.0.0.1", "--no-tls", "--webhooks", "0"])
        #expect(missing.writes("--webhooks requires the app's secret"), "\(missing.screen.text)")
        #expect(missing.end() == 2)
        let wrong = try Run(["--webhooks", "70000"])
        #expect(wrong.status == 2)
        let screenless = try Run(["--sandbox", "--webhooks", "0"])
        #expect(screenless.status == 2)
        #expect(screenless.errors.contains("which requires a terminal"), "\(screenless.errors)")
        let (receiver, port) = try self.start("webhooks", "--listen", "0")
        try withExtendedLifetime(receiver) {
            let taken = try PseudoTerminal(BuiltProgram.path, ["--webhooks", "\(port)"])
            #expect(taken.writes("Cannot receive webhooks"), "\(taken.screen.text)")
            #expect(taken.end() == 1)
        }
    }

    @Test("a fault of the arguments strikes, and the log tells it")
    func fault() throws {
        let terminal = try PseudoTerminal(
            BuiltProgram.path, ["--fault", "at 1s cut"], columns: 120, rows: 40)
        #expect(terminal.shows("CONNECTED"))
        terminal.type("6z")
        #expect(terminal.shows("fault cut"))
        #expect(terminal.shows("gap"))
        terminal.type("Q")
        #expect(terminal.end() == 0)
    }

    @Test("a line that is no fault is wrong usage, and says what there is")
    func wrongFault() throws {
        let run = try Run(["--fault", "fire"])
        #expect(run.status == 2)
        #expect(run.errors.contains("unknown fault \"fire\""))
        let script = try Run(["--fault-script", "nothing"])
        #expect(script.status == 2)
        #expect(script.errors.contains("unknown script \"nothing\""))
    }
}
