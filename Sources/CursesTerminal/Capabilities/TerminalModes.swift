/// Modes of the terminal that ncurses does not know, each with its undo. Everything that is written
/// outside of ncurses is in this file.
enum TerminalModes {
    /// Pasted text arrives between markers, focus is reported if wanted, and the mouse if wanted.
    /// Begins with switching all off: a program that was killed may have left something on.
    static func begin(focus: Bool, mouse: Bool) -> String {
        Self.switched([1000, 1002, 1006, 1004, 2026], on: false)
            + Self.switched(focus ? [2004, 1004] : [2004], on: true)
            + (mouse ? Self.mouse(true) : "")
    }

    /// Undoes whatever of this file or of ncurses may be on. First `Esc \`, which ends a title or
    /// another string that was being written; then mouse reports, focus reports, paste markers and
    /// synchronized updates are switched off.
    static let end =
        Self.endString + Self.switched([1000, 1002, 1006, 1004, 2004, 2026], on: false)

    /// Ends a title or another string that was being written.
    static let endString = "\u{1B}\\"

    /// The whole screen scrolls. This would place the cursor too, so that is kept.
    static let wholeRegion = "\u{1B}7\u{1B}[r\u{1B}8"

    /// The mouse is reported: its buttons, its way while one is down, and places of any size. The
    /// form comes first, so that no report has another one.
    static func mouse(_ isOn: Bool) -> String {
        Self.switched(isOn ? [1006, 1000, 1002] : [1002, 1000, 1006], on: isOn)
    }

    private static func switched(_ modes: [Int], on isOn: Bool) -> String {
        modes.map { "\u{1B}[?\($0)\(isOn ? "h" : "l")" }.joined()
    }

    /// The terminal shows nothing until the second one came, so that a large change does not
    /// flicker.
    static let beginUpdate = "\u{1B}[?2026h"
    static let endUpdate = "\u{1B}[?2026l"

    /// Asks for the colour behind the text.
    static let askBackground = "\u{1B}]11;?\u{1B}\\"

    /// Asks whether the terminal shows any colour, by the two names that terminals know for it.
    static let askDirectColor = "\u{1B}P+q524742\u{1B}\\\u{1B}P+q5463\u{1B}\\"

    /// Asks what kind of terminal it is, which all of them answer.
    static let askAttributes = "\u{1B}[c"

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
