import BuoyTestBasics
import BuoyTestSupport
import Foundation
import Testing

/// `buoy tail`, `buoy once` and `buoy check` in pipes: what they print, and their exit codes.
@Suite(.inTurn)
struct LineCommandTests {
    private static func server(_ port: Int) -> [String] {
        ["--key", "k", "--host", "127.0.0.1", "--port", "\(port)", "--no-tls"]
    }

    /// A port on which nobody listens: that of a server that has ended.
    private static func deadPort() throws -> Int {
        try PlayedServer().port
    }

    // MARK: tail

    @Test("tail ends after so many lines; each is an object, and only the wanted ones are there")
    func tail() throws {
        let run = try Run([
            "tail", "--sandbox", "ticker-BTC", "--json", "--only", "events", "--filter",
            "data.price>0",
            "--count",
            "2",
        ])
        #expect(run.status == 0)
        let lines = run.output.split(separator: "\n")
        #expect(lines.count == 2)
        for line in lines {
            #expect(line.hasPrefix(#"{"v":1,"time":""#))
            #expect(line.contains(#""kind":"received","event":"price","channel":"ticker-BTC""#))
            #expect(try JSONSerialization.jsonObject(with: Data(line.utf8)) is [String: Any])
        }
        #expect(run.errors == "")
    }

    @Test("tail prints columns, ends in time, and says nothing of the end")
    func columns() throws {
        let run = try Run([
            "tail", "--sandbox", "ticker-BTC", "--fields", "channel,symbol,nothing", "--count", "1",
        ])
        #expect(run.status == 0)
        #expect(run.output == "ticker-BTC\tBTC\t-\n")
        let timed = try Run(["tail", "--sandbox", "ticker-BTC", "--for", "1s", "--verbose"])
        #expect(timed.status == 0)
        #expect(timed.output.contains(" ticker-BTC ~subscribed"))
        #expect(!timed.output.contains("disconnected"))
    }

