import BuoyTestBasics
import BuoyTestSupport
import Foundation
import Glibc
import Testing

/// The seventh of the twelve things: a stalled terminal never delays the client, and nothing is
/// drawn that did not change.
@Suite("Twelve things, 7: slow and silent terminals", .inTurn)
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
        let pings = { server.received.count { $0.contains("pusher:ping") } }
        let before = pings()
        #expect(waitUntil { pings() >= before + 2 })
        #expect(server.connectionCount == 1)
        let mark = terminal.output.count
        #expect(terminal.shows("number 3000"), "\(terminal.screen.text)")
        terminal.settle()
        #expect(terminal.screen.text.contains("3000"))
        // What the terminal had waiting, and a few frames: not those of three seconds.
        #expect(terminal.output.count - mark < 100_000)
        terminal.type("Q")
        #expect(terminal.end() == 0)
        expectRulesKept(terminal)
    }

    /// What asks the program to end.
    enum Request: CaseIterable, CustomTestStringConvertible {
        case terminate, interrupt, hangUp, key

        var status: Int32 {
            switch self {
            case .terminate: 128 + SIGTERM
            case .interrupt: 128 + SIGINT
            case .hangUp: 128 + SIGHUP
            case .key: 0
            }
        }

        func send(to terminal: PseudoTerminal) {
            switch self {
            case .terminate, .interrupt, .hangUp: terminal.send(signal: self.status - 128)
            case .key: terminal.typeUnread("Q")
            }
        }

        var testDescription: String { "\(self)" }
    }

    @Test(
        "one signal or Q ends it while the terminal takes nothing, and the terminal is restored",
        arguments: Request.allCases, ["\u{C}", "z", "y"] as [HostileString])
    func endsUnread(request: Request, key: HostileString) throws {
        let terminal = try PseudoTerminal(BuiltProgram.path, columns: 200, rows: 60)
        let before = terminal.settings
        #expect(terminal.shows("CONNECTED"), "\(terminal.screen.text)")
        Self.fill(terminal, key.text)
        request.send(to: terminal)
        #expect(terminal.endUnread() == request.status)
        #expect(terminal.settings == before)
        #expect(ControlFunctions(terminal.output).modes == ["?25", "?7"])
    }

    @Test("a terminal that took nothing while much was drawn shows the newest frame whole")
    func repainted() throws {
        let terminal = try PseudoTerminal(BuiltProgram.path, columns: 200, rows: 60)
        #expect(terminal.shows("CONNECTED"), "\(terminal.screen.text)")
        Self.fill(terminal, "\u{C}")
        terminal.typeUnread("?")
        #expect(terminal.shows("? all "), "\(terminal.screen.text)")
        #expect(terminal.shows("CONNECTED"), "\(terminal.screen.text)")
        terminal.settle()
        let shown = terminal.screen.text
        terminal.type("\u{C}")
        terminal.settle()
        #expect(terminal.screen.text.contains("? all "))
        #expect(shown.count == terminal.screen.text.count)
        terminal.press(.escape)
        #expect(terminal.wait { !$0.screen.text.contains("? all ") })
        terminal.type("Q")
        #expect(terminal.end() == 0)
        expectRulesKept(terminal)
    }

    @Test("Ctrl-Z and SIGTERM are answered while the terminal takes nothing")
    func stopsUnread() throws {
        let server = try PlayedServer()
        let terminal = try PseudoTerminal.watching(
            server, ["--subscribe", "news"], columns: 200, rows: 60)
        #expect(terminal.wait { _ in server.received.contains { $0.contains("subscribe") } })
        Self.fill(terminal, "\u{C}")
        terminal.send(signal: SIGTSTP)
        // Of two signals that wait, the system would deliver the other one first.
        #expect(waitUntil { !TerminalProcess.isPending(SIGTSTP, of: terminal.process) })
        terminal.send(signal: SIGTERM)
        #expect(terminal.endUnread() == 128 + SIGTERM)
        #expect(ControlFunctions(terminal.output).modes == ["?25", "?7"])
    }

    /// Presses a key that draws, until the terminal has certainly more than it takes.
    private static func fill(_ terminal: PseudoTerminal, _ key: String) {
        for _ in 0..<8 {
            terminal.typeUnread(key)
            usleep(60_000)
        }
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
        terminal.type("Q")
        #expect(terminal.end() == 0)
    }
}
