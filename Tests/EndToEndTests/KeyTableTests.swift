import Foundation
import TestSupport
import Testing

/// The tenth of the twelve things: every key of the table does something, or says why it does not.
@Suite("Twelve things, 10: the table of keys", .serialized)
struct KeyTableTests {
    /// A row of `buoy keys`: a key, what it is for, and the panes in which it acts.
    struct Row: Hashable {
        let key: String
        let title: String
        let panes: String

        /// What a terminal sends for the key; `nil` for one that is not known here.
        var bytes: String? {
            if self.key.count == 1 { return self.key }
            if self.key.hasPrefix("Ctrl-"), let letter = self.key.last?.asciiValue {
                return String(Unicode.Scalar(letter & 0x1F))
            }
            return Self.named[self.key]
        }

        private static let named: [String: String] = [
            "Space": " ", "Enter": "\r", "Tab": "\t", "Esc": "\u{1B}",
            "Up": TerminalKey.up.rawValue, "Down": TerminalKey.down.rawValue,
            "Left": TerminalKey.left.rawValue, "Right": TerminalKey.right.rawValue,
            "Home": TerminalKey.home.rawValue, "End": TerminalKey.end.rawValue,
            "PgUp": TerminalKey.pageUp.rawValue, "PgDn": TerminalKey.pageDown.rawValue,
            "Del": TerminalKey.delete.rawValue, "Shift-Tab": TerminalKey.backTab.rawValue,
            "F1": TerminalKey.f1.rawValue, "F2": TerminalKey.f2.rawValue,
            "F12": TerminalKey.f12.rawValue, "Alt-Up": TerminalKey.altUp.rawValue,
            "Alt-Down": TerminalKey.altDown.rawValue,
        ]
    }

    /// The rows of the commands.
    static func table() throws -> [Row] {
        let page = try Run(["keys"]).output
        let commands = page.split(separator: "## In a prompt").first ?? ""
        return commands.split(separator: "\n").filter { $0.hasPrefix("| `") }.flatMap { line in
            let cells = line.split(separator: " | ", omittingEmptySubsequences: false)
            return cells[0].matches(of: /`(.+?)`(?: in ([A-Za-z, ]+))?/).map { match in
                Row(
                    key: String(match.1), title: String(cells[1]),
                    panes: match.2.map(String.init)
                        ?? cells.last.map { $0.filter { $0 != "|" } }?
                        .trimmingCharacters(in: .whitespaces) ?? "")
            }
        }
    }

    @Test("the table is not empty, and a terminal can send every key of it")
    func isReadable() throws {
        let rows = try Self.table()
        #expect(rows.count > 60)
        #expect(rows.filter { $0.bytes == nil }.map(\.key) == [])
    }

    /// Commands after which there is nothing to look at: they end the session, or draw what is
    /// there already.
    private static let silent: Set<String> = [
        "Quit", "Quit at once", "Suspend", "Redraw", "Cancel",
        // At an end there is nowhere to go.
        "Up", "Down", "Left", "Right", "Top", "Bottom", "Half a page up", "Half a page down",
        "Page up", "Page down", "Inspector down", "Inspector up",
    ]

    /// The names of the panes, in the order of their digits.
    private static let panes = [
        "Channels", "Members", "Events", "Bindings", "Inspector", "Log", "Rates",
    ]

    @Test("every key changes the screen or says why not, in every pane", arguments: 1...7)
    func everyKey(pane: Int) throws {
        let server = try PlayedServer()
        let terminal = try PseudoTerminal.watching(
            server, ["--subscribe", "news,other"], columns: 140, rows: 50)
        #expect(terminal.wait { _ in server.received.count { $0.contains("subscribe") } >= 2 })
        for number in 1...30 {
            server.send("tick", on: "news", data: #"{"a":{"b":\#(number)}}"#)
        }
        #expect(terminal.wait { $0.screen.text.contains("30") }, "\(terminal.screen.text)")
        var mute: [String] = []
        for row in try Self.table() where !Self.silent.contains(row.title) && row.key != "\(pane)" {
            guard let bytes = row.bytes,
                row.panes == "all" || row.panes.contains(Self.panes[pane - 1])
            else { continue }
            // Twice: what a key opened before may still have been there the first time.
            let hasChanged = (0..<2).contains { _ in Self.changes(terminal, bytes, in: pane) }
            if !hasChanged { mute.append("\(row.key) (\(row.title))") }
            guard terminal.exitStatus == nil else { break }
        }
        #expect(mute == [])
        #expect(terminal.exitStatus == nil)
        terminal.type("\u{3}")
        terminal.settle()
        terminal.type("\u{3}")
        #expect(terminal.end() == 0)
    }

    /// Presses a key in a pane, and answers whether that changed the screen.
    private static func changes(_ terminal: PseudoTerminal, _ bytes: String, in pane: Int) -> Bool {
        terminal.press(.escape)
        terminal.settle(quiet: 60, seconds: 0.4)
        terminal.type("\(pane)")
        terminal.settle(quiet: 30, seconds: 0.4)
        let before = Self.content(terminal)
        terminal.type(bytes)
        return terminal.wait(seconds: 3) { Self.content($0) != before }
    }

    /// The screen without the three rows of the header, whose clocks move on by themselves.
    private static func content(_ terminal: PseudoTerminal) -> [String] {
        Array(terminal.screen.lines.dropFirst(3))
    }
}
