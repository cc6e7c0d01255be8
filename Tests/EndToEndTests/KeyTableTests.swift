import Foundation
import TestSupport
import Testing

/// The tenth of the twelve things: a terminal can send every key of the table. What they do is tried on
/// the dashboard without a terminal (`KeyEffectTests`).
@Suite("Twelve things, 10: the table of keys", .serialized)
struct KeyTableTests {
    /// A row of `buoy keys --markdown`: a key, what it is for, and the panes in which it acts.
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
            if self.key.hasPrefix("Alt-"), self.key.count == 5, let last = self.key.last {
                return "\u{1B}\(last)"
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
        let page = try Run(["keys", "--markdown"]).output
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
