import BuoyTestBasics
import BuoyTestSupport
import Foundation
import Testing

/// The fifth of the twelve things: Esc acts at once, and what is no key, or pasted, never runs a
/// command.
@Suite("Twelve things, 5: input that is no key", .inTurn)
struct InputTests {
    /// Sequences that terminals send unasked, in letters that would all be commands.
    static let reports: [(name: String, bytes: [UInt8])] = [
        ("cursor position", Array("\u{1B}[24;80R".utf8)),
        ("device attributes", Array("\u{1B}[?64;1;2;6;9;15;18;21;22c".utf8)),
        ("secondary attributes", Array("\u{1B}[>41;354;0c".utf8)),
        ("mode report", Array("\u{1B}[?2026;2$y".utf8)),
        ("kitty key", Array("\u{1B}[113;5u\u{1B}[117;1:3u".utf8)),
        ("kitty flags", Array("\u{1B}[?1u".utf8)),
        ("focus", Array("\u{1B}[I\u{1B}[O".utf8)),
        ("modified key", Array("\u{1B}[27;5;117~".utf8)),
        ("unknown key", Array("\u{1B}[99~\u{1B}[1;9Q".utf8)),
        ("old mouse", Array("\u{1B}[M !!\u{1B}[M#!!".utf8)),
        ("mouse", Array("\u{1B}[<0;70;5M\u{1B}[<0;70;5m\u{1B}[<64;1;1M".utf8)),
        ("mouse garbage", Array("\u{1B}[<;;M\u{1B}[<99999999999;0;0M".utf8)),
        ("colour", Array("\u{1B}]11;rgb:1e1e/1e1e/2e2e\u{1B}\\".utf8)),
        ("colour with bell", Array("\u{1B}]10;rgb:dddd/uuuu/quit\u{7}".utf8)),
        ("clipboard", Array("\u{1B}]52;c;cXVpdAo=\u{1B}\\".utf8)),
        ("version", Array("\u{1B}P>|XTerm(388)\u{1B}\\".utf8)),
        ("capability", Array("\u{1B}P1+r544e=787465726d\u{1B}\\".utf8)),
        ("application command", Array("\u{1B}_Gi=31;OK\u{1B}\\".utf8)),
        ("privacy message", Array("\u{1B}^uuqq\u{1B}\\".utf8)),
        ("unknown SS3", Array("\u{1B}Oq\u{1B}Ou".utf8)),
        ("single byte controls", [0x9B, 0x9D, 0x90, 0x9C]),
        ("not UTF-8", [0xFF, 0xFE, 0xC0, 0x80, 0xED, 0xA0, 0x80, 0xF8]),
        ("null", [0x00, 0x00]),
    ]

