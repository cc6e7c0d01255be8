import BuoyTestBasics
import BuoyTestSupport
import Foundation
import Testing

/// The fourth of the twelve things: it starts with an unknown TERM, without a UTF-8 locale, with
/// few colours or none, and in a pipe.
@Suite("Twelve things, 4: odd terminals", .inTurn)
struct OddTerminalTests {
    @Test(
        "draws a screen for every terminal that can place its cursor",
        arguments: [
            "no-such-terminal-256color", "xterm-kitty", "xterm-mono", "vt100", "linux", "screen",
            "tmux-256color", "ansi",
        ])
    func types(type: String) throws {
        let terminal = try PseudoTerminal(BuiltProgram.path, environment: ["TERM": type])
        let before = terminal.settings
        #expect(terminal.writes("CONNECTED"), "\(terminal.screen.text)")
        #expect(terminal.writes("presence-lobby"))
        terminal.type("Q")
        #expect(terminal.end() == 0)
        #expect(terminal.settings == before)
        var rules = OutputRules()
        rules.allowsColor = !["vt100", "xterm-mono"].contains(type)
        let findings = rules.findings(in: terminal.output)
        #expect(findings.filter { !Self.isOwn($0, of: type) } == [])
        #expect(
            ControlFunctions(terminal.output).modes
                .isDisjoint(with: ["?1000", "?1002", "?1004", "?1006", "?1049", "?2004", "?2026"]))
    }

    /// What the description of a type has for itself.
    private static func isOwn(_ finding: String, of type: String) -> Bool {
        switch type {
        case "linux": ["CSI ?1c", "CSI ?0c", "ESC ]R"].contains(finding)
        case "screen", "tmux-256color": ["CSI 34h", "CSI 34l", "CSI 34;25h"].contains(finding)
        case "ansi":
            ["CSI 10m", "CSI 11m", "CSI 12m"].contains(finding) || finding.hasPrefix("CSI ")
        case "xterm-mono": ["CSI ?47h", "CSI ?47l"].contains(finding)
        default: false
        }
    }

    @Test(
        "a terminal that can only print gets lines without a single control function",
        arguments: ["dumb", "", "unknown"])
    func printers(type: String) throws {
        let terminal = try PseudoTerminal(
            BuiltProgram.path, columns: 120, rows: 40, environment: ["TERM": type])
        let before = terminal.settings
        // A terminal gets sentences, and what is no terminal lines for other programs.
        #expect(
            terminal.wait { terminal in
                let text = String(decoding: terminal.output, as: UTF8.self)
                return text.contains("Connected to") || text.contains("-> connected")
            },
            "\(terminal.screen.text)")
        terminal.type("\u{3}")
        #expect(terminal.end() == 130)
        #expect(terminal.settings == before)
        #expect(!terminal.output.contains(0x1B))
        expectRulesKept(terminal)
    }

    @Test(
        "draws ASCII where the locale has no other characters",
        arguments: [["LC_ALL": "C"], ["LC_ALL": "", "LANG": "C"], ["LC_ALL": "POSIX"]])
    func asciiLocales(environment: [String: String]) throws {
        let terminal = try PseudoTerminal(BuiltProgram.path, environment: environment)
        #expect(terminal.shows("o CONNECTED"), "\(terminal.screen.text)")
        #expect(terminal.shows("presence-lobby"))
        terminal.type("Q")
        #expect(terminal.end() == 0)
        #expect(terminal.output.allSatisfy { $0 < 0x80 })
        expectRulesKept(terminal)
    }

    @Test("draws all its characters where the name of the locale promises UTF-8")
    func missingLocale() throws {
        let terminal = try PseudoTerminal(
            BuiltProgram.path, environment: ["LC_ALL": "", "LANG": "en_US.UTF-8"])
        #expect(terminal.shows("● CONNECTED"), "\(terminal.screen.text)")
        terminal.type("Q")
        #expect(terminal.end() == 0)
        expectRulesKept(terminal)
    }

    @Test(
        "a pipe or a file instead of the terminal gets lines",
        arguments: ["| cat", ">\"$XDG_CACHE_HOME/lines\"", "</dev/null"])
    func redirected(redirection: String) throws {
        let terminal = try PseudoTerminal(
            BuiltProgram.path, ["--sandbox"], columns: 120, rows: 40, redirection: redirection)
        let before = terminal.settings
        #expect(
            terminal.wait { terminal in
                let inFile = terminal.files.first { $0.lastPathComponent == "lines" }
                    .flatMap { try? String(contentsOf: $0, encoding: .utf8) }
                let text = inFile ?? String(decoding: terminal.output, as: UTF8.self)
                return (text.contains("-> connected") || text.contains("Connected to"))
                    && !text.contains("\u{1B}")
            }, "\(terminal.screen.text)")
        // The key reaches all that runs there, the shell too.
        terminal.type("\u{3}")
        #expect(terminal.end() == 130)
        #expect(terminal.settings == before)
        #expect(!terminal.output.contains(0x1B))
    }
}
