import BuoyTextScreen

/// Modes that ncurses does not know. All sequences written without ncurses are in this file.
enum TerminalModes {
    /// First disables all of them, as a program that was killed may have left some on.
    static func begin(focus: Bool, mouse: Bool) -> String {
        Self.switched([1000, 1002, 1006, 1004, 2026], on: false)
            + Self.switched(focus ? [2004, 1004] : [2004], on: true)
            + (mouse ? Self.mouse(true) : "")
    }

    /// Also for the modes of ncurses. First `Esc \`, which ends a title or another unfinished
    /// string; then mouse reports, focus reports, bracketed paste and synchronized updates are
    /// disabled.
    static let end =
        Self.endString + Self.switched([1000, 1002, 1006, 1004, 2004, 2026], on: false)

    /// Ends a title or another unfinished string.
    static let endString = "\u{1B}\\"

    /// This would also move the cursor, so its position is saved.
    static let wholeRegion = "\u{1B}7\u{1B}[r\u{1B}8"

    /// Buttons, motion while a button is down, and large coordinates. The format is set first, so
    /// that no report has another one.
    static func mouse(_ isOn: Bool) -> String {
        Self.switched(isOn ? [1006, 1000, 1002] : [1002, 1000, 1006], on: isOn)
    }

    private static func switched(_ modes: [Int], on isOn: Bool) -> String {
        modes.map { "\u{1B}[?\($0)\(isOn ? "h" : "l")" }.joined()
    }

    /// Until `endUpdate` the terminal shows nothing, so that a large change does not flicker.
    static let beginUpdate = "\u{1B}[?2026h"
    static let endUpdate = "\u{1B}[?2026l"

    static let askBackground = "\u{1B}]11;?\u{1B}\\"

    static func ask(_ color: NamedColor) -> String { "\u{1B}]4;\(color.rawValue);?\u{1B}\\" }

    static let askDirectColor = "\u{1B}P+q524742\u{1B}\\\u{1B}P+q5463\u{1B}\\"

    /// Terminals that have the kitty keyboard protocol answer
    /// (sw.kovidgoyal.net/kitty/keyboard-protocol).
    static let askKeyboard = "\u{1B}[?u"

    /// The first level of the protocol: keys that share a byte with the start of a sequence or with
    /// a control character have sequences of their own, so that Esc needs no delay. The terminal
    /// keeps what was on before, for each of its two screens.
    static let distinguishKeys = "\u{1B}[>1u"

    static let stopDistinguishingKeys = "\u{1B}[<u"

    static let askAttributes = "\u{1B}[c"

    static let bell = "\u{7}"

    static let saveTitle = "\u{1B}[22;2t"
    static let restoreTitle = "\u{1B}[23;2t"

    /// The text must be sanitised by `PlainOutput.title`.
    static func title(_ text: String) -> String {
        "\u{1B}]2;\(text)\u{7}"
    }

    /// Writes a string again where it is on the screen, as a link (OSC 8). Cells with the same `id`
    /// are one link. The position of the cursor and the colours are saved, as ncurses does not know
    /// of this.
    static func link(_ link: CanvasLink, style: Style) -> String {
        "\u{1B}7\u{1B}[\(link.y + 1);\(link.x + 1)H\(style.selectGraphicRendition)"
            + "\u{1B}]8;id=\(Self.id(of: link.address));\(link.address)\u{1B}\\\(link.text)"
            + "\u{1B}]8;;\u{1B}\\\u{1B}8"
    }

    /// FNV-1a of the address.
    private static func id(of address: String) -> UInt32 {
        var hash: UInt32 = 2_166_136_261
        for byte in address.utf8 { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
        return hash
    }

    /// `leave`, `showCursor`, `plain` and `keypadOff` come from terminfo, and may contain delays
    /// (`$<5>`), which are removed because nothing can wait for them.
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
