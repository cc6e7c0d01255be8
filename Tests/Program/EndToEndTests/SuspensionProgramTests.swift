import BuoyTestBasics
import ChannelsEventWords
import Foundation
import Glibc
import Testing

/// The program is stopped as by the lid of a laptop, and what it says on waking is true.
@Suite(.inTurn)
struct SuspensionProgramTests {
    private static func tail(_ server: PlayedServer) throws -> Running {
        let running = try Running([
            "tail", "orders", "--json", "--verbose", "--key", "k", "--host", "127.0.0.1",
            "--port", "\(server.port)", "--no-tls",
        ])
        try #require(running.wait { $0.contains(#""state":"subscribed""#) } != nil)
        return running
    }

    /// Stops the program when it has printed an event, and sends another one that nobody reads.
    /// - Returns: when it was stopped, and when the second event was sent.
    private static func stop(
        _ running: Running, _ server: PlayedServer
    ) throws -> (stopped: Date, sent: Date) {
        server.send("first", on: "orders", data: "{}")
        try #require(running.wait { $0.contains(#""first""#) } != nil)
        running.send(SIGSTOP)
        try #require(waitUntil { running.isStopped })
        let stopped = Date()
        Self.wait(until: stopped.addingTimeInterval(1.5))
        let sent = Date()
        server.send("second", on: "orders", data: "{}")
        return (stopped, sent)
    }

    /// Lets the time pass that a test is about.
    private static func wait(until end: Date) { while Date() < end { usleep(20_000) } }

    /// The first line of a kind.
    private static func line(_ kind: String, _ output: String) throws -> [String: Any] {
        let line = try #require(
            output.split(separator: "\n").first { $0.contains(#""kind":"\#(kind)""#) }, "\(output)")
        return try #require(
            try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }

    private static func date(_ value: Any?) throws -> Date {
        let time = (value as? [String: Any])?["time"] as? String
        let wall = try #require(time.flatMap { UTCTime.microseconds(of: $0) })
        return Date(timeIntervalSince1970: Double(wall) / 1_000_000)
    }

    @Test("the gap begins with the last byte that the machine received while the program stood")
    func lost() throws {
        let server = try PlayedServer()
        defer { server.stop() }
        let running = try Self.tail(server)
        let (stopped, sent) = try Self.stop(running, server)
        Self.wait(until: sent.addingTimeInterval(1))
        server.loseConnections()
        Self.wait(until: stopped.addingTimeInterval(5))
        running.send(SIGCONT)
        let woke = Date()
        let output = try #require(
            running.wait(seconds: 20) { $0.contains(#""kind":"gap""#) }, "\(running.output)")
        #expect(output.contains(#""second""#))
        let asleep = try #require(try Self.line("suspended", output)["duration_ms"] as? Double)
        let length = woke.timeIntervalSince(stopped) * 1000
        // At most a beat longer than it was, and what a busy machine takes.
        #expect(asleep >= length - 50 && asleep <= length + 3000, "\(asleep), \(length)")
        let gap = try Self.line("gap", output)
        #expect(gap["suspended_ms"] as? Double == asleep)
        // The kernel counts in ticks of a few milliseconds.
        let start = try Self.date(gap["last_received"])
        #expect(abs(start.timeIntervalSince(sent)) < 0.5, "\(start), \(sent)")
        #expect(try Self.date(gap["noticed"]) >= woke.addingTimeInterval(-0.1))
        running.interrupt()
        #expect(running.waitForEnd() == 130)
    }

    @Test("without a loss, the suspension is told and no gap")
    func kept() throws {
        let server = try PlayedServer()
        defer { server.stop() }
        let running = try Self.tail(server)
        let (stopped, _) = try Self.stop(running, server)
        Self.wait(until: stopped.addingTimeInterval(4))
        running.send(SIGCONT)
        #expect(waitUntil { server.received.contains { $0.contains("pusher:ping") } })
        server.send("third", on: "orders", data: "{}")
        let output = try #require(running.wait { $0.contains(#""third""#) }, "\(running.output)")
        #expect(output.contains(#""kind":"suspended""#))
        #expect(output.contains(#""second""#))
        #expect(!output.contains(#""kind":"gap""#))
        running.interrupt()
        #expect(running.waitForEnd() == 130)
    }
}