    @Test("reports and unknown sequences run no command, in one piece and in many")
    func strayInput() throws {
        let server = try PlayedServer()
        let terminal = try PseudoTerminal.watching(
            server, ["--subscribe", "news,presence-room"], columns: 100)
        #expect(terminal.shows("news"), "\(terminal.screen.text)")
        #expect(terminal.wait { _ in server.received.count >= 1 })
        terminal.type("1")
        terminal.settle()
        let said = server.received.filter { !$0.contains("pusher:ping") }
        for report in Self.reports {
            let before = terminal.screen.lines
            terminal.type(bytes: report.bytes)
            terminal.settle(quiet: 30, seconds: 0.3)
            #expect(terminal.exitStatus == nil)
            #expect(
                server.received.count { $0.contains("subscribe") } == 1, "\(report.name)")
            #expect(
                Self.prompts(terminal.screen.lines) == Self.prompts(before), "\(report.name)")
        }
        // Byte by byte, as over a slow line: still inside of the time that Esc waits.
        for report in Self.reports.prefix(12) {
            for byte in report.bytes { terminal.type(bytes: [byte]) }
        }
        terminal.settle()
        #expect(terminal.screen.text.contains("CONNECTED"), "\(terminal.screen.text)")
        #expect(terminal.screen.text.contains("presence-room"))
        #expect(server.received.filter { !$0.contains("pusher:ping") } == said)
        #expect(server.connectionCount == 1)
        terminal.type("Q")
        #expect(terminal.end() == 0)
        var rules = OutputRules()
        // Some of the reports say that the terminal has it.
        rules.allowsKeyboard = true
        expectRulesKept(terminal, rules)
    }

    /// The last rows, where prompts and the questions before doing something are.
    private static func prompts(_ lines: [String]) -> Bool {
        lines.suffix(2).joined().contains("▏")
    }

    @Test("a lone Esc closes what is open without another key")
    func loneEscape() throws {
        let server = try PlayedServer()
        let terminal = try PseudoTerminal.watching(server)
        #expect(terminal.shows("CONNECTED"))
        terminal.type("s")
        #expect(terminal.shows("subscribe>"), "\(terminal.screen.text)")
        terminal.press(.escape)
        #expect(
            terminal.wait(seconds: 1) { !$0.screen.text.contains("subscribe>") },
            "\(terminal.screen.text)")
        terminal.type("?")
        #expect(terminal.shows("? all "))
        terminal.press(.escape)
        #expect(
            terminal.wait(seconds: 1) { !$0.screen.text.contains("? all ") },
            "\(terminal.screen.text)")
        terminal.type("Q")
        #expect(terminal.end() == 0)
    }

    @Test("pasted text runs nothing: no key of it acts, no line of it is sent")
    func pastes() throws {
        let server = try PlayedServer()
        let terminal = try PseudoTerminal.watching(server, ["--subscribe", "news"])
        #expect(terminal.shows("news"), "\(terminal.screen.text)")
        #expect(terminal.wait { _ in !server.received.isEmpty })
        terminal.type("1")
        let said = server.received.filter { !$0.contains("pusher:ping") }
        terminal.type("\u{1B}[200~\nq\nu\rD\u{3}\u{1A}Q\u{1B}[201~")
        terminal.settle()
        #expect(terminal.exitStatus == nil)
        #expect(terminal.screen.text.contains("CONNECTED"))
        terminal.type("s")
        #expect(terminal.shows("subscribe>"))
        terminal.type("\u{1B}[200~one\rtwo\nq\u{1B}[A\u{3}\u{1B}[201~")
        #expect(terminal.wait { $0.screen.text.contains("two") }, "\(terminal.screen.text)")
        #expect(terminal.screen.text.contains("subscribe>"))
        terminal.press(.escape)
        #expect(terminal.wait { !$0.screen.text.contains("subscribe>") })
        #expect(server.received.filter { !$0.contains("pusher:ping") } == said)
        terminal.type("Q")
        #expect(terminal.end() == 0)
        expectRulesKept(terminal)
    }

    @Test("a paste of 100 kB is cut or refused, with and without a prompt, marked or not")
    func largePastes() throws {
        let server = try PlayedServer()
        let terminal = try PseudoTerminal.watching(server, ["--subscribe", "news"])
        #expect(terminal.shows("news"), "\(terminal.screen.text)")
        let large = String(repeating: "uqD ", count: 25_000)
        terminal.type("\u{1B}[200~\(large)\u{1B}[201~")
        terminal.settle()
        terminal.type("s")
        #expect(terminal.shows("subscribe>"), "\(terminal.screen.text)")
        terminal.type("\u{1B}[200~\(large)\u{1B}[201~")
        terminal.settle()
        terminal.type(String(large.prefix(200)))
        terminal.settle()
        #expect(terminal.wait { $0.screen.text.contains("subscribe>") }, "\(terminal.screen.text)")
        terminal.press(.escape)
        #expect(terminal.wait { !$0.screen.text.contains("subscribe>") })
        #expect(terminal.shows("CONNECTED"))
        #expect(server.connectionCount == 1)
        terminal.type("Q")
        #expect(terminal.end() == 0)
        expectRulesKept(terminal)
    }
}
