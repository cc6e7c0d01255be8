import Foundation
import TestSupport
import Testing

/// The seventh of the twelve things: a stalled terminal never delays the client, and nothing is
/// drawn that did not change.
@Suite("Twelve things, 7: slow and silent terminals", .serialized)
struct StalledTerminalTests {
    @Test("a terminal that takes nothing does not hold up pings, and gets the newest frame later")
    func stalled() throws {
        let server = try PlayedServer()
        let terminal = try PseudoTerminal.watching(
            server,
            ["--subscribe", "news", "--activity-timeout", "1", "--pong-timeout", "1"])
        #expect(terminal.shows("news"), "\(terminal.screen.text)")
        #expect(terminal.wait { _ in server.received.contains { $0.contains("subscribe") } })
        // Nobody reads the terminal from here on.
        let padding = String(repeating: "x", count: 60)
        for number in 1...3000 {
            server.send("tick", on: "news", data: "number \(number) \(padding)")
            usleep(1000)
        }
        // Silence, in which the client has to ask whether the server is there.
        let end = Date().addingTimeInterval(8)
        let pings = { server.received.count { $0.contains("pusher:ping") } }
        let before = pings()
        while pings() < before + 2, Date() < end { usleep(10_000) }
        #expect(pings() >= before + 2)
        #expect(server.connectionCount == 1)
        let mark = terminal.output.count
        #expect(terminal.shows("number 3000"), "\(terminal.screen.text)")
        terminal.settle()
        #expect(terminal.screen.text.contains("3000"))
        // What the terminal had waiting, and a few frames: not those of three seconds.
        #expect(terminal.output.count - mark < 100_000)
        terminal.type("q")
        #expect(terminal.end() == 0)
        expectRulesKept(terminal)
    }

    @Test("while nothing happens, only clocks are written")
    func silence() throws {
        let server = try PlayedServer()
        let terminal = try PseudoTerminal.watching(server, ["--subscribe", "news"])
        #expect(terminal.shows("news"), "\(terminal.screen.text)")
        terminal.read(seconds: 1.5)
        let bursts = terminal.bursts(seconds: 3)
        #expect(bursts.count <= 5, "\(bursts)")
        // The strip of time moves on every other second.
        #expect(bursts.sorted().dropLast(2).allSatisfy { $0 <= 100 }, "\(bursts)")
        #expect(bursts.reduce(0, +) <= 600, "\(bursts)")
        terminal.type("q")
        #expect(terminal.end() == 0)
    }
}
