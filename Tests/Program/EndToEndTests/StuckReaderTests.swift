import BuoyTestBasics
import BuoyTestSupport
import Foundation
import Glibc
import Testing

/// Programs whose output nobody reads, such as `buoy tail | less`.
@Suite("A reader that does not read", .inTurn)
struct StuckReaderTests {
    private func running(_ arguments: [String], _ servers: [PlayedServer]) throws -> Running {
        let running = try Running(arguments, isRead: false)
        try #require(
            waitUntil {
                servers.allSatisfy { server in server.received.contains { $0.contains("subscribe") }
                }
            },
            "\(running.errors)")
        // More than a pipe holds.
        let data = String(repeating: "x", count: 2000)
        for server in servers { for _ in 0..<100 { server.send("paid", on: "orders", data: data) } }
        return running
    }

    private func options(_ server: PlayedServer) -> [String] {
        ["--key", "k", "--host", "127.0.0.1", "--port", "\(server.port)", "--no-tls", "--no-proxy"]
    }

    @Test(
        "a time limit and a number of lines end it, and it says what was not taken",
        arguments: [["--for", "2s"], ["--count", "60"], ["--count", "60", "--json"]])
    func ends(words: [String]) throws {
        let server = try PlayedServer()
        defer { server.stop() }
        let running = try self.running(["tail", "orders"] + self.options(server) + words, [server])
        #expect(running.waitForEnd() == 1)
        let lost = running.errors.firstMatch(of: /buoy: The reader did not take (\d+) lines\.\n/)
        let count = try #require(lost.flatMap { Int($0.1) }, "\(running.errors)")
        // 64 KiB of lines are in the pipe.
        #expect((20...110).contains(count), "\(running.errors)")
    }

    @Test("a signal ends it", arguments: [SIGTERM, SIGINT, SIGHUP])
    func signals(signal: Int32) throws {
        let server = try PlayedServer()
        defer { server.stop() }
        let running = try self.running(["tail", "orders"] + self.options(server), [server])
        running.send(signal)
        #expect(running.waitForEnd() == 128 + signal)
    }

    @Test("a signal ends a comparison that cannot say its result")
    func comparison() throws {
        let folder = try TestFolder()
        let servers = [try PlayedServer(), try PlayedServer()]
        defer { for server in servers { server.stop() } }
        let path = try PlayedServer.configuration(of: servers, in: folder)
        let running = try self.running(
            [
                "compare", "one", "two", "orders", "--window", "100ms", "--for", "1h", "--config",
                path,
            ],
            servers)
        // What only one delivers is printed, until the pipe is full.
        let data = String(repeating: "y", count: 2000)
        for number in 0..<100 { servers[0].send("paid", on: "orders", data: "\(number)\(data)") }
        Thread.sleep(forTimeInterval: 0.5)
        running.send(SIGTERM)
        let status = running.waitForEnd()
        #expect([7, 128 + SIGTERM].contains(status), "\(status) \(running.errors)")
    }
}
