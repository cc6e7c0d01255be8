import BuoyTestBasics
import BuoyTestSupport
import Foundation
import Testing

/// `--env`: the program in the folder of an app.
@Suite(.inTurn)
struct EnvironmentFileTests {
    private static let secret = "hunter2hunter2"

    /// The folder of an app, with its `.env`. It goes with its owner.
    private final class App {
        let folder: String
        var file: String { self.folder + "/.env" }

        init(port: Int, _ changes: String = "") throws {
            let url = FileManager.default.temporaryDirectory
                .appending(path: "shop-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
            self.folder = url.path(percentEncoded: false)
            let text = """
                BROADCAST_CONNECTION=reverb
                QUEUE_CONNECTION=sync
                REVERB_APP_ID=1234
                REVERB_APP_KEY=public-key
                REVERB_APP_SECRET=\(EnvironmentFileTests.secret)
                REVERB_HOST="127.0.0.1"
                REVERB_PORT=\(port)
                REVERB_SCHEME=http
                \(changes)
                """
            try Data(text.utf8).write(to: url.appending(path: ".env"))
        }

        deinit { try? FileManager.default.removeItem(atPath: self.folder) }
    }

    @Test("a private channel is signed for with the secret of the file, which is written nowhere")
    func connects() throws {
        let server = try PlayedServer()
        defer { server.stop() }
        let app = try App(port: server.port)
        let recording = app.folder + "/session.jsonl"
        let log = app.folder + "/client.log"
        let running = try Running([
            "watch", "--env", app.file, "--subscribe", "private-orders",
            "--record", recording, "--log-file", log, "--log-level", "debug",
        ])
        try #require(waitUntil { server.received.contains { $0.contains("pusher:subscribe") } })
        server.send("created", on: "private-orders", data: "{}")
        _ = running.wait { $0.contains("created") }
        running.interrupt()
        #expect(running.waitForEnd() == 130)
        let signed = try #require(server.received.first { $0.contains("pusher:subscribe") })
        #expect(signed.contains(#""auth":"public-key:"#), "\(signed)")
        #expect(!running.errors.contains("warning"), "\(running.errors)")
        for text in [running.output, running.errors] + server.received {
            #expect(!text.contains(Self.secret))
        }
        for path in [recording, log] {
            let text = try String(contentsOfFile: path, encoding: .utf8)
            #expect(!text.isEmpty)
            #expect(!text.contains(Self.secret), "\(path)")
        }
    }

    @Test("cookies are in no output, recording or log, though the endpoint quotes them")
    func cookies() throws {
        var script = PlayedServer.Script()
        script.authorize = { _ in (403, Array("no \(EnvironmentFileTests.secret)".utf8)) }
        let server = try PlayedServer(script)
        defer { server.stop() }
        let app = try App(port: server.port)
        let jar = try SecretFile(
            "127.0.0.1\tFALSE\t/\tFALSE\t0\tXSRF-TOKEN\t\(Self.secret)\n")
        let recording = app.folder + "/session.jsonl"
        let log = app.folder + "/client.log"
        let running = try Running([
            "watch", "--env", app.file, "--subscribe", "private-orders",
            "--auth-endpoint", "http://127.0.0.1:\(server.port)/auth", "--auth-cookies", jar.path,
            "--record", recording, "--log-file", log, "--log-level", "debug",
        ])
        _ = running.wait { $0.contains("HTTP 403") }
        running.interrupt()
        _ = running.waitForEnd()
        #expect(running.output.contains("HTTP 403"), "\(running.output)")
        #expect(!server.authorizations.isEmpty, "\(running.output) \(running.errors)")
        for text in [running.output, running.errors] + server.received {
            #expect(!text.contains(Self.secret), "\(text)")
        }
        for path in [recording, log] {
            let text = try String(contentsOfFile: path, encoding: .utf8)
            #expect(text.contains("403"))
            #expect(!text.contains(Self.secret), "\(path)")
        }
    }