    @Test("every event of a flood is printed once, in order")
    func flood() throws {
        let server = try PlayedServer()
        defer { server.stop() }
        let running = try Running(
            ["tail", "orders", "--only", "events", "--fields", "n"] + Self.server(server.port))
        try #require(waitUntil { server.received.contains { $0.contains("pusher:subscribe") } })
        let count = 20_000
        for number in 0..<count { server.send("e", on: "orders", data: #"{"n":\#(number)}"#) }
        let last = "\n\(count - 1)\n"
        let output = try #require(running.wait(seconds: 20) { $0.hasSuffix(last) })
        let numbers = output.split(separator: "\n").compactMap { Int($0) }
        #expect(numbers == Array(0..<count))
        running.interrupt()
        #expect(running.waitForEnd() == 130)
    }

    // MARK: once

    @Test("once prints the event that came and ends with 0")
    func once() throws {
        let run = try Run([
            "once", "--sandbox", "ticker-BTC", "ticker-ETH", "--event", "pri?e", "--filter",
            "symbol",
            "--timeout", "20s", "--data", "--ready",
        ])
        #expect(run.status == 0)
        #expect(run.output.hasPrefix(#"{"symbol":""#))
        #expect(run.output.split(separator: "\n").count == 1)
        #expect(run.errors == "buoy: ready\n")
    }

    @Test("once ends with 6 when the event did not come, and prints nothing")
    func onceTooLate() throws {
        let run = try Run([
            "once", "--sandbox", "ticker-BTC", "--event", "never", "--timeout", "1s",
        ])
        #expect(run.status == 6)
        #expect(run.output == "")
        #expect(run.errors == "buoy: The event did not come within 1s.\n")
    }

    @Test("once and tail end with 3, 4 and 5 as every command that prints lines")
    func refusals() throws {
        for command in ["once", "tail"] {
            let dead = try Run(
                [command, "a", "--unavailable-timeout", "1"] + Self.server(try Self.deadPort()))
            #expect(dead.status == 4)
            let closing = try PlayedServer()
            defer { closing.stop() }
            let refused = try Running([command, "a"] + Self.server(closing.port))
            try #require(
                waitUntil { closing.received.contains { $0.contains("pusher:subscribe") } })
            closing.close(code: 4001, reason: [])
            #expect(refused.waitForEnd() == 3)
            #expect(refused.errors.contains("4001"))
            var script = PlayedServer.Script()
            script.authorize = { _ in (403, Array("no".utf8)) }
            let server = try PlayedServer(script)
            defer { server.stop() }
            let denied = try Run(
                [command, "private-a", "--auth-endpoint", "http://127.0.0.1:\(server.port)/auth"]
                    + Self.server(server.port))
            #expect(denied.status == 5, "\(denied.errors)")
            #expect(denied.errors.contains("No channel could be subscribed to"))
        }
    }

    // MARK: check

    @Test("check finds that everything works, as a table, as JSON and as a probe")
    func check() throws {
        let table = try Run(["check", "--sandbox", "ticker-BTC", "private-orders"])
        #expect(table.status == 0)
        for row in ["dns", "tcp", "websocket", "protocol", "round trip", "private-orders"] {
            #expect(table.output.contains("  ok    \(row)"), "\(row)")
        }
        #expect(table.output.contains("\nOK: everything works, round trip "))
        let json = try Run(["check", "--sandbox", "ticker-BTC", "--json"])
        #expect(json.status == 0)
        let object = try JSONSerialization.jsonObject(with: Data(json.output.utf8))
        #expect((object as? [String: Any])?["result"] as? String == "ok")
        let probe = try Run(["check", "--sandbox", "ticker-BTC", "--probe"])
        #expect(probe.status == 0)
        #expect(probe.output.hasPrefix("BUOY OK - everything works, round trip "))
        #expect(probe.output.split(separator: "\n").count == 1)
    }

    @Test(
        "check tells a refusal at once, though the server closes nothing",
        arguments: [4001, 4004, 4009])
    func checkRefused(code: Int) throws {
        var script = PlayedServer.Script()
        script.refusal = #"{"code":\#(code),"message":"Origin not allowed"}"#
        let server = try PlayedServer(script)
        defer { server.stop() }
        let clock = ContinuousClock()
        let start = clock.now
        let run = try Run(["check"] + Self.server(server.port))
        // Half a second, and as much for a close frame; the limit of the attempt is 10 s.
        #expect(clock.now - start < .seconds(6))
        #expect(run.status == 3)
        #expect(run.output.contains("refused with \(code)"), "\(run.output)")
        #expect(run.output.contains(#"(server: "Origin not allowed")"#), "\(run.output)")
    }

    @Test("a server that wants an origin gets it from the option or the variable, or names it")
    func origin() throws {
        var script = PlayedServer.Script()
        script.allowedOrigin = "https://shop.example"
        script.headers = "X-Powered-By: Laravel Reverb\r\n"
        let server = try PlayedServer(script)
        defer { server.stop() }
        let without = try Run(["check"] + Self.server(server.port))
        #expect(without.status == 3)
        for words in ["--origin", "allowed_origins in config/reverb.php"] {
            #expect(without.output.contains(words), "\(without.output)")
        }
        let option = try Run(
            ["check", "--origin", "https://shop.example"] + Self.server(server.port))
        #expect(option.status == 0, "\(option.output)")
        #expect(option.output.contains(", server: Laravel Reverb\n"), "\(option.output)")
        let variable = try Run(
            ["check"] + Self.server(server.port),
            environment: ["BUOY_ORIGIN": "https://shop.example"])
        #expect(variable.status == 0, "\(variable.output)")
        let header = try Run(
            ["check", "--header", "Origin: https://shop.example"] + Self.server(server.port))
        #expect(header.status == 0, "\(header.output)")
    }

    @Test("check names a limit on messages that refuses subscriptions and its ping")
    func messageLimit() throws {
        var script = PlayedServer.Script()
        script.messageLimit = 2
        let server = try PlayedServer(script)
        defer { server.stop() }
        let run = try Run(["check", "a", "b", "c", "--timeout", "2s"] + Self.server(server.port))
        #expect(run.status == 6)
        #expect(run.output.contains("  ok    b "), "\(run.output)")
        #expect(run.output.contains("refused with 4301 within 2s."), "\(run.output)")
    }

    @Test("check says what does not work, and its exit code says it too")
    func checkFailures() throws {
        let port = try Self.deadPort()
        let dead = try Run(["check", "a"] + Self.server(port))
        #expect(dead.status == 4)
        #expect(dead.output.contains("  FAIL  tcp "))
        #expect(dead.output.contains("\n  -     a "))
        let probe = try Run(["check", "a", "--probe"] + Self.server(port))
        #expect(probe.status == 2)
        #expect(probe.output.hasPrefix("BUOY CRITICAL - tcp: "))

        var script = PlayedServer.Script()
        script.authorize = { _ in (403, Array("no".utf8)) }
        let server = try PlayedServer(script)
        defer { server.stop() }
        let denied = try Run(
            [
                "check", "private-a", "b", "--auth-endpoint",
                "http://127.0.0.1:\(server.port)/auth", "--timeout", "5s",
            ] + Self.server(server.port))
        #expect(denied.status == 5, "\(denied.output)")
        #expect(denied.output.contains("  FAIL  private-a "))
        #expect(denied.output.contains("  ok    b "))
    }

    @Test("a server that was never reached within the time limit is told, with the last failure")
    func neverReached() throws {
        for words in [["once", "orders", "--timeout", "1s"], ["tail", "orders", "--for", "1s"]] {
            let run = try Run(
                words + ["--key", "k", "--host", "127.0.0.1", "--port", "1", "--no-tls"])
            #expect(run.status == 4, "\(run.errors)")
            #expect(
                run.errors.contains(
                    "buoy: The server was not reached within the time limit. The last attempt: "),
                "\(run.errors)")
        }
    }

    @Test("after Ctrl-C, no line tells of the end")
    func interrupted() throws {
        let run = try Run(["tail", "--sandbox", "ticker-BTC"], until: { $0.contains("price") })
        #expect(run.status == 130)
        #expect(!run.output.contains("-> disconnected"), "\(run.output)")
        #expect(run.output.components(separatedBy: "waiting for a connection").count == 2)
    }

    @Test("an empty kind is told as a missing one")
    func emptyKind() throws {
        let run = try Run(["tail", "a", "--only", "events,"])
        #expect(run.status == 2)
        #expect(
            run.errors.contains("--only: a kind is missing next to a comma; choose from event,"),
            "\(run.errors)")
    }
}
