import BuoyTestBasics
import BuoyTestSupport
import Glibc
import Testing

/// The third of the twelve things: Ctrl-Z and fg work, what was switched on comes back, and the
/// pause can be seen.
@Suite("Twelve things, 3: Ctrl-Z and fg", .inTurn)
struct SuspendTests {
    private static func shell() throws -> PseudoTerminal {
        try PseudoTerminal(
            "/bin/bash", ["--norc", "--noprofile", "-i"], columns: 100, rows: 30,
            environment: ["PS1": "ready> "])
    }

    @Test("Ctrl-Z gives the shell its terminal, and fg takes it again")
    func controlZ() throws {
        let terminal = try Self.shell()
        #expect(terminal.shows("ready>"), "\(terminal.screen.text)")
        terminal.type("stty -a | md5sum; \(BuiltProgram.path)\r")
        #expect(terminal.shows("CONNECTED"), "\(terminal.screen.text)")
        let program = try #require(terminal.program)
        for _ in 0..<2 {
            var mark = terminal.output.count
            terminal.type("\u{1A}")
            #expect(terminal.writes("Stopped", after: mark), "\(terminal.screen.text)")
            #expect(TerminalProcess.state(of: program) == "T")
            #expect(terminal.screen.modes.isDisjoint(with: ["?1049", "?1004", "?1000", "?2026"]))
            terminal.settle()
            mark = terminal.output.count
            terminal.type("stty -a | md5sum; fg\r")
            #expect(terminal.writes("\u{1B}[?2004h", after: mark))
            #expect(terminal.wait { $0.screen.modes.contains("?1049") })
            #expect(terminal.shows("CONNECTED"), "\(terminal.screen.text)")
        }
        terminal.type("Q")
        #expect(terminal.wait { !$0.screen.modes.contains("?1049") })
        terminal.type("stty -a | md5sum; exit\r")
        #expect(terminal.end() == 0)
        let sums = String(decoding: terminal.output, as: UTF8.self)
            .matches(of: /[0-9a-f]{32}/).map { String($0.output) }
        // The shell's settings at the start, in both pauses, and in the end.
        #expect(sums.count == 4)
        #expect(Set(sums).count == 1, "\(sums)")
    }

    /// A shell with the program as its job, stopped by Ctrl-Z.
    private static func stopped() throws -> (terminal: PseudoTerminal, program: pid_t) {
        let terminal = try Self.shell()
        #expect(terminal.shows("ready>"), "\(terminal.screen.text)")
        terminal.type("\(BuiltProgram.path)\r")
        #expect(terminal.shows("CONNECTED"), "\(terminal.screen.text)")
        let program = try #require(terminal.program)
        terminal.type("\u{1A}")
        #expect(terminal.shows("Stopped"), "\(terminal.screen.text)")
        return (terminal, program)
    }

    @Test("in the background it stops again and draws nothing, and fg brings everything back")
    func background() throws {
        let (terminal, program) = try Self.stopped()
        terminal.settle()
        for _ in 0..<2 {
            let mark = terminal.output.count
            terminal.type("bg; sleep 0.3; jobs; echo it is so\r")
            #expect(terminal.writes("\nit is so", after: mark), "\(terminal.screen.text)")
            let jobs = String(decoding: terminal.output[mark...], as: UTF8.self)
            #expect(jobs.contains("Stopped"), "\(jobs)")
            #expect(terminal.wait { _ in TerminalProcess.state(of: program) == "T" })
            terminal.settle()
            #expect(terminal.output.count - mark < 400)
            #expect(!terminal.screen.modes.contains("?1049"))
        }
        terminal.type("fg\r")
        #expect(terminal.wait { $0.screen.modes.contains("?1049") })
        #expect(terminal.shows("CONNECTED"), "\(terminal.screen.text)")
        terminal.type("?")
        #expect(terminal.shows("? all "), "\(terminal.screen.text)")
        terminal.press(.escape)
        #expect(terminal.wait { !$0.screen.text.contains("? all ") })
        terminal.type("Q")
        #expect(terminal.wait { !$0.screen.modes.contains("?1049") })
        terminal.type("exit\r")
        #expect(terminal.end() == 0)
    }

    @Test("a job in the background can be told to end")
    func endsInBackground() throws {
        let (terminal, program) = try Self.stopped()
        terminal.type("bg\r")
        #expect(terminal.wait { _ in TerminalProcess.state(of: program) == "T" })
        // `wait` returns while the job still counts as stopped, and `exit` then refuses.
        terminal.type("p=$(jobs -p); kill %1; while kill -0 $p; do sleep 0.1; done; ")
        terminal.type("echo all gone\r")
        #expect(terminal.writes("\nall gone"), "\(terminal.screen.text)")
        #expect(!terminal.screen.modes.contains("?1049"))
        terminal.type("exit\r")
        #expect(terminal.end() != nil)
    }

    /// That a pause is reported is decided on the manual clock, by `ReachabilityTests`.
    @Test("stopping by signal is the same")
    func signals() throws {
        let terminal = try Self.shell()
        #expect(terminal.shows("ready>"))
        terminal.type("\(BuiltProgram.path)\r")
        #expect(terminal.shows("CONNECTED"), "\(terminal.screen.text)")
        let program = try #require(terminal.program)
        kill(program, SIGTSTP)
        #expect(terminal.shows("Stopped"), "\(terminal.screen.text)")
        terminal.type("fg\r")
        #expect(terminal.shows("CONNECTED"), "\(terminal.screen.text)")
        terminal.type("Q")
        #expect(terminal.wait { !$0.screen.modes.contains("?1049") })
        terminal.type("exit\r")
        #expect(terminal.end() == 0)
    }

    @Test("a signal that stops is not lost while a frame is written")
    func stopsDuringFrames() throws {
        let server = try PlayedServer()
        let terminal = try PseudoTerminal.watching(
            server, ["--subscribe", "news"], columns: 200, rows: 60)
        #expect(terminal.wait { _ in server.received.contains { $0.contains("subscribe") } })
        for number in 1...30 {
            for event in 1...20 { server.send("tick \(event)", on: "news", data: "\(number)") }
            #expect(terminal.wait { $0.screen.text.contains("tick 20") })
            let mark = terminal.output.count
            server.send("tick", on: "news", data: "\(number)")
            // Anywhere in the time in which a frame is drawn.
            usleep(UInt32(number) * 300)
            terminal.send(signal: SIGTSTP)
            // Nobody continues a process that has no shell, so it does not stop: but it leaves the
            // screen for that, and comes back.
            #expect(terminal.writes("\u{1B}[?1049l", after: mark), "\(number)")
            #expect(terminal.wait { $0.screen.modes.contains("?1049") })
        }
        terminal.type("Q")
        #expect(terminal.end() == 0)
        expectRulesKept(terminal)
    }

    @Test("SIGSTOP, of which no program is told, is followed by a whole screen")
    func stopWithoutWarning() throws {
        let terminal = try PseudoTerminal(BuiltProgram.path)
        #expect(terminal.shows("CONNECTED"))
        terminal.send(signal: SIGSTOP)
        #expect(terminal.wait { TerminalProcess.state(of: $0.process) == "T" })
        terminal.settle()
        let mark = terminal.output.count
        terminal.send(signal: SIGCONT)
        #expect(terminal.writes("CONNECTED", after: mark))
        #expect(terminal.writes("\u{1B}[?2004h", after: mark))
        terminal.type("Q")
        #expect(terminal.end() == 0)
        expectRulesKept(terminal)
    }
}
