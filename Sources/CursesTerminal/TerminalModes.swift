/// Modes of the terminal that ncurses does not know, each with its undo. Everything that is written
/// outside of ncurses is in this file.
enum TerminalModes {
    /// Pasted text arrives between markers.
    static let begin = "\u{1B}[?2004h"

    /// Undoes whatever of this file or of ncurses may be on. First `Esc \`, which ends a title or
    /// another string that was being written; then mouse reports, focus reports, paste markers and
    /// synchronized updates are switched off.
    static let end =
        "\u{1B}\\" + [1000, 1002, 1006, 1004, 2004, 2026].map { "\u{1B}[?\($0)l" }.joined()

    /// The terminal shows nothing until the second one came, so that a large change does not
    /// flicker.
    static let beginUpdate = "\u{1B}[?2026h"
    static let endUpdate = "\u{1B}[?2026l"

    /// Puts the window's title on a stack, and takes it back.
    static let saveTitle = "\u{1B}[22;2t"
    static let restoreTitle = "\u{1B}[23;2t"

    /// Sets the window's title. The text must be clean: `PlainOutput.title`.
    static func title(_ text: String) -> String {
        "\u{1B}]2;\(text)\u{7}"
    }

    /// All that gives a terminal back after a crash. `leave`, `showCursor`, `plain` and `keypadOff`
    /// come from terminfo, and may hold delays (`$<5>`) that nobody is left to wait for.
    static func resetString(
        plain: String, keypadOff: String, showCursor: String, leave: String
    ) -> [UInt8] {
        let capabilities = [plain, keypadOff, showCursor, leave].map(Self.withoutDelays).joined()
        return Array((Self.end + capabilities + "\r\n").utf8)
    }

    private static func withoutDelays(_ capability: String) -> String {
        var text = ""
        for (index, part) in capability.split(separator: "$", omittingEmptySubsequences: false)
            .enumerated()
        {
            if index > 0, part.first == "<", let end = part.firstIndex(of: ">") {
                text += part[part.index(after: end)...]
            } else {
                text += (index > 0 ? "$" : "") + part
            }
        }
        return text
    }
}