    @Test("check names what is wrong in the file before it connects, and never the secret")
    func check() throws {
        let server = try PlayedServer()
        defer { server.stop() }
        let app = try App(
            port: server.port, "BROADCAST_CONNECTION=log\nQUEUE_CONNECTION=redis\nA=b c\n")
        let run = try Run(["check", "--env", app.file, "--timeout", "2s"])
        #expect(run.status == 2, "\(run.output) \(run.errors)")
        #expect(run.output.contains("Reverb, app 1234, ws://127.0.0.1:\(server.port)"))
        #expect(run.output.contains("log writes events to Laravel's log and sends none"))
        #expect(run.output.contains("WARN  QUEUE_CONNECTION"))
        #expect(run.output.contains("ok    protocol"))
        let json = try Run(["check", "--env", app.file, "--timeout", "2s", "--json"])
        #expect(json.output.contains(#""step":"setting","setting":"BROADCAST_CONNECTION""#))
        for text in [run.output, run.errors, json.output, json.errors] {
            #expect(!text.contains(Self.secret))
        }
    }

    @Test("a file that does not say enough is checked, and refused elsewhere")
    func unusable() throws {
        let app = try App(port: 1, "REVERB_PORT=websecure\n")
        let run = try Run(["check", "--env", app.file])
        #expect(run.status == 2)
        #expect(run.output.contains("FAIL  REVERB_PORT"), "\(run.output)")
        #expect(!run.output.contains("websocket"))
        let other = try SecretFile("PORT=3000\n")
        let none = try Run(["check", "--env", other.path])
        #expect(none.status == 2)
        #expect(none.output.split(separator: "\n").count { $0.contains("FAIL") } == 1)
        let tail = try Run(["tail", "orders", "--env", app.file])
        #expect(tail.status == 2)
        #expect(tail.errors.contains("does not say how to connect. REVERB_PORT: it is not a"))
        let missing = try Run(["tail", "orders", "--env", "/nowhere/.env"])
        #expect(missing.status == 2)
        #expect(missing.errors.contains("cannot read /nowhere/.env: no such file"))
    }

    @Test("check without a server takes the file in the folder; other commands name it")
    func found() throws {
        let server = try PlayedServer()
        defer { server.stop() }
        let app = try App(port: server.port)
        let script = "cd '\(app.folder)'; exec \"$0\" \"$@\""
        for words in [
            ["tail", "a"], ["once", "a"], ["check", "--probe"], ["trigger", "a", "b", "{}"],
        ] {
            let other = try Running(words, script: script)
            #expect(other.waitForEnd() == 2)
            #expect(other.errors.contains("This folder has the .env file of a Reverb app"))
        }
        #expect(server.received.isEmpty)
        let check = try Running(["check", "--timeout", "2s"], script: script)
        #expect(check.wait { $0.contains(".env") } != nil, "\(check.errors)")
        #expect(waitUntil { !server.received.isEmpty })
        _ = check.waitForEnd()
    }

    @Test("without a server, the file in the folder is offered, and used when it is chosen")
    func offered() throws {
        let server = try PlayedServer()
        defer { server.stop() }
        let app = try App(port: server.port)
        let terminal = try PseudoTerminal(
            BuiltProgram.path, [], columns: 120, rows: 30, redirection: "cd '\(app.folder)';")
        let name = app.folder.split(separator: "/").suffix(1).joined() + "/.env"
        #expect(terminal.shows("offers \(name)", seconds: 10), "\(terminal.screen.text)")
        #expect(server.received.isEmpty)
        terminal.type("\u{0F}")
        #expect(terminal.shows("127.0.0.1:\(server.port)"), "\(terminal.screen.text)")
        terminal.type("\r")
        #expect(terminal.shows("CONNECTED  \(name.prefix(12))"), "\(terminal.screen.text)")
        terminal.type("Q")
        _ = terminal.end()
        #expect(!String(decoding: terminal.output, as: UTF8.self).contains(Self.secret))
    }
}
