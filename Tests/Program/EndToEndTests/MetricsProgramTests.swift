import BuoyTestBasics
import BuoyTestSupport
import ChannelsTransport
import Foundation
import Testing

/// `--metrics` of the program: where it is served, what it says, and what a port that is taken
/// does.
@Suite("--metrics", .inTurn)
struct MetricsProgramTests {
    /// The URL that a program tells on standard error.
    static func url(of running: Running) throws -> String {
        _ = running.wait { _ in running.errors.contains("/metrics\n") }
        let line = /buoy: serving metrics at (http:\/\/127\.0\.0\.1:\d+\/metrics)\n/
        return String(try #require(running.errors.firstMatch(of: line), "\(running.errors)").1)
    }

    /// What is served, as soon as it contains a line.
    static func text(_ url: String, until line: String) async throws -> String {
        let port = try #require(url.firstMatch(of: /:(\d+)\//).flatMap { Int($0.1) })
        let request = HTTPRequest(
            method: "GET", origin: HTTPOrigin(host: "127.0.0.1", port: port, tls: nil),
            target: "/metrics")
        var text = ""
        try await eventually {
            let response = try await NIOHTTPRequester().send(
                request, timeLimit: .seconds(30), bodyLimit: 1 << 20)
            text = String(decoding: response.body, as: UTF8.self)
            return text.contains("\n\(line)\n")
        }
        return text
    }

    @Test("tail serves what it received, and ends as without metrics")
    func tail() async throws {
        let server = try PlayedServer()
        defer { server.stop() }
        let running = try Running([
            "tail", "orders", "--metrics", "127.0.0.1:0", "--key", "k", "--host", "127.0.0.1",
            "--port", "\(server.port)", "--no-tls",
        ])
        let url = try Self.url(of: running)
        _ = try await Self.text(url, until: "channels_client_state{state=\"connected\"} 1")
        _ = try await Self.text(url, until: "channels_client_subscribed_channels 1")
        for number in 100..<600 { server.send("e", on: "orders", data: #"{"n":\#(number)}"#) }
        let text = try await Self.text(
            url, until: "channels_client_events_total{channel=\"orders\"} 500")
        for line in [
            "channels_client_event_data_bytes_total{channel=\"orders\"} 4500",
            "channels_client_attempts_total 1", "channels_client_skipped_events_total 0",
            "channels_client_events_total{channel=\"(other)\"} 0",
        ] { #expect(text.contains("\n\(line)\n"), "\(line)") }
        #expect(text.hasSuffix("\n# EOF\n"))
        running.interrupt()
        #expect(running.waitForEnd() == 130)
    }

    @Test("a probe is published, arrives, and is not in the lines")
    func probe() async throws {
        let sandbox = try Running(["sandbox", "--listen", "0"])
        defer { sandbox.interrupt() }
        let greeting = try #require(sandbox.wait { $0.contains("new Pusher") })
        let port = String(try #require(greeting.firstMatch(of: /127\.0\.0\.1:(\d+)/)).1)
        let secret = try SecretFile("buoy-sandbox-secret\n")
        let tail = [
            "tail", "orders", "--key", "buoy-sandbox-key", "--host", "127.0.0.1", "--port", port,
            "--no-tls", "--publish-every", "1s",
        ]
        #expect(try Run(tail).errors.contains("--publish-every needs --metrics."))
        let served = tail + ["--metrics", "127.0.0.1:0"]
        let unknown = try Run(served)
        #expect(unknown.status == 2)
        #expect(unknown.errors.contains("needs the app's id and its secret"), "\(unknown.errors)")
        let running = try Running(served + ["--app-id", "1", "--secret-file", secret.path])
        let url = try Self.url(of: running)
        _ = try await Self.text(url, until: "channels_probe_success 1")
        #expect(!running.output.contains("buoy-check"), "\(running.output)")
        running.interrupt()
        #expect(running.waitForEnd() == 130)
    }

    @Test("a port that is taken ends with 1, and a wrong address with 2; both say why")
    func errors() async throws {
        let sandbox = try Running(["sandbox", "--listen", "0", "--metrics", "127.0.0.1:0"])
        let url = try Self.url(of: sandbox)
        let text = try await Self.text(url, until: "channels_sandbox_connections{app=\"1\"} 0")
        #expect(text.contains("\nprocess_start_time_seconds "))
        let place = try #require(url.firstMatch(of: /127\.0\.0\.1:\d+/)).0
        for command in [["tail", "--sandbox", "a"], ["--sandbox"], ["sandbox", "--listen", "0"]] {
            let taken = try Run(command + ["--metrics", String(place)])
            #expect(taken.status == 1)
            #expect(taken.errors.contains("Metrics cannot be served"), "\(taken.errors)")
            #expect(taken.errors.contains(place))
        }
        let folder = try TestFolder()
        let recorded = try Run(
            [
                "tail", "--sandbox", "a", "--metrics", String(place), "--record",
                folder.file("a.jsonl"),
            ])
        #expect(recorded.status == 1)
        #expect(folder.names.isEmpty)
        let wrong = try Run(["tail", "--sandbox", "a", "--metrics", "9464"])
        #expect(wrong.status == 2)
        #expect(wrong.errors.contains("--metrics must be ADDRESS:PORT, such as 127.0.0.1:9464."))
        sandbox.interrupt()
        #expect(sandbox.waitForEnd() == 130)
    }

    @Test("the dashboard says in its log where metrics are served")
    func dashboard() throws {
        let terminal = try PseudoTerminal(
            BuiltProgram.path, ["--metrics", "127.0.0.1:0"], columns: 120, rows: 40)
        #expect(terminal.shows("CONNECTED"))
        terminal.type("6z")
        #expect(terminal.shows("serving metrics at http://127.0.0.1:"))
        terminal.type("Q")
        #expect(terminal.end() == 0)
    }
}
