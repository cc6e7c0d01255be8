import BuoyTestBasics
import BuoyTestSupport
import Foundation
import Testing

/// Any colour where the terminal has it, and answers of a terminal that is asked.
@Suite("True colour", .inTurn)
struct TrueColorTests {
    /// The frost of the theme nord, which is used for the title of the focused pane.
    private static let direct = "\u{1B}[38;2;136;192;208m"
    private static let question = "\u{1B}P+q524742\u{1B}\\"
    private static let last = "\u{1B}[?62;22c"

    private static var rules: OutputRules {
        var rules = OutputRules()
        rules.allowsQuestions = true
        return rules
    }

    private static func quit(_ terminal: PseudoTerminal) {
        terminal.type("Q")
        #expect(terminal.end() == 0)
        #expect(Self.rules.findings(in: terminal.output) == [])
        #expect(ControlFunctions(terminal.output).modes == ["?25", "?7"])
    }

    private static func hasDirectColor(_ terminal: PseudoTerminal) -> Bool {
        String(decoding: terminal.output, as: UTF8.self).contains("8;2;")
    }

    @Test(
        "a terminal that says it gets true colour, and is not asked",
        arguments: ["truecolor", "24bit"])
    func variable(name: String) throws {
        let terminal = try PseudoTerminal(
            BuiltProgram.path, ["--theme", "nord"], environment: ["COLORTERM": name])
        #expect(terminal.shows("presence-lobby"))
        #expect(terminal.writes(Self.direct))
        terminal.type("Q")
        #expect(terminal.end() == 0)
        expectRulesKept(terminal)
        // Every place of the palette is replaced.
        #expect(!String(decoding: terminal.output, as: UTF8.self).contains("8;5;"))
    }

    @Test(
        "no true colour where fewer are wanted, or the type has fewer",
        arguments: [
            (["--color", "256"], "xterm-256color"), (["--color", "16"], "xterm-256color"),
            (["--color", "never"], "xterm-256color"), ([], "linux"), ([], "vt100"),
        ])
    func fewer(arguments: [String], type: String) throws {
        let terminal = try PseudoTerminal(
            BuiltProgram.path, ["--theme", "nord"] + arguments,
            environment: ["COLORTERM": "truecolor", "TERM": type])
        #expect(terminal.writes("presence-lobby"))
        #expect(!Self.hasDirectColor(terminal))
        terminal.type("Q")
        #expect(terminal.end() == 0)
    }

    @Test("a terminal that only answers gets true colour when it has answered")
    func answer() throws {
        let terminal = try PseudoTerminal(BuiltProgram.path, ["--theme", "nord"])
        #expect(terminal.writes(Self.question))
        #expect(terminal.writes("\u{1B}[c"))
        #expect(!Self.hasDirectColor(terminal))
        terminal.type("\u{1B}P1+r524742=382F382F38\u{1B}\\\u{1B}P0+r5463\u{1B}\\" + Self.last)
        #expect(terminal.writes(Self.direct))
        #expect(terminal.shows("presence-lobby"))
        Self.quit(terminal)
    }

    @Test("a terminal that does not answer, or answers no, keeps 256 colours, and keys are keys")
    func noAnswer() throws {
        for answer in ["", "\u{1B}P0+r524742\u{1B}\\\u{1B}P0+r5463\u{1B}\\" + Self.last] {
            let terminal = try PseudoTerminal(BuiltProgram.path, ["--theme", "nord"])
            #expect(terminal.writes("\u{1B}[c"))
            terminal.type(answer + "?")
            #expect(terminal.shows("Keys"), "\(terminal.screen.text)")
            // Typed in the time for answers, it is a key all the same.
            terminal.type("\u{1B}")
            #expect(terminal.wait { !$0.screen.text.contains("Keys") }, "\(terminal.screen.text)")
            #expect(!Self.hasDirectColor(terminal))
            Self.quit(terminal)
        }
    }

    @Test("an answer that is still to come when the program ends is not left to the shell")
    func lateAnswer() throws {
        let terminal = try PseudoTerminal(
            BuiltProgram.path, ["--theme", "nord"], redirection: "stty -echo;")
        #expect(terminal.writes("\u{1B}[c"))
        terminal.send(signal: SIGTERM)
        terminal.type("\u{1B}P1+r5463\u{1B}\\" + Self.last)
        #expect(terminal.end() == 143)
        #expect(!String(decoding: terminal.output, as: UTF8.self).contains("1+r5463"))
    }

    @Test("the terminal's background chooses between two themes, and an answer is no key")
    func background() throws {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "buoy-osc-\(UUID().uuidString)")
        let file = folder.appending(path: "buoy/config.toml")
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data("theme = { dark = \"nord\", light = \"solarized-light\" }".utf8).write(to: file)
        let environment = ["XDG_CONFIG_HOME": folder.path, "COLORTERM": "truecolor"]
        let terminal = try PseudoTerminal(BuiltProgram.path, environment: environment)
        #expect(terminal.writes("\u{1B}]11;?\u{1B}\\"))
        #expect(terminal.writes(Self.direct))
        terminal.type("\u{1B}]11;rgb:fdfd/f6f6/e3e3\u{1B}\\" + Self.last)
        // The background of solarized-light.
        #expect(terminal.writes("\u{1B}[48;2;253;246;227m"), "\(terminal.screen.text)")
        #expect(terminal.shows("presence-lobby"))
        Self.quit(terminal)
        let asked = try PseudoTerminal(
            BuiltProgram.path, environment: environment.merging(["COLORFGBG": "0;15"]) { $1 })
        #expect(asked.writes("\u{1B}[48;2;253;246;227m"))
        Self.quit(asked)
    }

    @Test(
        "true colour that is asked for in vain is explained",
        arguments: [
            ("linux", "nord", "true colour cannot be used: linux supports 8"),
            ("xterm-256color", "default", "the theme Default uses"),
        ])
    func inVain(type: String, theme: String, text: String) throws {
        let terminal = try PseudoTerminal(
            BuiltProgram.path, ["--theme", theme, "--color", "true"], columns: 120,
            environment: ["TERM": type])
        #expect(terminal.shows(text), "\(terminal.screen.text)")
        terminal.type("Q")
        #expect(terminal.end() == 0)
    }

    @Test("--color true needs no word of the terminal, and no leave of NO_COLOR")
    func demanded() throws {
        let terminal = try PseudoTerminal(
            BuiltProgram.path, ["--color", "true"],
            environment: ["NO_COLOR": "1", "BUOY_THEME": "nord"])
        #expect(terminal.writes(Self.direct))
        terminal.type("Q")
        #expect(terminal.end() == 0)
        expectRulesKept(terminal)
    }

    @Test(
        "buoy info says how many colours are used, and why",
        arguments: [
            (["COLORTERM": "truecolor"], "true colour (COLORTERM is truecolor)"),
            ([:], "256 (neither terminfo nor COLORTERM reports more)"),
            (["TERM": "linux"], "16 (linux supports 8)"),
        ])
    func info(environment: [String: String], text: String) throws {
        let run = try Run(["info"], environment: environment)
        #expect(run.output.contains(text), "\(run.output)")
    }
}
