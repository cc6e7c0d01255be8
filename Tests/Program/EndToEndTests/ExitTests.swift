import BuoyTestBasics
import BuoyTestSupport
import Foundation
import Glibc
import Testing

/// The first of the twelve things: the terminal is usable again after every exit, and what went
/// wrong can be read.
@Suite("Twelve things, 1: exits", .inTurn)
struct ExitTests {
    enum Way: CaseIterable, CustomTestStringConvertible {
        case quit, quitAtOnce, controlC, commandLine

        var keys: String {
            switch self {
            case .quit: "q"
            case .quitAtOnce: "Q"
            case .controlC: "\u{3}"
            case .commandLine: ":quit\r"
            }
        }

        var testDescription: String { "\(self)" }
    }

    @Test("keys that quit give the terminal back, and say nothing", arguments: Way.allCases)
    func keys(way: Way) throws {
        let terminal = try PseudoTerminal(BuiltProgram.path)
        let before = terminal.settings
        #expect(terminal.shows("CONNECTED"), "\(terminal.screen.text)")
        #expect(terminal.settings != before)
        terminal.type(way.keys)
        #expect(terminal.end() == 0)
        #expect(terminal.settings == before)
        expectRulesKept(terminal)
    }

    @Test(
        "the same from within a prompt, the help and the inspector",
        arguments: ["s", "?", "3\r"] as [HostileString])
    func overlays(opening: HostileString) throws {
        let terminal = try PseudoTerminal(BuiltProgram.path, columns: 120, rows: 40)
        let before = terminal.settings
        #expect(terminal.shows("order.created"), "\(terminal.screen.text)")
        terminal.type(opening.text)
        terminal.settle()
        terminal.type("\u{3}")
        terminal.settle()
        terminal.type("\u{3}")
        #expect(terminal.end() == 0)
        #expect(terminal.settings == before)
        expectRulesKept(terminal)
    }

    @Test(
        "signals that ask give it back",
        arguments: [
            SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGUSR1, SIGALRM, SIGSTKFLT, SIGXCPU, SIGVTALRM,
            SIGPROF, SIGIO, SIGPWR, SIGSYS,
        ])
    func signals(signal: Int32) throws {
        let terminal = try PseudoTerminal(BuiltProgram.path)
        let before = terminal.settings
        #expect(terminal.shows("CONNECTED"))
        terminal.send(signal: signal)
        #expect(terminal.end() == 128 + signal)
        #expect(terminal.settings == before)
        expectRulesKept(terminal)
    }

    @Test("a signal with the first byte finds a terminal that is given back too")
    func firstByte() throws {
        // From that byte on, the terminal is taken, and more bytes follow within a millisecond.
        for _ in 0..<40 {
            let terminal = try PseudoTerminal(BuiltProgram.path)
            let before = terminal.settings
            #expect(terminal.sendAtFirstOutput(signal: SIGQUIT))
            Self.expectGivenBack(terminal, before)
        }
    }

    @Test("a signal in the first moments finds a terminal that is given back too")
    func firstMoments() throws {
        for count in [20, 50, 60, 100, 140, 200, 400, 1000, 2000] {
            let terminal = try PseudoTerminal(BuiltProgram.path)
            let before = terminal.settings
            #expect(terminal.wait { $0.output.count >= count }, "\(count)")
            terminal.send(signal: SIGQUIT)
            Self.expectGivenBack(terminal, before)
        }
    }

    @Test("a signal before the first output ends the program, and nothing is asked")
    func beforeOutput() throws {
        for delay in stride(from: 0, to: 120, by: 8) {
            let terminal = try PseudoTerminal(
                BuiltProgram.path, environment: ["SWIFT_BACKTRACE": ""])
            let before = terminal.settings
            usleep(UInt32(delay * 1_000))
            terminal.send(signal: SIGQUIT)
            #expect(terminal.end(seconds: 10) == 128 + SIGQUIT, "after \(delay) ms")
            #expect(terminal.settings == before, "after \(delay) ms")
            #expect(!String(decoding: terminal.output, as: UTF8.self).contains("Press space"))
        }
    }

