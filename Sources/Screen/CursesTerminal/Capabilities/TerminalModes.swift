/// Terminal modes that ncurses does not know, with their resets. All sequences written without
/// ncurses are in this file.
enum TerminalModes {
    /// Enables bracketed paste and, if requested, focus and mouse reports. First disables all of
    /// them, as a program that was killed may have left some on.
    static func begin(focus: Bool, mouse: Bool) -> String {
        Self.switched([1000, 1002, 1006, 1004, 2026], on: false)
            + Self.switched(focus ? [2004, 1004] : [2004], on: true)
            + (mouse ? Self.mouse(true) : "")
    }

    /// Resets all modes of this file and of ncurses. First `Esc \`, which ends a title or another
    /// unfinished string; then mouse reports, focus reports, bracketed paste and synchronized
    /// updates are disabled.
    static let end =
        Self.endString + Self.switched([1000, 1002, 1006, 1004, 2004, 2026], on: false)

    /// Ends a title or another unfinished string.
    static let endString = "\u{1B}\\"

    /// Makes the whole screen scroll. This would also move the cursor, so its position is saved.
    static let wholeRegion = "\u{1B}7\u{1B}[r\u{1B}8"

    /// Enables mouse reports: buttons, motion while a button is down, and large coordinates. The
    /// format is set first, so that no report has another one.
    static func mouse(_ isOn: Bool) -> String {
        Self.switched(isOn ? [1006, 1000, 1002] : [1002, 1000, 1006], on: isOn)
    }

    private static func switched(_ modes: [Int], on isOn: Bool) -> String {
        modes.map { "\u{1B}[?\($0)\(isOn ? "h" : "l")" }.joined()
    }

    /// From the first to the second sequence, the terminal shows nothing, so that a large change
    /// does not flicker.
    static let beginUpdate = "\u{1B}[?2026h"
    static let endUpdate = "\u{1B}[?2026l"

    /// Asks for the background colour.
    static let askBackground = "\u{1B}]11;?\u{1B}\\"

    /// Asks whether the terminal supports direct colour, by both names that terminals know for it.
    static let askDirectColor = "\u{1B}P+q524742\u{1B}\\\u{1B}P+q5463\u{1B}\\"

    /// Asks for the kind of terminal, which all terminals answer.
    static let askAttributes = "\u{1B}[c"

    /// Rings the bell.
    static let bell = "\u{7}"

    /// Saves the window title on a stack, and restores it.
    static let saveTitle = "\u{1B}[22;2t"
    static let restoreTitle = "\u{1B}[23;2t"

    /// Sets the window title. The text must be sanitised by `PlainOutput.title`.
    static func title(_ text: String) -> String {
        "\u{1B}]2;\(text)\u{7}"
    }

    /// All sequences that restore a terminal after a crash. `leave`, `showCursor`, `plain` and
    /// `keypadOff` come from terminfo, and may contain delays (`$<5>`), which are removed because
    /// nothing can wait for them.
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
