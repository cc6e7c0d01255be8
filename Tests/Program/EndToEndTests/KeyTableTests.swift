import BuoyTestBasics
import BuoyTestSupport
import Foundation
import Testing

/// The tenth of the twelve things: a terminal can send every key of the table. What they do is
/// tried on the dashboard without a terminal (`KeyEffectTests`).
@Suite("Twelve things, 10: the table of keys", .inTurn)
struct KeyTableTests {
    /// A row of `docs/keys.md`: a key, what it is for, and where it acts.
    struct Row: Hashable {
        let key: String
        let title: String
        let panes: String

        /// What a terminal sends for the key; `nil` for one that is not known here.
        var bytes: String? {
            if self.key.count == 1 { return self.key }
            if let name = Self.named[self.key] { return name }
            guard let last = self.key.last, self.key.dropLast().hasSuffix("-") else { return nil }
            if self.key.hasPrefix("Alt-") { return "\u{1B}\(last)" }
            return last.asciiValue.map { String(Unicode.Scalar($0 & 0x1F)) }
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
            "Alt-Down": TerminalKey.altDown.rawValue, "Alt-Left": TerminalKey.altLeft.rawValue,
            "Alt-Right": TerminalKey.altRight.rawValue, "F7": TerminalKey.f7.rawValue,
            "F8": TerminalKey.f8.rawValue, "Ctrl-Up": TerminalKey.controlUp.rawValue,
            "Ctrl-Down": TerminalKey.controlDown.rawValue,
        ]
    }

    /// The rows of the commands.
    static func table() throws -> [Row] {
        let page = try SourceTree.text("docs/keys.md")
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
}