    /// Expects that SIGQUIT ends the program, and that the terminal is as it was before.
    private static func expectGivenBack(_ terminal: PseudoTerminal, _ settings: [UInt32]) {
        #expect(terminal.end() == 128 + SIGQUIT)
        #expect(terminal.settings == settings)
        let last = String(decoding: terminal.output.suffix(400), as: UTF8.self)
        #expect(
            ControlFunctions(terminal.output).modes == ["?25", "?7"], "\(last.debugDescription)")
    }

    @Test(
        "Swift's own backtrace does not hold the shell", arguments: [SIGSEGV, SIGILL])
    func withoutBacktrace(signal: Int32) throws {
        let terminal = try PseudoTerminal(
            BuiltProgram.path, columns: 120, environment: ["SWIFT_BACKTRACE": ""])
        let before = terminal.settings
        #expect(terminal.shows("CONNECTED"))
        terminal.send(signal: signal)
        #expect(terminal.end(seconds: 4) == 128 + signal)
        #expect(terminal.settings == before)
        let last = Self.afterTheScreen(terminal)
        #expect(last.contains("crashed (SIG"), "\(last)")
        #expect(!last.contains("Backtrace"), "\(last)")
    }

    @Test("a second signal does not wait", arguments: [SIGTERM, SIGINT])
    func impatience(signal: Int32) throws {
        let terminal = try PseudoTerminal(BuiltProgram.path)
        let before = terminal.settings
        #expect(terminal.shows("CONNECTED"))
        terminal.send(signal: signal)
        terminal.send(signal: signal)
        #expect(terminal.end() == 128 + signal)
        #expect(terminal.settings == before)
        expectRulesKept(terminal)
    }

    @Test(
        "a crash gives it back, and tells on the shell's screen what happened",
        arguments: [SIGSEGV, SIGABRT, SIGILL, SIGTRAP, SIGBUS, SIGFPE])
    func crashes(signal: Int32) throws {
        let terminal = try PseudoTerminal(BuiltProgram.path, columns: 120)
        let before = terminal.settings
        #expect(terminal.shows("CONNECTED"))
        terminal.send(signal: signal)
        #expect(terminal.end() == 128 + signal)
        #expect(terminal.settings == before)
        expectRulesKept(terminal)
        let last = Self.afterTheScreen(terminal)
        #expect(last.contains("crashed (SIG"), "\(last)")
    }

    @Test("a crash leaves a report that only the user can read, and that holds no secret")
    func crashReport() throws {
        let server = try PlayedServer()
        let secret = "7ad3773142a6692b25b8"
        let terminal = try PseudoTerminal.watching(
            server, ["--subscribe", "private-a"], columns: 200,
            environment: ["BUOY_SECRET": secret])
        #expect(terminal.shows("CONNECTED"), "\(terminal.screen.text)")
        terminal.send(signal: SIGSEGV)
        #expect(terminal.end() == 128 + SIGSEGV)
        let report = try #require(
            terminal.files.first { $0.lastPathComponent.hasPrefix("crash-") }, "\(terminal.files)")
        let attributes = try FileManager.default.attributesOfItem(
            atPath: report.path(percentEncoded: false))
        #expect((attributes[.posixPermissions] as? Int) == 0o600)
        let text = try String(contentsOf: report, encoding: .utf8)
        #expect(text.contains("SIGSEGV"))
        #expect(!text.contains(secret))
        #expect(Self.afterTheScreen(terminal).contains(report.lastPathComponent))
    }

    @Test("with --ascii the line that names the report is ASCII, whatever the folder is called")
    func crashInASCII() throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "buoy-größe-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let terminal = try PseudoTerminal(
            BuiltProgram.path, ["--ascii"], columns: 200,
            environment: ["XDG_STATE_HOME": folder.path(percentEncoded: false)])
        #expect(terminal.shows("CONNECTED"), "\(terminal.screen.text)")
        terminal.send(signal: SIGSEGV)
        #expect(terminal.end() == 128 + SIGSEGV)
        let last = Self.afterTheScreen(terminal)
        #expect(last.contains("A crash report without secrets was written to"), "\(last)")
        #expect(last.utf8.allSatisfy { $0 < 0x80 }, "\(last)")
    }

    @Test("what it cannot start with is told on an untouched screen, and is 2")
    func startErrors() throws {
        let terminal = try PseudoTerminal(
            BuiltProgram.path, ["--theme", "no-\u{1B}]0;x\u{7}such"], columns: 120)
        let before = terminal.settings
        #expect(terminal.end() == 2)
        #expect(terminal.settings == before)
        let output = ControlFunctions(terminal.output)
        #expect(!output.pieces.contains { if case .csi = $0 { true } else { false } })
        expectRulesKept(terminal)
        #expect(terminal.screen.text.contains("theme"), "\(terminal.screen.text)")
    }

    /// What was written once the screen was the shell's again.
    static func afterTheScreen(_ terminal: PseudoTerminal) -> String {
        let output = String(decoding: terminal.output, as: UTF8.self)
        guard let end = output.range(of: "\u{1B}[?1049l", options: .backwards) else { return "" }
        return String(output[end.upperBound...])
    }
}
